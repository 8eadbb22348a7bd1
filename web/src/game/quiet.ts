/* What need not be said? Touches that belong to a lawful move, letters that say what they mean: an arbiter is silent about them,
   and what he does speak of stands out. */
import type { Entry } from "../api.js";
import type { Act, Party, Right, State } from "../record.js";
import type { CodeFacts } from "../codes.js";
import { givesCheck } from "./preview.js";

/** Parts of a move: what the hand does on its way. */
export const HAND = new Set<Act["act"]>(["touch", "lift", "place", "quit", "promote"]);

/** What the board and the clock show anyway. */
const SEEN = new Set<Act["act"]>(["move", "touch", "lift", "place", "quit", "send", "press"]);

/** Whether it has to be said that this happened, even where the law has no word for it. */
export const unseen = ({ act, say, manner, hand }: Act): boolean => !SEEN.has(act) || [say, manner, hand].some((how) => how !== undefined);

/** The acts of whose rulings nothing need be said: parts of a move that in the end was lawful, and letters that were understood. */
export function quiet(log: Entry[]): Set<number> {
  const silent = new Set<number>();
  let hand: Entry[] = [];
  for (const entry of log) {
    if (entry.refused) continue;
    const { act } = entry.act;
    // A hand at the board in the other player's turn is no part of a move.
    if (HAND.has(act) && (entry.record || entry.act.by === entry.turn)) {
      hand.push(entry);
      silent.add(entry.seq);
    }
    // How a game ended stands under its result, not in the margin.
    if (entry.record && (act === "send" || entry.status !== "in-play")) silent.add(entry.seq);
    if (act === "move" || act === "send") {
      // A move the law has something against: then what was touched before it matters too.
      if (act === "move" && entry.rulings.length > 0 && !silent.has(entry.seq)) for (const each of hand) silent.delete(each.seq);
      hand = [];
    }
    if (entry.record) hand = [];
  }
  return silent;
}

/** The touch for which a move that nobody ruled on can still be answered: one of several men, and not the one the other would have had moved. */
export function touchBehind(log: Entry[]): Entry | undefined {
  const last = log.at(-1);
  if (!last || last.act.act !== "move" || last.rulings.length > 0) return undefined;
  const before = log.findLastIndex(({ act }, at) => at < log.length - 1 && !(act.by === last.act.by && HAND.has(act.act)));
  return log.slice(before + 1, -1).findLast(({ rulings }) => rulings.length > 0);
}

/** A touch that asks for nothing but the move that is coming: the man touched can be played, or taken, and nothing else must be. */
export function usualTouch(state: State, last: Entry | undefined): boolean {
  if (!last || last.refused || (last.act.act !== "touch" && last.act.act !== "lift") || last.act.by !== state.turn) return false;
  const at = String(last.act.square);
  return state.moves.length > 0 && (state.moves.every((uci) => uci.startsWith(at)) || state.moves.every((uci) => uci.slice(2, 4) === at));
}

/** What a touch gives the other player as a matter of course: to let him off. */
export const ofCourse = (right: Right): boolean => right.act === "waive" && !right.lapses;

/** A check given in silence, where the word counts: nobody tells the other side of it. */
export function unannounced(entry: Entry, facts: CodeFacts | undefined, parties: readonly Party[]): boolean {
  if (!facts?.announces || !entry.record || entry.act.say || parties.length > 1 || parties.includes(entry.act.by)) return false;
  return parties[0] !== "umpire" && givesCheck(entry.record);
}

const SILENT_MARKS = /[+#]|,? ?\(?\b((double|discovered|dis\.?|dbl\.?) )?(check(mate)?|ch|mate)\b\.?\)?/gi;

/** The log as this viewer may read it while the game lasts: without what would betray a check nobody announced. */
export function discreet(log: Entry[], facts: CodeFacts | undefined, parties: readonly Party[], over: boolean): Entry[] {
  if (!facts?.announces || over) return log;
  const words = /check|mate/i;
  return log.map((entry) => {
    if (!unannounced(entry, facts, parties)) return entry;
    const plain = (text: string) => text.replace(SILENT_MARKS, "").trimEnd();
    const { uci, algebraic, descriptive, full } = entry.record!;
    return {
      ...entry,
      rulings: entry.rulings.filter((ruling) => !words.test(ruling.text)),
      record: { uci, algebraic: plain(algebraic), descriptive: plain(descriptive), full: plain(full) },
    };
  });
}
