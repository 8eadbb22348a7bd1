/* What does a code make of it, in a line? For the side-by-side answers of the front page and of the incidents. */
import type { Judged } from "./api.js";
import type { Right, State } from "./record.js";
import { sameEnd, together } from "./game/rights.js";
import { sentence, typeset } from "./say.js";
import { ending, isOver } from "./words.js";

type Under = Judged["codes"][string];

export interface Verdict {
  text: string;
  clause: string | null;
  /** What is open to the other player. */
  rights: { by: Right["by"]; act: Right["act"]; text: string; clause: string | null }[];
}

/** Rights that something done has given, in the order in which they are told; those one always has are not news. */
const GIVEN: Right["act"][] = ["exact", "require", "adopt", "claim", "point-out"];

/** The last thing the law had a word for, and what stands now. */
export function verdict(under: Under): Verdict {
  const state = under.states.at(-1)!;
  const rights = (["white", "black", "umpire"] as const)
    .flatMap((party) => state.options?.[party] ?? [])
    .filter((right) => GIVEN.includes(right.act))
    .sort((one, two) => GIVEN.indexOf(one.act) - GIVEN.indexOf(two.act));
  // An objection that comes to what can be exacted is no other remedy; penalties that come to the same are still several.
  const remedies = rights.filter((right, at) => !rights.slice(0, at).some((each) => each.act !== right.act && sameEnd(each, right)));
  const open = together(remedies.map((right) => ({ by: right.by, act: right.act, text: typeset(right.text ?? ""), clause: right.clause ?? null })));
  const said = spoken(state) ?? (open.length > 0 ? before(under.states) : null);
  if (said) return { ...said, rights: open };
  return { text: isOver(state) ? `${ending(state)}.` : open.length > 0 ? "Nothing follows by itself." : "Nothing follows.", clause: state.clause, rights: open };
}

/** Where something is still open though the last act was in order: what was said when it arose. */
function before(states: State[]): { text: string; clause: string | null } | null {
  const ruling = states.findLast((state) => state.rulings.length > 0)?.rulings[0];
  return ruling ? { text: sentence(ruling.text), clause: ruling.clause } : null;
}

function spoken(last: State): { text: string; clause: string | null } | null {
  if (last.refused) return { text: sentence(last.refused.why), clause: last.refused.clause };
  const ruling = last.rulings[0];
  if (ruling) return { text: sentence(ruling.text), clause: ruling.clause };
  if (last.duty) return { text: sentence(last.duty.text), clause: last.duty.clause };
  return null;
}

/** A verdict as one line, to choose among. */
export const inALine = ({ text, rights }: Verdict): string => (rights.length > 0 ? `${text} Open: ${rights.slice(0, 3).map((right) => sentence(right.text)).join(" Or: ")}${rights.length > 3 ? " And more." : ""}` : text);
