/* Which moves stand on which line of the score sheet, and which were taken back? */
import type { Entry } from "../api.js";
import { other, type Colour, type Party, type Written } from "../record.js";
import { TO, typeset } from "../say.js";
import { HAND, quiet } from "./quiet.js";

export interface Cell {
  entry: Entry;
  written: Written;
  /** Taken back since. */
  struck: boolean;
  /** Not a completed move in the eye of the law: only what the hand did. */
  irregular: boolean;
}

export interface Row {
  number: number;
  white: Cell | null;
  black: Cell | null;
  notes: { seq: number; text: string; clause: string | null; wrong: boolean }[];
}

/** Whether a man has changed place, apart from whose turn it is. */
const men = (entry: Entry | undefined) => entry?.board?.split(" ")[0] ?? null;

const turnAt = (start: string | null): Colour => (start?.split(" ")[1] === "b" ? "black" : "white");

/** What completes the move of him whose turn it was, whoever did it: an envelope opened, a reading adopted. */
const FOR_HIM_TO_PLAY = new Set<Entry["act"]["act"]>(["adopt", "resume", "decide", "require", "exact"]);

const actor = ({ act }: Entry, turn: Colour): Colour => (FOR_HIM_TO_PLAY.has(act.act) ? turn : act.by === "black" ? "black" : "white");

/** The moves that an act completed, and whose each is: not always his who acted. A reply that sets off conditional moves completes moves
    of both. */
export function completed(log: Entry[], at: number, start: string | null): { by: Colour; written: Written }[] {
  const entry = log[at];
  if (!entry?.record) return [];
  const first = actor(entry, log[at - 1]?.turn ?? turnAt(start));
  return [...(entry.earlier ?? []), entry.record].map((written, nth) => ({ by: nth % 2 ? other(first) : first, written }));
}

/** What is written of an act: the completed move, or what the hand did where the law counts it as none. */
function written(entry: Entry, changed: boolean): Written | null {
  if (entry.refused) return null;
  if (entry.record) return entry.record;
  if (entry.act.act !== "move" || !changed) return null;
  const uci = String(entry.act.move);
  const text = `${uci.slice(0, 2)}${TO}${uci.slice(2, 4)}`;
  return { uci, descriptive: text, algebraic: text, full: text };
}

/** The sheet's rows. A move that was later taken back stays, struck through: a score sheet does not forget. */
export function rows(log: Entry[], start: string | null): Row[] {
  const struck = new Set<number>();
  const marks = new Map<number, Written>();
  const standing: { seq: number; before: string | null; open: Party | null }[] = [];
  let board = start?.split(" ")[0] ?? null;
  for (const entry of log) {
    const now = men(entry);
    const mark = written(entry, now !== null && now !== board);
    if (mark) {
      // A move that the law does not count and that did not end the turn is replaced by the next one of the same player.
      while (standing.at(-1)?.open === entry.act.by) struck.add(standing.pop()!.seq);
      marks.set(entry.seq, mark);
      standing.push({ seq: entry.seq, before: board, open: !entry.record && entry.turn === entry.act.by ? entry.turn : null });
    } else if (now !== null && now !== board) {
      // Something other than a move has changed the men: moves whose beginning is now on the board again are undone.
      const back = standing.findIndex((each) => each.before === now);
      if (back >= 0) for (const each of standing.splice(back)) struck.add(each.seq);
    }
    board = now ?? board;
  }
  const made: Row[] = [];
  /** What was said of a hand, until it is known which move the hand came to. */
  const waiting: Row["notes"] = [];
  const row = (): Row => {
    const fresh: Row = { number: (made.at(-1)?.number ?? 0) + 1, white: null, black: null, notes: [] };
    made.push(fresh);
    return fresh;
  };
  const put = (side: Colour, cell: Cell) => {
    let last = made.at(-1);
    const full = !last || last[side] !== null || (side === "white" && last.black !== null);
    // A move made again stands on a line of its own below the one taken back, with the same number.
    const again = last && last[side]?.struck;
    if (full) {
      const before = last;
      last = row();
      if (again && before) last.number = before.number;
    }
    last![side] = cell;
    last!.notes.push(...waiting.splice(0));
  };
  const silent = quiet(log);
  let turn = turnAt(start);
  for (const entry of log) {
    let side = actor(entry, turn);
    turn = entry.turn;
    const mark = marks.get(entry.seq);
    if (mark) {
      // A reply that set off conditional moves has completed them too, each player's in turn.
      for (const written of entry.earlier ?? []) {
        put(side, { entry, written, struck: struck.has(entry.seq), irregular: false });
        side = other(side);
      }
      put(side, { entry, written: mark, struck: struck.has(entry.seq), irregular: entry.record === null });
    }
    const notes = silent.has(entry.seq)
      ? []
      : [
          ...entry.rulings.map(({ text, clause }) => ({ seq: entry.seq, text: typeset(text), clause, wrong: against(entry) })),
          ...(entry.refused ? [{ seq: entry.seq, text: typeset(`refused: ${entry.refused.why}`), clause: entry.refused.clause, wrong: true }] : []),
        ];
    if (!mark && (waiting.length > 0 || HAND.has(entry.act.act))) waiting.push(...notes);
    else if (notes.length > 0) (made.at(-1) ?? row()).notes.push(...notes);
  }
  if (waiting.length > 0) (made.at(-1) ?? row()).notes.push(...waiting);
  return made;
}

/** The clause that stands in the margin for all that was ruled: what was wrong before what was not, the move itself before the touches
    that led to it. */
export function markOf({ white, black, notes }: Row): string {
  const ofAMove = new Set([white?.entry.seq, black?.entry.seq]);
  const weight = (note: Row["notes"][number]) => (note.wrong ? 2 : 0) + (ofAMove.has(note.seq) ? 1 : 0);
  const [first] = notes.filter((note) => note.clause).sort((one, two) => weight(two) - weight(one));
  return first?.clause?.replace(/^reading /, "") ?? "!";
}

/** What a player may do at any time, or answers to what another did: the law says what follows, and nothing is wrong. */
const IN_ORDER = new Set<Entry["act"]["act"]>(
  "resign offer accept decline claim demand waive exact require point-out adopt consent adjourn seal resume press arrive sign request dispute decide penalise award restart adjust".split(" ") as Entry["act"]["act"][],
);

/** Whether the law has a word about it, good or bad. */
const spokenOf = (entry: Entry): boolean => entry.act.by !== "timekeeper" && (!!entry.refused || entry.rulings.length > 0);

/** Whether the law has a word against this act. */
export const against = (entry: Entry): boolean => spokenOf(entry) && (!!entry.refused || !IN_ORDER.has(entry.act.act));

/** What the law had against this player's last turn, where the other has already answered by a move: it would go by unread. */
export function ownOffence(log: Entry[], me: Party | null): Entry[] {
  const answered = log.findLastIndex(({ act }) => act.by === me);
  const last = log.at(-1);
  if (me === null || answered < 0 || !last || last.act.by === me || !log.slice(answered + 1).every(({ act }) => partOfAMove(act))) return [];
  const silent = quiet(log);
  const began = log.findLastIndex(({ act }, at) => at < answered && act.by !== me);
  return log.slice(began + 1, answered + 1).filter((entry) => against(entry) && !silent.has(entry.seq));
}

const partOfAMove = ({ act }: Entry["act"]): boolean => HAND.has(act) || act === "move" || act === "press";

/** How often something was done that the law had a word against. The touches of a move, the move and the hand on the clock after it
    are one thing done. */
export function incidents(log: Entry[]): number {
  const silent = quiet(log);
  let found = 0;
  let doing: { by: Entry["act"]["by"]; moved: boolean; wrong: boolean } | null = null;
  for (const entry of log) {
    const { act, by } = entry.act;
    const heard = !silent.has(entry.seq);
    const part = partOfAMove(entry.act);
    const goesOn: boolean = part && doing?.by === by && doing.moved === (act === "press");
    if (!goesOn) {
      if (doing?.wrong) found++;
      doing = part ? { by, moved: false, wrong: false } : null;
    }
    if (doing) {
      doing.moved ||= act === "move";
      doing.wrong ||= heard && spokenOf(entry);
    } else if (heard && against(entry)) found++;
  }
  return doing?.wrong ? found + 1 : found;
}

/** How many moves were made and stand, as one counts them: White's and Black's are one. */
export const movesMade = (log: Entry[], start: string | null): number =>
  rows(log, start).filter((row) => [row.white, row.black].some((cell) => cell && !cell.struck && !cell.irregular)).length;
