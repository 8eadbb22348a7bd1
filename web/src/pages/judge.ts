/* What do all the codes say of this? Set up a position, act an incident out, and share the judgement as a link. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, query, state } from "lit/decorators.js";
import "../board/board.js";
import "../game/acts-form.js";
import "../law/clause.js";
import type { Question } from "../board/board.js";
import type { JdActs } from "../game/acts-form.js";
import { actWords } from "../game/acts.js";
import { Hand, type Deed } from "../game/hand.js";
import { Marks } from "../game/preview.js";
import type { Judged } from "../api.js";
import { judge } from "../judging.js";
import { castlingOnto, colourOf, fenOf, menOf, ORDINARY, rankOf, type Men, type Square } from "../fen.js";
import { man } from "../men.js";
import { manName, sentence, typeset, type Kind } from "../say.js";
import { KnownCodes } from "../codes.js";
import { pack, unpack, type Incident } from "../incident.js";
import { actOf, capital, type Act, type Code, type Colour, type Right, type State } from "../record.js";
import { menStyle, shared } from "../style/shared.js";
import { codeWords, ending } from "../words.js";

const TOUCHED: Incident = {
  start: "6k1/6p1/8/8/8/8/5PPP/6KR w - - 0 1",
  acts: [{ by: "white", act: "touch", square: "h1" }],
};

const EXAMPLES: { name: string; incident: Incident }[] = [
  { name: "A touched man that cannot move", incident: TOUCHED },
  {
    name: "A Bishop played like a Rook",
    incident: { start: ORDINARY, acts: [{ by: "white", act: "move", move: "e2e4" }, { by: "black", act: "move", move: "e7e5" }, { by: "white", act: "move", move: "f1f3" }] },
  },
  {
    name: "A check nobody announced",
    incident: {
      start: "4k3/7p/8/8/8/8/3P4/R3K3 w Q - 0 1",
      acts: [{ by: "white", act: "move", move: "a1a8" }, { by: "black", act: "move", move: "h7h6" }],
    },
  },
  {
    name: "A Pawn that remains a Pawn",
    incident: { start: "8/P7/8/8/8/7k/8/7K w - - 0 1", acts: [{ by: "white", act: "move", move: "a7a8p" }] },
  },
  {
    name: "Two moves in succession",
    incident: { start: ORDINARY, acts: [{ by: "white", act: "move", move: "e2e4" }, { by: "white", act: "move", move: "d2d4" }] },
  },
];

@customElement("jd-judge")
export class JdJudge extends LitElement {
  @state() private incident: Incident = { start: ORDINARY, acts: [] };
  @state() private setting = false;
  @state() private brush: string | "" = "";
  @state() private turn: Colour = "white";
  @state() private actor: Colour | "umpire" | "turn" = "turn";
  @state() private lead: Code = "bcc-1899";
  @state() private judged: (Judged & { acts: Act[] }) | null = null;
  @state() private problem: string | null = null;
  /** The address did not hold an incident. */
  @state() private misread = false;
  @state() private busy = false;
  @state() private copied = false;
  @state() private touching = false;
  @state() private question: (Question & { from: Square; to: Square }) | null = null;
  @query("jd-acts") private forms!: JdActs;
  private codes = new KnownCodes(this);
  private hand = new Hand();
  private asked: AbortController | null = null;

  static styles = [
    shared,
    menStyle,
    css`
      :host {
        display: block;
        max-width: 1480px;
        margin: 0 auto;
        padding: clamp(16px, 3vw, 32px) clamp(10px, 3vw, 32px) 64px;
      }
      .top {
        display: grid;
        gap: 20px 32px;
        margin-top: 18px;
      }
      .top > .stack:first-child {
        max-width: 460px;
      }
      @media (min-width: 720px) {
        .top {
          grid-template-columns: minmax(0, min(420px, 100dvh - 420px, 46vw)) minmax(0, 1fr);
        }
      }
      @media (min-width: 720px) and (max-height: 700px) {
        .top {
          grid-template-columns: minmax(0, 340px) minmax(0, 1fr);
        }
      }
      .brushes {
        max-width: 460px;
        display: grid;
        grid-template-columns: repeat(6, 1fr);
        gap: 4px;
      }
      .brushes button {
        padding: 2px;
        min-height: 44px;
      }
      .brushes svg {
        width: 38px;
        height: 38px;
        background: var(--light-square);
        border-radius: 6px;
      }
      ol {
        margin: 0;
        padding: 0;
        list-style: none;
        display: grid;
        gap: 4px;
      }
      ol li {
        display: flex;
        align-items: center;
        gap: 10px;
        padding: 6px 10px;
        background: var(--card);
        border: 1px solid var(--line);
        border-radius: 8px;
      }
      ol li span:first-child {
        color: var(--soft);
        font-variant-numeric: tabular-nums;
      }
      ol li .what {
        flex: 1;
        font-family: var(--serif);
      }
      .verdicts {
        display: grid;
        gap: 12px;
        margin-top: 28px;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 250px), 1fr));
        align-items: start;
      }
      @media (min-width: 1000px) {
        .verdicts {
          grid-template-columns: repeat(3, minmax(0, 1fr));
        }
      }
      .verdict {
        padding: 16px;
        display: grid;
        gap: 10px;
      }
      .verdict header {
        display: flex;
        align-items: baseline;
        justify-content: space-between;
        gap: 8px;
      }
      .verdict h2 {
        color: var(--brass);
        font-size: 1.5rem;
        font-variant-numeric: oldstyle-nums;
      }
      .verdict ul {
        margin: 0;
        padding: 0;
        list-style: none;
        display: grid;
        gap: 8px;
      }
      .ruling {
        font: 1rem/1.4 var(--serif);
      }
      .ruling small {
        display: block;
        font: 0.75rem/1.3 var(--sans);
        color: var(--soft);
      }
      .rights li {
        font-size: 0.9375rem;
        padding-left: 12px;
        border-left: 2px solid var(--mark-choice);
      }
      .nothing {
        color: var(--soft);
        font-family: var(--serif);
      }
      .rights button {
        margin-top: 4px;
      }
      .caps {
        margin-bottom: 6px;
      }
      .misread {
        margin-top: 20px;
      }
      .empty {
        padding: 20px;
        border: 1px dashed var(--strong-line);
        border-radius: 10px;
        font-family: var(--serif);
        color: var(--soft);
      }
    `,
  ];

  connectedCallback() {
    super.connectedCallback();
    addEventListener("hashchange", this.fromLink);
    this.fromLink();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    removeEventListener("hashchange", this.fromLink);
  }

  private fromLink = () => {
    const text = location.hash.slice(1);
    if (!text) {
      this.change(TOUCHED, false);
      return;
    }
    const found = unpack(text);
    this.change(found ?? TOUCHED, false);
    if (!found) this.misread = true;
  };

  private change(incident: Incident, write = true) {
    this.incident = incident;
    this.turn = incident.start.split(" ")[1] === "b" ? "black" : "white";
    this.hand.clear();
    this.copied = this.misread = false;
    if (write) history.replaceState(null, "", `#${pack(incident)}`);
    void this.judge();
  }

  private async judge() {
    this.asked?.abort();
    const asked = new AbortController();
    this.asked = asked;
    this.busy = true;
    try {
      const { acts } = this.incident;
      const judged = await judge(this.incident, asked.signal);
      if (asked.signal.aborted) return;
      this.judged = { ...judged, acts };
      this.problem = null;
    } catch (error) {
      if (asked.signal.aborted) return;
      this.problem = (error as Error).message;
    } finally {
      if (!asked.signal.aborted) this.busy = false;
    }
  }

  /** The state on the board: that of the code which leads, or the first that has one. */
  private get shown(): State | null {
    const all = this.judged?.codes;
    return (all?.[this.lead] ?? Object.values(all ?? {})[0])?.states.at(-1) ?? null;
  }

  /** Why no game can begin from this position, under any code. */
  private get unplayable(): string | null {
    const all = Object.values(this.judged?.codes ?? {});
    if (all.length === 0 || all.some(({ states }) => states.length > 0)) return null;
    return typeset(all[0]!.stopped?.detail.replace(/^"start": /, "") ?? "it is no position");
  }

  private get men(): Men {
    return menOf(this.setting ? this.incident.start : (this.shown?.board ?? this.incident.start));
  }

  private get by(): Act["by"] {
    return this.actor === "turn" ? (this.shown?.turn ?? this.turn) : this.actor;
  }

  private add(act: Act) {
    this.change({ ...this.incident, acts: [...this.incident.acts, act] });
  }

  private deeds(deeds: Deed[]) {
    for (const deed of deeds) {
      const by = this.by;
      if (deed.do === "move") this.move(deed.from, deed.to);
      else if (deed.do !== "touch" || this.touching) this.add({ by, act: deed.do, square: deed.square });
    }
    this.requestUpdate();
  }

  private move(from: Square, to: Square) {
    const letter = this.men.get(from);
    if (letter?.toLowerCase() === "p" && (rankOf(to) === 0 || rankOf(to) === 7)) {
      this.question = { square: to, colour: colourOf(letter), kinds: ["q", "r", "b", "n", "p"], from, to };
      return;
    }
    const state = this.shown;
    const castling = letter && state?.turn === colourOf(letter) ? castlingOnto(this.men, state.moves, from, to) : null;
    this.add({ by: this.by, act: "move", move: castling ?? from + to });
  }

  private paint(at: Square) {
    const men = new Map(this.men);
    if (!this.brush || men.get(at) === this.brush) men.delete(at);
    else men.set(at, this.brush);
    this.change({ start: fenOf(men, this.turn), acts: [] });
  }

  private carry(from: Square, to: Square | null) {
    const men = new Map(this.men);
    const who = men.get(from);
    if (!who) return;
    men.delete(from);
    if (to) men.set(to, who);
    this.change({ start: fenOf(men, this.turn), acts: [] });
  }

  private async share() {
    history.replaceState(null, "", `#${pack(this.incident)}`);
    try {
      await navigator.clipboard.writeText(location.href);
      this.copied = true;
    } catch {
      this.problem = "Copying is not allowed here: the link is in the address bar.";
    }
  }

  private circumstances() {
    const by = this.by;
    return { men: this.men, side: (by === "umpire" || by === "timekeeper" ? "white" : by) as Colour, free: true, slow: false };
  }

  render() {
    const marks = new Marks();
    const state = this.shown;
    const last = this.incident.acts.at(-1);
    if (!this.setting && last) {
      if (typeof last.move === "string") {
        marks.add(last.move.slice(0, 2), "last");
        marks.add(last.move.slice(2, 4), "last");
      }
      if (typeof last.square === "string") marks.add(last.square, "touched");
    }
    return html`<h1>Judge an incident</h1>
      <p class="soft">Set up a position, act it out at the board, and read what each code makes of it.</p>
      ${this.misread ? html`<p class="notice bad misread" role="alert">The link that brought you here holds no incident; perhaps it was cut short. Here is an example instead.</p>` : nothing}
      <div class="top">
        <div class="stack">
          <jd-board
            .fen=${this.setting ? this.incident.start : (state?.board ?? this.incident.start)}
            .marks=${marks}
            .hand=${this.setting ? null : this.hand.chosen}
            .question=${this.question}
            label="Board of the incident"
            @hand-press=${(event: CustomEvent<{ square: Square }>) => !this.setting && this.deeds(this.hand.press(event.detail.square, this.circumstances()))}
            @hand-tap=${(event: CustomEvent<{ square: Square }>) =>
              this.setting ? this.paint(event.detail.square) : this.touching ? this.requestUpdate() : this.deeds(this.hand.tap(event.detail.square, this.circumstances()))}
            @hand-drop=${(event: CustomEvent<{ from: Square; to: Square | null }>) =>
              this.setting ? this.carry(event.detail.from, event.detail.to) : this.deeds(this.hand.drop(event.detail.from, event.detail.to, this.circumstances()))}
            @board-answer=${(event: CustomEvent<{ kind: Kind | null }>) => {
              const asked = this.question;
              this.question = null;
              if (asked && event.detail.kind) this.add({ by: this.by, act: "move", move: asked.from + asked.to + event.detail.kind });
            }}
          ></jd-board>
          <div class="row">
            <button aria-pressed=${this.setting} @click=${() => (this.setting = !this.setting)}>Set up</button>
            ${this.setting
              ? nothing
              : html`<button aria-pressed=${this.touching} @click=${() => (this.touching = !this.touching)} title="Pressing a man only touches it">Only touch</button>`}
            <button @click=${() => this.change({ start: ORDINARY, acts: [] })}>Starting position</button>
            ${this.setting ? html`<button @click=${() => this.change({ start: "8/8/8/8/8/8/8/8 w - - 0 1", acts: [] })}>Clear</button>` : nothing}
          </div>
        </div>
        <div class="stack">
          ${this.setting ? this.brushes() : this.theActs()}
          ${this.problem ? html`<p class="notice bad" role="alert">${this.problem}</p>` : nothing}
          ${this.unplayable ? html`<p class="notice ${this.setting ? "" : "bad"} unplayable" role="status">No code can judge this position: ${this.unplayable}.</p>` : nothing}
          <div>
            <p class="caps">Known incidents</p>
            <div class="row">
              ${EXAMPLES.map(
                (example) =>
                  html`<button class="compact" @click=${() => {
                    this.setting = false;
                    this.change(example.incident);
                  }}>${example.name}</button>`,
              )}
            </div>
          </div>
        </div>
      </div>
      <div class="verdicts" aria-live="polite" aria-busy=${this.busy}>${this.judged && !this.unplayable ? this.codes.names.map((code) => this.verdict(code)) : nothing}</div>
      <jd-acts .parties=${["white", "black", "umpire", "timekeeper"]} .fen=${state?.board ?? this.incident.start} .turn=${state?.turn ?? this.turn} @act=${(event: CustomEvent<Act>) => this.add(event.detail)}></jd-acts>`;
  }

  private brushes() {
    return html`<div class="stack">
      <div class="brushes" role="group" aria-label="Men to put on the board">
        ${["K", "Q", "R", "B", "N", "P", "k", "q", "r", "b", "n", "p"].map(
          (letter) =>
            html`<button aria-pressed=${this.brush === letter} aria-label=${manName(letter)} @click=${() => (this.brush = this.brush === letter ? "" : letter)}>
              <svg viewBox="0 0 100 100" aria-hidden="true">${man(letter)}</svg>
            </button>`,
        )}
      </div>
      <p class="small soft">${this.brush ? `Press a square to put a ${manName(this.brush)} there.` : "Press a man to take it off; drag to move it; drag off the board to remove it."}</p>
      <div class="row" role="group" aria-label="Who is to play">
        ${(["white", "black"] as const).map(
          (side) =>
            html`<button aria-pressed=${this.turn === side} @click=${() => {
              this.change({ start: fenOf(menOf(this.incident.start), side), acts: [] });
            }}>${capital(side)} to play</button>`,
        )}
      </div>
      <label>Position as FEN<input type="text" spellcheck="false" .value=${this.incident.start} @change=${(event: Event) => this.change({ start: (event.target as HTMLInputElement).value.trim(), acts: [] })} /></label>
      <button class="main" @click=${() => (this.setting = false)}>Now act it out</button>
    </div>`;
  }

  private theActs() {
    const { acts } = this.incident;
    return html`<div class="stack">
      <div class="row">
        <h2>What happened</h2>
        <button class="compact" @click=${this.share}>${this.copied ? "Link copied" : "Copy the link"}</button>
      </div>
      ${acts.length === 0
        ? html`<p class="empty">Nothing yet. Play at the board, lawfully or not, or choose an act below.</p>`
        : html`<ol>
            ${acts.map(
              (act, at) =>
                html`<li>
                  <span>${at + 1}.</span><span class="what">${actWords(act)}</span>
                  <button class="plain compact" aria-label="Forget this and what follows" @click=${() => this.change({ ...this.incident, acts: acts.slice(0, at) })}>✕</button>
                </li>`,
            )}
          </ol>`}
      <div class="row" role="group" aria-label="Whose hand">
        <span class="small soft">Whose hand:</span>
        ${(["turn", "white", "black"] as const).map((who) => html`<button class="compact" aria-pressed=${this.actor === who} @click=${() => (this.actor = who)}>${who === "turn" ? "whose turn it is" : capital(who)}</button>`)}
      </div>
      <div class="row">
        <button @click=${() => this.forms.show()}>Something else happens…</button>
        ${acts.length > 0 ? html`<button class="plain" @click=${() => this.change({ ...this.incident, acts: acts.slice(0, -1) })}>Take back the last</button>` : nothing}
      </div>
    </div>`;
  }

  private verdict(code: Code) {
    const verdict = this.judged?.codes[code];
    const words = codeWords(code);
    if (!verdict) {
      return html`<section class="card verdict"><header><h2>${words.short}</h2></header><p class="nothing">This arbiter does not carry this code yet.</p></section>`;
    }
    const state = verdict.states.at(-1);
    if (!state) {
      return html`<section class="card verdict" data-code=${code} aria-label=${words.name}><header><h2>${words.short}</h2></header><p class="nothing">${sentence(verdict.stopped?.detail ?? "")}</p></section>`;
    }
    const rights = (["white", "black", "umpire"] as const).flatMap((party) => state.options?.[party] ?? []);
    const lines = verdict.states.slice(1).flatMap((after, at) => [
      ...after.rulings.map((ruling) => ({ act: at, ...ruling, refused: false })),
      ...(after.refused ? [{ act: at, clause: after.refused.clause, text: after.refused.why, party: null, refused: true }] : []),
    ]);
    return html`<section class="card verdict" data-code=${code} aria-label=${words.name}>
      <header>
        <h2>${words.short}</h2>
        <button class="compact plain" aria-pressed=${this.lead === code} @click=${() => (this.lead = code)}>on the board</button>
      </header>
      ${lines.length === 0
        ? html`<p class="nothing">${this.incident.acts.length === 0 ? "Nothing has happened." : "The law has nothing to say."}</p>`
        : html`<ul>
            ${lines.map(
              (line) =>
                html`<li class="ruling">
                  <small>${line.act + 1}. ${actWords(this.judged!.acts[line.act]!, undefined, line.refused)}</small>
                  ${line.refused ? html`<strong>Refused.</strong> ` : nothing}${sentence(line.text)}
                  ${line.clause ? html`<jd-clause .code=${code} .clause=${line.clause}></jd-clause>` : nothing}
                </li>`,
            )}
          </ul>`}
      <p><strong>${ending(state)}</strong>${state.status === "in-play" ? html` <span class="small soft">(${state.moves.length} ${state.moves.length === 1 ? "move" : "moves"})</span>` : nothing}
        ${state.clause ? html`<jd-clause .code=${code} .clause=${state.clause}></jd-clause>` : nothing}</p>
      ${state.duty && !lines.some((line) => line.text === state.duty!.text) ? html`<p class="notice bad small">${sentence(state.duty.text)} <jd-clause .code=${code} .clause=${state.duty.clause}></jd-clause></p>` : nothing}
      ${rights.length > 0 ? this.rightsOf(code, rights) : nothing}
      ${verdict.stopped ? html`<p class="notice bad small">Act ${verdict.stopped.act}: ${verdict.stopped.detail}</p>` : nothing}
    </section>`;
  }

  private rightsOf(code: Code, rights: Right[]) {
    return html`<div class="rights">
      <p class="caps">Open now</p>
      <ul>
        ${rights.slice(0, 8).map(
          (right) =>
            html`<li>
              <strong>${capital(right.by)}</strong>: ${right.text ? typeset(right.text) : actWords(right)}
              ${right.clause ? html`<jd-clause .code=${code} .clause=${right.clause}></jd-clause>` : nothing}
              <br /><button class="compact plain" @click=${() => {
                this.lead = code;
                this.add(actOf(right));
              }}>do it</button>
            </li>`,
        )}
      </ul>
      ${rights.length > 8 ? html`<p class="small soft">and ${rights.length - 8} more</p>` : nothing}
    </div>`;
  }
}
