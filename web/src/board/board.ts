/* What does a hand do at the board? This element draws the men and reports every physical act: pressed, dropped,
   tapped, let go; by pointer and by keyboard alike. It knows no law: what the acts mean is for whoever listens. */
import { LitElement, css, html, nothing, svg } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { man } from "../men.js";
import { manName, NAMES, type Kind } from "../say.js";
import { colourOf, FILES, fileOf, menOf, rankOf, square, squaresFrom, type Men, type Square } from "../fen.js";
import type { Colour } from "../record.js";
import { menStyle } from "../style/shared.js";

/** Why a square is marked. Drawn, and read aloud. */
export type Mark = "last" | "duty" | "choice" | "touched" | "check" | "goes" | "comes";

export interface Arrow {
  from: Square;
  to: Square;
  kind: "choice" | "duty" | "own";
}

/** A question asked on the board: what the Pawn becomes. */
export interface Question {
  square: Square;
  colour: Colour;
  kinds: Kind[];
}

const SPOKEN: Record<Mark, string> = {
  last: "last move",
  duty: "bound to be played",
  choice: "concerned by the choice",
  touched: "touched",
  check: "King attacked",
  goes: "would go",
  comes: "would stand here",
};

/** How far a pressed finger may wander and still be a tap. */
const WANDER = 6;
/** How long a finger rests on a man, in ms, before it has touched it; a mouse touches at once. */
const REST = 120;
/** A finger faster than this, in px per ms, passes over the board: it scrolls, and takes no man along. */
const FLICK = 0.7;

interface Press {
  at: Square;
  x: number;
  y: number;
  id: number;
  since: number;
  /** How far the finger is from where it came down, and when it was last heard of. */
  far: number;
  last: number;
  dragging: boolean;
  /** Whether it has been told of. */
  told: boolean;
}

/** Judged by when the finger moved, not by when it was heard of: a busy machine hears late. */
const flicked = ({ far, since, last }: Press): boolean => far / Math.max(1, last - since) > FLICK;

@customElement("jd-board")
export class JdBoard extends LitElement {
  /** The men, as FEN; `null` shows an empty board. */
  @property() fen: string | null = null;
  /** Who sits at the bottom. */
  @property() side: Colour = "white";
  /** The man in hand, or chosen by a first tap. */
  @property() hand: Square | null = null;
  /** Where it may lawfully go. */
  @property({ attribute: false }) targets: Square[] = [];
  @property({ attribute: false }) marks: Map<Square, Mark[]> = new Map();
  @property({ attribute: false }) arrows: Arrow[] = [];
  @property({ attribute: false }) question: Question | null = null;
  /** Nobody's hand reaches this board. */
  @property({ type: Boolean, reflect: true }) still = false;
  /** Only a picture: no grid for the keyboard. */
  @property({ type: Boolean, reflect: true }) picture = false;
  @property({ type: Boolean, reflect: true }) preview = false;
  /** Only taps are meant, no drags: a finger may scroll over it. */
  @property({ type: Boolean, reflect: true }) taps = false;
  /** Whose men a hand can take up here; a finger on any other square may scroll. */
  @property() reach: Colour | "all" = "all";
  @property() label = "Chess board";
  /** Whether one may draw on it: the other button draws circles and arrows, for oneself alone. */
  @property({ type: Boolean }) draws = false;

  @state() private focusAt: Square = "e2";
  @state() private over: Square | null = null;
  /** A circle is an arrow to where it begins. */
  @state() private drawn: Arrow[] = [];
  private drawing: Square | null = null;
  /** The board was last used by a pointer: then left and right are not its own. */
  @property({ type: Boolean, reflect: true }) pointed = false;
  @query(".grid") private grid!: HTMLElement;

  private pressed: Press | null = null;
  /** The last press has come to a deed. */
  private spent = false;
  private resting = 0;
  private shown: Men = new Map();
  private justDropped: Square | null = null;

  static styles = [
    menStyle,
    css`
      :host {
        display: block;
        position: relative;
        container-type: inline-size;
        user-select: none;
        -webkit-user-select: none;
        /* On paper, too, a board has its squares. */
        print-color-adjust: exact;
        -webkit-print-color-adjust: exact;
      }
      /* The squares are what the board is: no scheme of the system's may paint them over. */
      .frame {
        forced-color-adjust: none;
        position: relative;
        border-radius: 6px;
        box-shadow: 0 0 0 1px rgb(0 0 0 / 22%), var(--shadow);
        overflow: hidden;
      }
      .grid {
        display: grid;
        grid-template-columns: repeat(8, 1fr);
        -webkit-tap-highlight-color: transparent;
      }
      .cell {
        touch-action: pan-y pinch-zoom;
      }
      :host(:not([still], [taps])) .cell.takeable {
        touch-action: none;
      }
      .row {
        display: contents;
      }
      .cell {
        position: relative;
        aspect-ratio: 1;
        background: var(--light-square);
        outline: none;
        min-width: 0;
        cursor: default;
      }
      .cell.dark {
        background: var(--dark-square);
      }
      :host(:not([still])) .cell.takeable {
        cursor: grab;
      }
      .cell svg {
        position: absolute;
        inset: 2%;
        width: 96%;
        height: 96%;
        pointer-events: none;
        overflow: visible;
      }
      .cell.lifted {
        z-index: 5;
      }
      .cell.lifted svg {
        filter: drop-shadow(0 6px 5px rgb(0 0 0 / 35%));
      }
      .cell::after {
        content: "";
        position: absolute;
        inset: 0;
        pointer-events: none;
      }
      .cell.last {
        background-image: linear-gradient(var(--mark-last), var(--mark-last));
      }
      .cell.hand,
      .cell.touched {
        background-image: linear-gradient(var(--mark-hand), var(--mark-hand));
      }
      .cell.duty::after {
        box-shadow: inset 0 0 0 max(3px, 0.7cqw) var(--mark-duty);
        border-radius: 3px;
      }
      .cell.choice::after {
        box-shadow: inset 0 0 0 max(3px, 0.7cqw) var(--mark-choice);
        border-radius: 3px;
      }
      .cell.check {
        background-image: radial-gradient(circle, rgb(190 40 30 / 85%) 0%, rgb(190 40 30 / 40%) 55%, transparent 78%);
      }
      .cell.goes svg {
        opacity: 0.28;
      }
      .cell.comes svg {
        opacity: 0.8;
      }
      .cell.comes::after {
        box-shadow: inset 0 0 0 max(2px, 0.5cqw) var(--mark-choice);
      }
      .cell.over {
        box-shadow: inset 0 0 0 max(3px, 0.8cqw) rgb(255 255 255 / 75%);
      }
      .dot {
        position: absolute;
        inset: 0;
        pointer-events: none;
        background: radial-gradient(circle, rgb(26 60 45 / 55%) 0 15%, transparent 16%);
      }
      .occupied .dot {
        background: radial-gradient(circle, transparent 0 58%, rgb(26 60 45 / 55%) 59% 69%, transparent 70%);
      }
      /* Whoever points knows where he is; the frame is for keys. */
      :host(:not([pointed])) .cell:focus-visible {
        z-index: 4;
        outline: 3px solid var(--focus);
        outline-offset: -3px;
        box-shadow: inset 0 0 0 5px #fff;
      }
      .names {
        position: absolute;
        inset: 0;
        display: var(--coordinates, grid);
        font: 600 clamp(9px, 2.1cqw, 13px) / 1 var(--sans);
        color: #1d2a1b;
        pointer-events: none;
        z-index: 2;
      }
      .ranks {
        grid-template-rows: repeat(8, 1fr);
        padding-left: 0.6cqw;
      }
      .ranks span {
        padding-top: 0.6cqw;
      }
      .files {
        grid-template-columns: repeat(8, 1fr);
        align-items: end;
        padding-bottom: 0.6cqw;
        text-align: right;
      }
      .files span {
        padding-right: 0.8cqw;
      }
      .arrows {
        position: absolute;
        inset: 0;
        width: 100%;
        height: 100%;
        pointer-events: none;
        z-index: 3;
      }
      .arrow {
        opacity: 0.75;
      }
      .arrow.choice {
        stroke: var(--mark-choice);
        fill: var(--mark-choice);
      }
      .arrow.own {
        stroke: var(--mark-own);
        fill: var(--mark-own);
        opacity: 0.85;
      }
      .arrow.own circle {
        fill: none;
      }
      .arrow.duty {
        stroke: var(--mark-duty);
        fill: var(--mark-duty);
      }
      :host([preview]) .frame {
        box-shadow: 0 0 0 4px var(--mark-choice), var(--shadow);
      }
      .ask {
        position: absolute;
        inset: 0;
        z-index: 8;
        background: rgb(20 16 10 / 55%);
        display: grid;
        place-items: center;
      }
      .ask > div {
        background: var(--card);
        color: var(--ink);
        border-radius: 12px;
        padding: 14px;
        max-width: 94%;
        box-shadow: var(--shadow);
      }
      .ask p {
        margin: 0 0 10px;
        font: 600 1rem/1.3 var(--serif);
        text-align: center;
      }
      .kinds {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
        justify-content: center;
      }
      .kinds button {
        font: 0.8125rem/1.2 var(--sans);
        color: var(--ink);
        background: var(--sunk);
        border: 1px solid var(--line);
        border-radius: 8px;
        width: 76px;
        min-height: 76px;
        padding: 4px;
        cursor: pointer;
      }
      .kinds button:hover,
      .kinds button:focus-visible {
        border-color: var(--focus);
        outline: 2px solid var(--focus);
      }
      .kinds svg {
        width: 48px;
        height: 48px;
        display: block;
        margin: 0 auto 4px;
        background: var(--light-square);
        border-radius: 6px;
      }
      .kinds button.cancel {
        min-height: max(36px, var(--reach));
        width: 100%;
        background: transparent;
      }
    `,
  ];

  protected willUpdate(changed: Map<string, unknown>) {
    if (changed.has("side") && !this.hasUpdated && this.side === "black") this.focusAt = "e7";
  }

  protected updated(changed: Map<string, unknown>) {
    if (changed.has("fen")) {
      this.glide();
      if (this.drawn.length > 0) this.drawn = [];
    }
    if (changed.has("question") && this.question) {
      this.renderRoot.querySelector<HTMLButtonElement>(".kinds button")?.focus();
    }
  }

  /** Lets men that have changed their squares glide there, where motion is welcome. */
  private glide() {
    const before = this.shown;
    const now = menOf(this.fen);
    this.shown = now;
    const dropped = this.justDropped;
    this.justDropped = null;
    if (before.size === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const left = [...before].filter(([at, who]) => now.get(at) !== who);
    const come = [...now].filter(([at, who]) => before.get(at) !== who);
    if (come.length > 4) return;
    const size = this.grid?.clientWidth / 8;
    for (const [to, who] of come) {
      if (to === dropped) continue;
      const found = left.findIndex(([, was]) => was === who);
      if (found < 0) continue;
      const [from] = left.splice(found, 1)[0]!;
      const sign = this.side === "white" ? 1 : -1;
      const x = (fileOf(from) - fileOf(to)) * size * sign;
      const y = (rankOf(to) - rankOf(from)) * size * sign;
      this.cell(to)
        ?.querySelector("svg")
        ?.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
          duration: 180,
          easing: "ease-out",
        });
    }
  }

  private cell(at: Square): HTMLElement | null {
    return this.renderRoot.querySelector(`[data-square="${at}"]`);
  }

  private report(name: string, detail: unknown) {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }

  private squareUnder(event: PointerEvent): Square | null {
    const box = this.grid.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left) / box.width) * 8);
    const row = Math.floor(((event.clientY - box.top) / box.height) * 8);
    if (column < 0 || column > 7 || row < 0 || row > 7) return null;
    return this.side === "white" ? square(column, 7 - row) : square(7 - column, row);
  }

  private down(event: PointerEvent) {
    this.pointed = true;
    this.spent = false;
    if (this.draws && event.button === 2) this.drawing = this.squareUnder(event);
    else if (event.button === 0 && this.drawn.length > 0) this.drawn = [];
    if (this.still || this.taps || this.question || !event.isPrimary || event.button !== 0) return;
    const at = this.squareUnder(event);
    if (!at) return;
    // A finger on a man is held here; on an empty square it may turn out to scroll, and the browser must be let to.
    const finger = event.pointerType === "touch";
    if (!finger) event.preventDefault();
    if (!finger || this.takeable(at)) this.grid.setPointerCapture(event.pointerId);
    this.pressed = {
      at,
      x: event.clientX,
      y: event.clientY,
      id: event.pointerId,
      since: event.timeStamp,
      far: 0,
      last: event.timeStamp,
      dragging: false,
      told: false,
    };
    this.focusAt = at;
    // The grid keeps the focus, so that arrow keys go on from where the finger was.
    this.cell(at)?.focus({ preventScroll: true });
    if (finger) this.resting = window.setTimeout(() => this.rested(), REST);
    else this.tell();
  }

  private takeable(at: Square): boolean {
    const who = menOf(this.fen).get(at);
    return who !== undefined && (this.reach === "all" || colourOf(who) === this.reach);
  }

  /** The press is a fact. */
  private tell() {
    const { pressed } = this;
    if (!pressed || pressed.told) return;
    pressed.told = true;
    this.report("hand-press", { square: pressed.at });
  }

  private rested() {
    if (this.pressed && !flicked(this.pressed)) this.tell();
  }

  private clicked(event: PointerEvent) {
    if (!this.taps || this.still) return;
    const at = this.squareUnder(event);
    if (at) this.report("hand-tap", { square: at });
  }

  private moved(event: PointerEvent) {
    const pressed = this.pressed;
    if (!pressed || event.pointerId !== pressed.id) return;
    const x = event.clientX - pressed.x;
    const y = event.clientY - pressed.y;
    pressed.far = Math.hypot(x, y);
    pressed.last = event.timeStamp;
    if (!pressed.dragging) {
      if (pressed.far < WANDER || !menOf(this.fen).has(pressed.at)) return;
      pressed.dragging = true;
      this.cell(pressed.at)?.classList.add("lifted");
    }
    const drawn = this.cell(pressed.at)?.querySelector("svg");
    if (drawn) drawn.style.transform = `translate(${x}px, ${y}px) scale(1.08)`;
    this.over = this.squareUnder(event);
  }

  /** Drawing the same again wipes it off. */
  private drew(event: PointerEvent) {
    const [from, to] = [this.drawing, this.squareUnder(event)];
    this.drawing = null;
    if (!from || !to) return;
    const rest = this.drawn.filter((each) => each.from !== from || each.to !== to);
    this.drawn = rest.length < this.drawn.length ? rest : [...rest, { from, to, kind: "own" }];
  }

  private up(event: PointerEvent) {
    if (event.button === 2 && this.drawing) this.drew(event);
    const pressed = this.pressed;
    if (!pressed || event.pointerId !== pressed.id) return;
    const to = this.squareUnder(event);
    pressed.last = event.timeStamp;
    if (!pressed.told && pressed.dragging && flicked(pressed)) {
      this.putDown();
      return;
    }
    this.tell();
    this.putDown();
    this.spent = true;
    if (!pressed.dragging || to === pressed.at) this.report("hand-tap", { square: pressed.at });
    else {
      this.justDropped = to;
      this.report("hand-drop", { from: pressed.at, to });
    }
  }

  /** A finger that has done its deed clicks no more: the click would fall on whatever has come up under it since, a sheet or a question. */
  private fingerUp(event: TouchEvent) {
    if (this.spent && event.cancelable) event.preventDefault();
  }

  private putDown() {
    const pressed = this.pressed;
    clearTimeout(this.resting);
    this.pressed = null;
    this.over = null;
    if (!pressed) return;
    const cell = this.cell(pressed.at);
    cell?.classList.remove("lifted");
    const drawn = cell?.querySelector("svg");
    if (drawn) drawn.style.transform = "";
  }

  /** The browser has taken the gesture over: the finger scrolls. Whether it had touched a man before is another matter. */
  private cancel() {
    const told = this.pressed?.told && menOf(this.fen).has(this.pressed.at);
    this.putDown();
    if (told) this.report("hand-cancel", {});
  }

  private key(event: KeyboardEvent) {
    if (this.picture) return;
    const sign = this.side === "white" ? 1 : -1;
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-sign, 0],
      ArrowRight: [sign, 0],
      ArrowUp: [0, sign],
      ArrowDown: [0, -sign],
    };
    if (event.key === "Tab" || event.key === "Enter" || event.key === " " || event.key === "ArrowUp" || event.key === "ArrowDown") this.pointed = false;
    // After a click left and right turn the pages of the game; whoever plays by keys has the board's cursor.
    if (this.pointed && this.draws && (event.key === "ArrowLeft" || event.key === "ArrowRight")) return;
    const step = steps[event.key];
    if (step) {
      event.preventDefault();
      const file = Math.min(7, Math.max(0, fileOf(this.focusAt) + step[0]));
      const rank = Math.min(7, Math.max(0, rankOf(this.focusAt) + step[1]));
      this.focusSquare(square(file, rank));
      return;
    }
    if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      const left = (event.key === "Home") === (this.side === "white");
      this.focusSquare(square(left ? 0 : 7, rankOf(this.focusAt)));
      return;
    }
    if (this.still) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.report("hand-press", { square: this.focusAt });
      this.report("hand-tap", { square: this.focusAt });
    } else if (event.key === "Escape") {
      event.preventDefault();
      this.putDown();
      this.report("hand-cancel", {});
    }
  }

  focusSquare(at: Square) {
    this.focusAt = at;
    void this.updateComplete.then(() => this.cell(at)?.focus());
  }

  /** The focus goes to the square it was on last. */
  focus(options?: FocusOptions) {
    this.cell(this.focusAt)?.focus(options);
  }

  private describe(at: Square, who: string | undefined): string {
    const parts = [`${at}`, who ? manName(who) : "empty"];
    for (const mark of this.marks.get(at) ?? []) if (mark !== "last" || who) parts.push(SPOKEN[mark]);
    if (this.hand === at) parts.push("in hand");
    if (this.targets.includes(at)) parts.push("may be played to");
    return parts.join(", ");
  }

  render() {
    const men = menOf(this.fen);
    const all = squaresFrom(this.side);
    const rows = Array.from({ length: 8 }, (_, row) => all.slice(row * 8, row * 8 + 8));
    return html`<div class="frame">
      <div
        class="grid"
        role=${this.picture ? "img" : "grid"}
        aria-label=${this.label}
        @click=${this.clicked}
        @pointerdown=${this.down}
        @pointermove=${this.moved}
        @pointerup=${this.up}
        @pointercancel=${this.cancel}
        @touchend=${this.fingerUp}
        @keydown=${this.key}
        @contextmenu=${(event: Event) => this.draws && event.preventDefault()}
      >
        ${rows.map(
          (row) =>
            html`<div class="row" role=${this.picture ? "presentation" : "row"}>
              ${repeat(
                row,
                (at) => at,
                (at) => this.oneSquare(at, men.get(at)),
              )}
            </div>`,
        )}
      </div>
      <div class="names ranks" aria-hidden="true">${rows.map((row) => html`<span>${rankOf(row[0]!) + 1}</span>`)}</div>
      <div class="names files" aria-hidden="true">${rows[7]!.map((at) => html`<span>${FILES[fileOf(at)]}</span>`)}</div>
      ${this.arrows.length + this.drawn.length > 0 ? this.drawArrows() : nothing} ${this.question ? this.ask(this.question) : nothing}
    </div>`;
  }

  private oneSquare(at: Square, who: string | undefined) {
    const dark = (fileOf(at) + rankOf(at)) % 2 === 0;
    const classes = ["cell", ...(this.marks.get(at) ?? [])];
    if (dark) classes.push("dark");
    if (who) classes.push("occupied");
    if (this.takeable(at)) classes.push("takeable");
    if (this.hand === at) classes.push("hand");
    if (this.over === at && this.pressed?.at !== at) classes.push("over");
    if (this.pressed?.dragging && this.pressed.at === at) classes.push("lifted");
    const inner = html`${who
      ? html`<svg viewBox="0 0 100 100" aria-hidden="true">${man(who)}</svg>`
      : nothing}${this.targets.includes(at) ? html`<span class="dot"></span>` : nothing}`;
    if (this.picture) return html`<div class=${classes.join(" ")} data-square=${at}>${inner}</div>`;
    return html`<div
      class=${classes.join(" ")}
      role="gridcell"
      data-square=${at}
      tabindex=${at === this.focusAt ? 0 : -1}
      aria-label=${this.describe(at, who)}
      aria-selected=${this.hand === at ? "true" : "false"}
      @focus=${() => (this.focusAt = at)}
    >
      ${inner}
    </div>`;
  }

  private centre(at: Square): [number, number] {
    const x = fileOf(at) + 0.5;
    const y = 7.5 - rankOf(at);
    return this.side === "white" ? [x, y] : [8 - x, 8 - y];
  }

  private drawArrows() {
    return html`<svg class="arrows" viewBox="0 0 8 8" aria-hidden="true">
      ${[...this.arrows, ...this.drawn].map(({ from, to, kind }) => {
        const [x1, y1] = this.centre(from);
        if (from === to) return svg`<g class="arrow ${kind}"><circle cx=${x1} cy=${y1} r="0.43" stroke-width="0.09"></circle></g>`;
        const [x2, y2] = this.centre(to);
        const long = Math.hypot(x2 - x1, y2 - y1) || 1;
        const [ux, uy] = [(x2 - x1) / long, (y2 - y1) / long];
        const [tx, ty] = [x2 - ux * 0.12, y2 - uy * 0.12];
        const [bx, by] = [tx - ux * 0.34, ty - uy * 0.34];
        const head = `${tx},${ty} ${bx - uy * 0.2},${by + ux * 0.2} ${bx + uy * 0.2},${by - ux * 0.2}`;
        return svg`<g class="arrow ${kind}">
          <line x1=${x1 + ux * 0.3} y1=${y1 + uy * 0.3} x2=${bx} y2=${by} stroke-width="0.13" stroke-linecap="round"></line>
          <polygon points=${head} stroke="none"></polygon>
        </g>`;
      })}
    </svg>`;
  }

  private ask(question: Question) {
    const answer = (kind: Kind | null) => this.report("board-answer", { kind });
    return html`<div class="ask" role="dialog" aria-modal="true" aria-label="The Pawn has reached the last rank"
      @keydown=${(event: KeyboardEvent) => event.key === "Escape" && answer(null)}>
      <div>
        <p>The Pawn on ${question.square}</p>
        <div class="kinds">
          ${question.kinds.map((kind) => {
            const letter = question.colour === "white" ? kind.toUpperCase() : kind;
            return html`<button data-kind=${kind} @click=${() => answer(kind)}>
              <svg viewBox="0 0 100 100" aria-hidden="true">${man(letter)}</svg>
              ${kind === "p" ? "remains a Pawn" : NAMES[kind]}
            </button>`;
          })}
          <button class="cancel" @click=${() => answer(null)}>Not yet: keep it in hand</button>
        </div>
      </div>
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "jd-board": JdBoard;
  }
}
