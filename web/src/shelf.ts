/* Where is the law read? On the server; where there is none, in the law that the page carries. */
import type { Clause as OwnClause, Comparison as OwnComparison, NumberedReading } from "../../bindings/npm/src/types.js";
import { api, Problem, type Clause, type ClauseFound, type Comparison } from "./api.js";
import { engine, type Engine } from "./engine.js";
import type { Code } from "./record.js";

async function or<T>(asked: Promise<T>, own: (law: Engine) => T): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    const law = error instanceof Problem && error.status === 0 ? await engine() : null;
    if (!law) throw error;
    return own(law);
  }
}

const titleOf = (law: Engine, code: Code) => law.codes().find((each) => each.code === code)?.title ?? code;

const told = ({ clause, heading, gist, disposition, parts, reason }: OwnClause) => ({ label: clause, heading, gist, disposition, parts, reason }) as Clause;

function found(own: OwnClause | OwnClause[] | NumberedReading): ClauseFound {
  if (Array.isArray(own)) return { found: "several", clauses: own.map(told) };
  if (!("clause" in own)) throw new Problem(404, "not-found", "There is no such clause.");
  return { found: "clause", clause: told(own), questions: [], readings: [], within: [] };
}

function compared({ question, title, tables }: OwnComparison): Comparison {
  const rows = tables.map(({ title: what, codes }) => ({
    what,
    answers: Object.fromEntries(Object.entries(codes).map(([code, { answer, authority, reading }]) => [code, { answer, authority, reading: null, silent: reading }])),
  }));
  return { question, title, rows };
}

export const shelf = {
  law: (code: Code) => or(api.law(code), (law) => ({ code, title: titleOf(law, code), clauses: law.clauses(code).map(told) })),
  clause: (code: Code, label: string) => or(api.clause(code, label), (law) => found(law.clause(code, label))),
  questions: () => or(api.questions(), (law) => ({ questions: law.questions() })),
  compare: (question: string) => or(api.compare(question), (law) => compared(law.compare(question))),
};
