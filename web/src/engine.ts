/* Can the page rule by itself? The law compiled to WebAssembly, fetched when it is first needed: for judgements at once, for the law
   room and for a game at one screen without a server. The server remains the judge of the games it keeps. */
import { made } from "jadoube:engine";
import type * as own from "../../bindings/npm/src/types.js";
import { api, type Judged } from "./api.js";
import type { Act, Code, Header, State } from "./record.js";
import { ofThisTab } from "./store.js";

export interface OwnGame {
  act(act: Act): State;
  state(): State;
  record(): string;
  close(): void;
}

/** What the page uses of the npm package. States and judgements are the server's own shapes; clauses and readings are told otherwise. */
export interface Engine {
  readonly version: string;
  /** Which law it is; whoever shows the same rules alike. */
  readonly law: string;
  open(header: Header): OwnGame;
  judge(record: string): Judged;
  codes(): own.CodeBriefly[];
  clauses(code: Code): own.Clause[];
  clause(code: Code, clause: string): own.Clause | own.Clause[] | own.NumberedReading;
  questions(): { question: string; title: string }[];
  compare(question: string): own.Comparison;
  read(text: string, where: { fen: string }): own.Reading;
  board(fen: string): { moves(): own.Move[]; close(): void };
}

/** What reads archives: a module of its own, which only one page needs. */
export interface Auditor {
  audit(pgn: string, how: { codes?: Code[]; name?: string }): own.Audited;
}

/** A module that is fetched once; after a failure it is tried again when it is next asked for. */
function fetched<T>(load: () => Promise<unknown>): () => Promise<T | null> {
  let loading: Promise<T | null> | null = null;
  return () => {
    loading ??= load().then((module) => module as T).catch(() => {
      loading = null;
      return null;
    });
    return loading;
  };
}

/** Whether this page was built with the law in WebAssembly; without it the server rules, and what the server does not do is not offered. */
export const withLaw: boolean = made !== null;

/** The engine, or nothing where this page was built without it or it cannot be had. */
export const engine = fetched<Engine>(async () => made?.load() ?? null);

/** The reader of archives, or nothing where it cannot be had. */
export const auditor = fetched<Auditor>(async () => made?.loadAuditor() ?? null);

/** For which law this page was loaded anew. */
const RENEWED = "jadoube.renewed";

/** Whether page and server carry the same law. Where they differ the page is old: it is loaded anew, once, before it rules. */
export async function sameLaw(): Promise<boolean> {
  const own = await engine();
  if (!own) return false;
  try {
    const { version, law } = await api.about();
    if (version === own.version && law === own.law) return true;
    if (ofThisTab.get(RENEWED) === version + law) return false;
    ofThisTab.set(RENEWED, version + law);
    // A page that cannot remember it would load itself anew for ever.
    if (!ofThisTab.outlives(RENEWED)) return false;
    location.reload();
    // Nothing is ruled on any more by a page that goes.
    return await new Promise<never>(() => undefined);
  } catch {
    // No server to differ from.
    return true;
  }
}
