/* What is a man that was moved, to the law? Where it counts it, whether it has still to become another, and whether the clock is what
   a hand goes to next. */
import type { GameView } from "../api.js";
import type { CodeFacts } from "../codes.js";
import { colourOf, rankOf, type Men, type Square } from "../fen.js";
import type { Colour } from "../record.js";

/** Whether this man, set down there, is a Pawn at the end of its way. */
export const isLastRank = (letter: string, to: Square): boolean => letter.toLowerCase() === "p" && rankOf(to) === (colourOf(letter) === "white" ? 7 : 0);

/** Where the law counts a man that was moved unlawfully and may still be taken back: where it came from. */
export function counted({ state, log }: GameView, men: Men, me: Colour | null, at: Square): Square {
  const last = log.findLast((entry) => entry.act.act === "move" && !entry.refused);
  if (!last || last.record || last.act.by !== me) return at;
  const from = String(last.act.move).slice(0, 2);
  const there = String(last.act.move).slice(2, 4) === at && !men.has(from) && state.moves.some((uci) => uci.startsWith(from));
  return there ? from : at;
}

/** Whether a move of his stands on the board that the law does not count: no right, but pressing the clock is what a hand does next. */
export function unfinished({ header, log, state }: GameView, facts: CodeFacts | undefined, me: Colour | null): boolean {
  if (!facts?.presses || header.clock === false || me !== state.turn) return false;
  const moved = log.findLast(({ act, refused }) => act.act === "move" && !refused);
  const placed = (fen: string | null) => fen?.split(" ")[0];
  return !!moved?.board && !moved.record && moved.act.by === me && placed(moved.board) === placed(state.board);
}
