/* What does the board show? The present, an earlier position, or what a right would lead to; to a blindfold player, nothing. */
import { html } from "lit";
import type { Entry, GameView } from "../api.js";
import type { Arrow } from "../board/board.js";
import { placement, type Men, type Square } from "../fen.js";
import { capital, type Colour, type Right } from "../record.js";
import { settings } from "../settings.js";
import { checkMark, dutyMarks, lastMove, Marks, rightMarks, spokenMoves } from "./preview.js";
import { completed } from "./rows.js";
import { inStyle } from "./written.js";

export interface Shown {
  fen: string | null;
  marks: Marks;
  arrows: Arrow[];
  /** Whether a hand may reach into it. */
  present: boolean;
}

interface Looking {
  view: GameView;
  /** What happened, as this viewer may read it. */
  log: Entry[];
  start: string;
  /** A right whose outcome is looked at. */
  looking: Right | null;
  /** The act after which an earlier position is looked at. */
  shownAt: number | null;
  /** Moves not yet acknowledged, drawn as if they were. */
  ahead: Men | null;
  chosen: Square | null;
  me: Colour | null;
}

export function shown({ view, log, start, looking, shownAt, ahead, chosen, me }: Looking): Shown {
  const { state } = view;
  const marks = new Marks();
  if (looking) return { fen: looking.then?.board ?? state.board, arrows: rightMarks(marks, looking, state), marks, present: false };
  if (shownAt !== null) {
    const upTo = log.filter((entry) => entry.seq <= shownAt);
    lastMove(marks, upTo);
    return { fen: shownAt === 0 ? start : (upTo.at(-1)?.board ?? start), marks, arrows: [], present: false };
  }
  lastMove(marks, view.log);
  const spoken = chosen ? [] : spokenMoves(state, view.log.at(-1)?.act);
  checkMark(marks, state, view.log, !!view.header.guard);
  const mine = me === state.turn || view.you.role !== "player";
  const arrows = mine || state.duty ? dutyMarks(marks, state, view.log) : [];
  const fen = ahead ? `${placement(ahead)} w - - 0 1` : state.board;
  return { fen, marks, arrows: chosen ? [] : [...arrows, ...spoken], present: true };
}

/** In the board's place, for him who plays without sight of it. */
export function blindfold(log: Entry[], start: string) {
  const last = completed(log, log.findLastIndex((entry) => entry.record), start).at(-1);
  return html`<div class="blind">
    <svg viewBox="0 0 120 48" aria-hidden="true">
      <path d="M6 16c16-8 34-10 54-10s38 2 54 10v12c-14 8-28 11-38 9-8-2-11-9-16-9s-8 7-16 9c-10 2-24-1-38-9z" />
      <path d="M114 20l4 22M112 27l-6 17" />
    </svg>
    ${last ? html`<p class="last">${capital(last.by)}: ${inStyle(last.written, settings.now)}</p>` : html`<p class="last">Blindfold</p>`}
    <p>No board is sent to you. Write your moves; the arbiter answers.</p>
  </div>`;
}
