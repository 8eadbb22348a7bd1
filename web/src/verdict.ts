/* What does a code make of it, in a line? For the side-by-side answers of the front page and of the incidents. */
import type { Judged } from "./api.js";
import type { Right, State } from "./record.js";
import { sentence, squares } from "./say.js";
import { ending, isOver } from "./words.js";

type Under = Judged["codes"][string];

export interface Verdict {
  text: string;
  clause: string | null;
  /** What is open to the other player. */
  rights: { text: string; clause: string | null }[];
}

/** Rights that something done has given; those one always has are not news. */
const GIVEN = new Set<Right["act"]>(["exact", "require", "adopt", "claim"]);

/** The last thing the law had a word for, and what stands now. */
export function verdict(under: Under): Verdict {
  const state = under.states.at(-1)!;
  const rights = (["white", "black", "umpire"] as const)
    .flatMap((party) => state.options?.[party] ?? [])
    .filter((right) => GIVEN.has(right.act))
    .map((right) => ({ text: squares(right.text ?? ""), clause: right.clause ?? null }));
  const distinct = rights.filter((right, at) => rights.findIndex((each) => each.text === right.text) === at);
  const said = spoken(under.states);
  if (said) return { ...said, rights: distinct };
  return { text: isOver(state) ? `${ending(state)}.` : "Nothing follows.", clause: state.clause, rights: distinct };
}

function spoken(states: State[]): { text: string; clause: string | null } | null {
  const last = states.at(-1)!;
  if (last.refused) return { text: sentence(last.refused.why), clause: last.refused.clause };
  const ruling = last.rulings[0];
  if (ruling) return { text: sentence(ruling.text), clause: ruling.clause };
  if (last.duty) return { text: sentence(last.duty.text), clause: last.duty.clause };
  return null;
}

/** A verdict as one line, to choose among. */
export const inALine = ({ text, rights }: Verdict): string => (rights.length > 0 ? `${text} Open: ${rights.slice(0, 3).map((right) => right.text).join("; ")}${rights.length > 3 ? "; and more" : ""}.` : text);
