/* What has to be drawn on the board? Marks for the last move, for duties, and for the outcome of a choice. */
import type { Arrow, Mark } from "../board/board.js";
import type { Entry } from "../api.js";
import { fileOf, isSquare, kingOf, menOf, rankOf, type Square } from "../fen.js";
import type { Act, Right, State, Written } from "../record.js";

export class Marks extends Map<Square, Mark[]> {
  add(at: Square, mark: Mark) {
    if (!isSquare(at)) return;
    const here = this.get(at) ?? [];
    if (!here.includes(mark)) this.set(at, [...here, mark]);
  }
}

/** So many arrows can still be told apart. */
const LEGIBLE = 14;

const from = (uci: string): Square => uci.slice(0, 2);
const to = (uci: string): Square => uci.slice(2, 4);

export function arrowsOf(moves: string[], kind: Arrow["kind"]): Arrow[] {
  // Of several moves along one line only the longest is drawn: arrows on top of one another tell nothing more.
  const longest = new Map<string, { pair: string; length: number }>();
  for (const uci of moves) {
    const pair = uci.slice(0, 4);
    const across = fileOf(to(pair)) - fileOf(from(pair));
    const up = rankOf(to(pair)) - rankOf(from(pair));
    const straight = across === 0 || up === 0 || Math.abs(across) === Math.abs(up);
    const line = straight ? `${from(pair)}${Math.sign(across)},${Math.sign(up)}` : pair;
    const length = Math.max(Math.abs(across), Math.abs(up));
    if (length > (longest.get(line)?.length ?? 0)) longest.set(line, { pair, length });
  }
  if (longest.size > LEGIBLE) return [];
  return [...longest.values()].map(({ pair }) => ({ from: from(pair), to: to(pair), kind }));
}

/** The last move that still stands: one that the law does not count is shown only until the men go back. */
export function lastMove(marks: Marks, entries: Entry[]) {
  const men = (entry: Entry | undefined) => entry?.board?.split(" ")[0];
  const now = men(entries.at(-1));
  const last = entries.findLast((entry) => !entry.refused && (entry.record !== null || (entry.act.act === "move" && men(entry) === now)));
  if (!last) return;
  const uci = last.record?.uci ?? String(last.act.move);
  marks.add(from(uci), "last");
  marks.add(to(uci), "last");
}

/** The men a duty binds, and those touched in this turn. */
export function dutyMarks(marks: Marks, state: State, entries: Entry[]): Arrow[] {
  const last = entries.at(-1)?.act;
  if (last && (last.act === "touch" || last.act === "lift") && !state.refused) marks.add(String(last.square), "touched");
  if (!state.duty || state.status !== "in-play") return [];
  const moves = fromWhereTheyStand(state, entries);
  for (const uci of moves) marks.add(from(uci), "duty");
  const many = new Set(moves.map(from)).size;
  return many <= 3 ? arrowsOf(moves, "duty") : [];
}

/** The open moves as the hand would make them: a man moved unlawfully and not yet put back goes from where it stands now. */
function fromWhereTheyStand(state: State, entries: Entry[]): string[] {
  const men = menOf(state.board);
  const last = entries.findLast((entry) => entry.act.act === "move" && !entry.refused);
  const moved = last && !last.record ? String(last.act.move) : null;
  return state.moves.map((uci) => (moved && from(uci) === from(moved) && !men.has(from(uci)) && men.has(to(moved)) ? to(moved) + uci.slice(2) : uci));
}

/** Moves that the arbiter speaks of and that can still be made: the check a proof begins with, the readings of a text. */
export function spokenMoves(state: State, last: Act | undefined): Arrow[] {
  const men = menOf(state.board);
  const named = [...state.rulings.map((ruling) => ruling.text), state.refused?.why ?? ""].join(" ").match(/\b[a-h][1-8][a-h][1-8]\b/g) ?? [];
  return arrowsOf(
    // What was only tried has left no arrow.
    named.filter((uci) => men.has(from(uci)) && uci !== last?.move),
    "choice",
  );
}

/** Whether a move, as it is written, gives check or mate. */
export const givesCheck = (written: Written | null): boolean =>
  written !== null && /[+#†‡]|\b(ch|check|mate)\b/i.test(`${written.algebraic} ${written.descriptive}`);

/** The King to whom check was said, or for whom a guarded board says it. An unannounced check nobody points at. */
export function checkMark(marks: Marks, state: State, entries: Entry[], guard: boolean) {
  const last = [...entries].reverse().find((entry) => entry.record && !entry.refused);
  if (!last || last !== entries.at(-1)) return;
  const said = /check|mate/i.test(String(last.act.say ?? "")) || (guard && givesCheck(last.record));
  const king = said ? kingOf(menOf(state.board), state.turn) : null;
  if (king) marks.add(king, "check");
}

/** What a right would change: men that would go or come, and the moves that would remain. */
export function rightMarks(marks: Marks, right: Right, state: State): Arrow[] {
  const named = [right.man, right.square, ...((right.men as unknown[] | undefined) ?? [])];
  for (const at of named) if (typeof at === "string") marks.add(at, "choice");
  if (typeof right.move === "string") {
    marks.add(from(right.move), "choice");
    marks.add(to(right.move), "choice");
  }
  const then = right.then;
  if (!then) return typeof right.move === "string" ? arrowsOf([right.move], "choice") : [];
  const before = menOf(state.board);
  const after = menOf(then.board);
  for (const at of new Set([...before.keys(), ...after.keys()])) {
    if (before.get(at) !== after.get(at)) marks.add(at, after.has(at) ? "comes" : "goes");
  }
  if (then.status !== "in-play") return [];
  const narrower = then.moves.length < state.moves.length || then.turn !== state.turn;
  const arrows = narrower || then.board !== state.board ? arrowsOf(then.moves, "choice") : [];
  if (narrower && new Set(then.moves.map(from)).size <= 4) for (const uci of then.moves) marks.add(from(uci), "choice");
  return arrows;
}
