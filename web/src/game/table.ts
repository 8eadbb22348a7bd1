/* The table: a board, two clocks, a score sheet and an arbiter, for players, umpire and onlookers alike. */
import { LitElement, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import "../board/board.js";
import "./acts-form.js";
import "./arbiter.js";
import "./chat.js";
import "./clock.js";
import "./envelope.js";
import "./leave.js";
import "./score.js";
import "./typed.js";
import type { Arrow, JdBoard, Question } from "../board/board.js";
import { api, links, Problem, seats, type Channel, type Entry, type Invitation } from "../api.js";
import { face } from "../face.js";
import { colourOf, menOf, ORDINARY, placement, rankOf, startOf, taken, type Men, type Square } from "../fen.js";
import { LiveGame } from "../live.js";
import { man, type Kind } from "../men.js";
import { actOf, capital, other, type Act, type Colour, type Party, type Right } from "../record.js";
import { menStyle, shared } from "../style/shared.js";
import { ago, CODE_WORDS, ending, isOver } from "../words.js";
import { actWords } from "./acts.js";
import type { JdActs } from "./acts-form.js";
import { Hand, type Circumstances, type Deed } from "./hand.js";
import { checkMark, dutyMarks, lastMove, Marks, rightMarks, spokenMoves } from "./preview.js";
import type { Style } from "./score.js";
import { tableStyle } from "./table-style.js";
import type { Line } from "./typed.js";

const STYLE = "jadoube.notation";

const ICONS = {
  first: "M5 4v12M16 4l-8 6 8 6z",
  back: "M14 4l-8 6 8 6z",
  on: "M6 4l8 6-8 6z",
  last: "M15 4v12M4 4l8 6-8 6z",
  turn: "M6 16V4M3 7l3-3 3 3M14 4v12M11 13l3 3 3-3",
};

/** Telephones can send a link on; elsewhere it is copied. */
const SHARES = matchMedia("(pointer: coarse)").matches && typeof navigator.share === "function";

const icon = (name: keyof typeof ICONS) =>
  html`<svg viewBox="0 0 20 20" aria-hidden="true"><path d=${ICONS[name]} /></svg>`;

@customElement("jd-table")
export class JdTable extends LitElement {
  @property() game = "";

  @state() private live: LiveGame | null = null;
  @state() private flipped = false;
  @state() private slow = false;
  @state() private saying: "check" | "mate" | null = null;
  @state() private shownAt: number | null = null;
  @state() private looking: Right | null = null;
  @state() private question: (Question & { from: Square; to: Square }) | null = null;
  @state() private notice: string | null = null;
  @state() private style_: Style = (localStorage.getItem(STYLE) as Style | null) ?? "algebraic";
  @state() private invitations: Invitation[] = [];
  @state() private copied: string | null = null;
  /** Moves of ours not yet acknowledged, drawn as if they were. */
  @state() private ahead: Men | null = null;
  @state() private adjusting = false;
  /** With both sides at one screen: whose hand it is. */
  @state() private actor: "turn" | Colour = "turn";
  @query("jd-acts") private acts!: JdActs;
  private hand = new Hand();

  static styles = [shared, menStyle, tableStyle];

  private looked = () => {
    if (document.visibilityState !== "visible" || !this.live?.view) return;
    document.title = `${this.titleOf()} · Jadoube`;
    void this.live.refresh();
  };

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener("visibilitychange", this.looked);
    this.open();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener("visibilitychange", this.looked);
    this.live?.stop();
  }

  protected willUpdate(changed: Map<string, unknown>) {
    if (changed.has("game") && this.live && this.live.id !== this.game) this.open();
  }

  protected updated() {
    // For whoever has to know that everything done has been acknowledged.
    this.toggleAttribute("waiting", (this.live?.waiting ?? 0) > 0);
    // In a match the same seat is kept in the next game.
    const next = this.live?.view?.next_game;
    const token = seats.get(this.game);
    if (next && token && !seats.get(next)) seats.set(next, token);
  }

  private open() {
    this.live?.stop();
    // Another table, another hand: nothing of the last game is carried over.
    this.hand.clear();
    this.flipped = this.slow = this.adjusting = false;
    this.saying = this.shownAt = this.looking = this.question = this.notice = this.ahead = null;
    this.actor = "turn";
    const fragment = /seat=([A-Za-z0-9_-]+)/.exec(location.hash);
    if (fragment) {
      seats.set(this.game, fragment[1]!);
      history.replaceState(null, "", location.pathname);
    }
    const live = new LiveGame(this.game);
    let first = true;
    live.addEventListener("change", () => {
      this.requestUpdate();
      if (first && live.view) {
        first = false;
        this.seated();
      }
    });
    live.addEventListener("acts", (event) => this.happened((event as CustomEvent<Entry[]>).detail));
    this.live = live;
    live.start();
  }

  private seated() {
    const view = this.live!.view!;
    document.title = `${this.titleOf()} · Jadoube`;
    if (view.you.parties.length === 1 && view.you.parties[0] === "black") this.flipped = true;
    this.invitations = links.get(this.game);
    for (const channel of this.channels()) void this.live!.loadMessages(channel).catch(() => undefined);
  }

  private happened(entries: Entry[]) {
    // A touch acknowledged says nothing yet of the move that follows it.
    if (this.live?.waiting === 0) this.ahead = null;
    this.looking = null;
    const moved = entries.some((entry) => entry.record);
    if (moved && !this.hand.holding) this.hand.clear();
    const view = this.live?.view;
    if (view && moved) document.title = `${document.visibilityState === "hidden" ? "● " : ""}${this.titleOf()} · Jadoube`;
  }

  private titleOf(): string {
    const view = this.live!.view!;
    if (view.title) return view.title;
    if (this.bothHere) return "Both at one screen";
    const empty = (["white", "black"] as const).find((side) => {
      const seats = view.seats.filter((seat) => seat.party === side);
      return seats.length > 0 && seats.every((seat) => !seat.taken && !seat.name);
    });
    if (empty) return `${this.nameOf(other(empty))} and an empty chair`;
    return `${this.nameOf("white")} – ${this.nameOf("black")}`;
  }

  private nameOf(side: Colour): string {
    const view = this.live!.view!;
    if (this.bothHere) return capital(side);
    const names = view.seats.filter((seat) => seat.party === side).map((seat) => seat.name);
    return names.filter(Boolean).join(" and ") || capital(side);
  }

  private get bothHere(): boolean {
    return this.live?.view?.settings.opponent === "here";
  }

  /** The side whose hand this viewer is, if any. With both sides at one screen, it is he whose turn it is. */
  private get me(): Colour | null {
    const view = this.live?.view;
    if (!view) return null;
    const own = view.you.parties.filter((party): party is Colour => party === "white" || party === "black");
    if (own.length === 0) return null;
    if (own.length === 2 && this.actor !== "turn") return this.actor;
    return own.includes(view.state.turn) ? view.state.turn : own[0]!;
  }

  private get free(): boolean {
    const header = this.live?.view?.header;
    return !!header && !header.guard && header.mode !== "communication";
  }

  private get men(): Men {
    return this.ahead ?? menOf(this.live?.view?.state.board);
  }

  private get circumstances(): Circumstances {
    return { men: this.men, side: this.me ?? "white", free: this.free, slow: this.slow };
  }

  private async do(act: Act) {
    this.notice = null;
    try {
      const after = await this.live!.do(act);
      if (after.refused) this.hand.clear();
    } catch (error) {
      const problem = error as Problem;
      this.notice =
        problem.kind === "stale" ? "Something happened at the board before you: look again." : problem.detail;
      this.hand.clear();
    } finally {
      if (this.live!.waiting === 0) this.ahead = null;
      this.requestUpdate();
    }
  }

  private deeds(deeds: Deed[]) {
    const by = this.me;
    if (!by) return;
    for (const deed of deeds) {
      if (deed.do === "move") this.move(deed.from, deed.to);
      else void this.do({ by, act: deed.do, square: deed.square });
    }
    this.adjusting = this.hand.intent === "adjust";
    this.requestUpdate();
  }

  private move(from: Square, to: Square) {
    const letter = this.men.get(from);
    if (!letter) return;
    const code = this.live!.view!.header.code;
    const last = colourOf(letter) === "white" ? 7 : 0;
    if (letter.toLowerCase() === "p" && rankOf(to) === last) {
      const kinds: Kind[] = code === "bca-1862" ? ["q", "r", "b", "n", "p"] : ["q", "r", "b", "n"];
      this.question = { square: to, colour: colourOf(letter), kinds, from, to };
      return;
    }
    this.play(from + to);
  }

  private play(uci: string) {
    const by = this.me!;
    const act: Act = { by, act: "move", move: uci };
    if (this.saying) act.say = this.saying;
    this.saying = null;
    this.ahead = this.afterMove(uci);
    void this.do(act);
  }

  /** The men as they will probably stand: only until the server answers. */
  private afterMove(uci: string): Men {
    const men = new Map(this.men);
    const [from, to, becomes] = [uci.slice(0, 2), uci.slice(2, 4), uci.slice(4)];
    const letter = men.get(from);
    if (!letter) return men;
    men.delete(from);
    men.set(to, becomes ? (colourOf(letter) === "white" ? becomes.toUpperCase() : becomes) : letter);
    const castling: Record<string, [Square, Square]> = {
      e1g1: ["h1", "f1"],
      e1c1: ["a1", "d1"],
      e8g8: ["h8", "f8"],
      e8c8: ["a8", "d8"],
    };
    const rook = letter.toLowerCase() === "k" ? castling[uci] : undefined;
    if (rook && men.get(rook[0])?.toLowerCase() === "r" && !men.has(rook[1])) {
      men.set(rook[1], men.get(rook[0])!);
      men.delete(rook[0]);
    }
    return men;
  }

  private answered(event: CustomEvent<{ kind: Kind | null }>) {
    const question = this.question;
    this.question = null;
    if (question && event.detail.kind) this.play(question.from + question.to + event.detail.kind);
    this.shadowRoot?.querySelector<JdBoard>("jd-board")?.focusSquare(question?.to ?? "e4");
  }

  private say(words: "check" | "mate") {
    const by = this.me;
    const view = this.live?.view;
    if (!by || !view) return;
    // Before one's move it goes with the move; after it, it is said at once.
    if (view.state.turn === by && view.you.parties.length === 1) this.saying = this.saying === words ? null : words;
    else if (view.you.parties.length > 1) this.saying = this.saying === words ? null : words;
    else void this.do({ by, act: "say", words });
  }

  private letGo() {
    const by = this.me;
    if (!by) return;
    this.hand.clear();
    void this.do({ by, act: "quit" });
  }

  private typed(event: CustomEvent<Line>) {
    const by = this.me;
    if (!by) return;
    const { text, reading } = event.detail;
    if (this.live!.view!.header.mode === "communication") {
      const act: Act = { by, act: "send", text };
      if (event.detail.if.length > 0) act.if = event.detail.if;
      void this.do(act);
    } else this.play(reading!.moves[0]!.uci);
  }

  private seal(event: CustomEvent<Line>) {
    const by = this.me;
    if (by) void this.do({ by, act: "seal", record: event.detail.text });
  }

  private key(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const keys: Record<string, () => void> = {
      j: () => this.adjust(),
      c: () => this.say("check"),
      f: () => (this.flipped = !this.flipped),
      q: () => this.hand.holding && this.letGo(),
      "[": () => this.step(-1),
      "]": () => this.step(1),
    };
    const run = keys[event.key];
    if (run) {
      event.preventDefault();
      run();
    }
  }

  private adjust() {
    this.hand.intent = this.hand.intent === "adjust" ? "play" : "adjust";
    this.adjusting = this.hand.intent === "adjust";
  }

  private step(by: number) {
    const log = this.live!.view!.log.filter((entry) => entry.board !== null);
    const at = this.shownAt === null ? log.length : log.findIndex((entry) => entry.seq === this.shownAt) + 1;
    const next = Math.max(0, Math.min(log.length, at + by));
    this.shownAt = next >= log.length ? null : next === 0 ? 0 : log[next - 1]!.seq;
  }

  private start(): string {
    const header = this.live?.view?.header;
    return header ? startOf(header) : ORDINARY;
  }

  /** A link goes out the way this machine sends things, or into the clipboard. */
  private async send(text: string) {
    if (SHARES) {
      try {
        await navigator.share({ title: "A game of chess", url: text });
        return;
      } catch (error) {
        if ((error as Error).name === "AbortError") return;
      }
    }
    try {
      await navigator.clipboard.writeText(text);
      this.copied = text;
    } catch {
      this.notice = "Copying is not allowed here: select the link and copy it by hand.";
    }
  }

  private async download(what: "record" | "pgn", name: string) {
    try {
      const blob = await api.download(this.game, what);
      const link = document.createElement("a");
      link.href = URL.createObjectURL(blob);
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
    } catch (error) {
      this.notice = (error as Error).message;
    }
  }

  private channels(): Channel[] {
    const view = this.live!.view!;
    const sides = view.header.sides;
    const own = view.you.parties.filter((party): party is Colour => party === "white" || party === "black");
    const counsel: Channel[] = own.length === 1 && (sides?.[own[0]!]?.length ?? 1) > 1 ? [own[0]!] : [];
    const onlookers: Channel[] = view.you.role === "onlooker" || view.you.role === "umpire" ? ["onlookers"] : [];
    return ["table", ...counsel, ...onlookers];
  }

  render() {
    const live = this.live;
    if (!live?.view) return this.beforeSeated();
    const view = live.view;
    const bottom: Colour = this.flipped ? "black" : "white";
    return html`
      ${live.link === "lost" || live.link === "connecting"
        ? html`<div class="lost" role="status">
            <span class="pulse"></span>
            <span>
              <strong>The connection is lost.</strong>
              ${live.waiting > 0 ? "Your move is kept and will be sent when the server is back." : "Trying again…"}
            </span>
          </div>`
        : nothing}
      <div class="title">
        <h1>${this.titleOf()}</h1>
        <p class="small soft">
          <a href="/law/${view.header.code}">${CODE_WORDS[view.header.code].name}</a> · ${this.terms()}
          ${view.onlookers > 0 ? html` · ${view.onlookers} looking on` : nothing}
        </p>
      </div>
      <div class=${view.header.mode === "communication" ? "table post" : "table"}>
        <div class="board" @keydown=${this.key}>
          <div class="play">${this.player(other(bottom))} ${this.theBoard(bottom)} ${this.player(bottom)} ${this.theHand()}</div>
          <div class="tools no-print">${this.tools()}</div>
        </div>
        <div class="invite no-print">${this.waitingFor()}</div>
        <div class="side arbiter">${this.beside()}</div>
        <div class="side sheet">${this.theSheet()}</div>
      </div>
      <p class="unseen" aria-live="assertive">${this.spoken()}</p>
      <jd-acts .parties=${view.you.parties} .fen=${view.state.board} .side=${bottom} .turn=${view.state.turn} @act=${(event: CustomEvent<Act>) => this.do(event.detail)}></jd-acts>
    `;
  }

  private terms(): string {
    const { header, settings } = this.live!.view!;
    const blindfold = settings.blindfold.length > 0;
    const words = [header.mode === "communication" ? (blindfold ? "blindfold" : "by post") : header.guard ? "guarded" : "free board"];
    if (header.odds) {
      const { men = [], moves = 0 } = header.odds;
      words.push(`odds: ${men.join(" and ") || "the move"}${moves > 1 ? ` and ${moves}` : ""}`);
    }
    const period = header.time_limit?.by?.[0];
    const due = this.live!.view!.clock?.flag_ms;
    if (header.mode === "communication" && due) words.push(`reply due ${ago(due)}`);
    if (period) words.push(`${period.moves} in ${Math.round(period.seconds / 60)} min`);
    return words.join(" · ");
  }

  /** What a listener hears of the last act. */
  private spoken(): string {
    const entry = this.live!.view!.log.at(-1);
    if (!entry) return "";
    const written = entry.record ? `${capital(entry.act.by)}: ${entry.record.full || entry.record.algebraic}` : actWords(entry.act);
    return `${written}.`;
  }

  private beforeSeated() {
    const live = this.live;
    if (live?.link === "closed" && live.problem) {
      const home = html`<a class="button main" href="/">To the front page</a>`;
      return live.problem.status === 404
        ? face("K", "No such table", "There is no game here, or it is private and this browser has no seat in it. Ask for the invitation link.", home)
        : face("K", "This table is not open to you", live.problem.detail, home);
    }
    return html`<div role="status">
      ${live?.link === "lost" ? face("p", "The server cannot be reached", "Trying again…") : face("P", "Sitting down…", "")}
    </div>`;
  }

  private player(side: Colour) {
    const view = this.live!.view!;
    const people = view.seats.filter((seat) => seat.party === side);
    const names = this.nameOf(side);
    const mine = view.you.parties.includes(side);
    const computer = view.computer?.side === side ? view.computer : null;
    const empty = people.length > 0 && people.every((seat) => !seat.taken);
    const away = people.length > 0 && !empty && people.every((seat) => !seat.present);
    const lost = view.state.board === null ? [] : taken(menOf(this.shown().fen), menOf(this.start()))[other(side)];
    return html`<div class="player">
      <span class="dot ${side}" aria-hidden="true"></span>
      <div class="who">
        <div class="name">
          ${names}
          <span class="away">
            ${computer ? (computer.thinking ? "thinking…" : "the computer") : mine && view.you.parties.length === 1 ? "you" : empty ? "not yet here" : away ? "away" : ""}
          </span>
        </div>
        ${lost.length > 0
          ? html`<div class="taken" role="img" aria-label="Men taken: ${lost.length}">
              ${lost.map((letter) => html`<svg viewBox="0 0 100 100" aria-hidden="true">${man(letter)}</svg>`)}
            </div>`
          : nothing}
      </div>
      <jd-clock .clock=${view.header.time_limit ? view.clock : null} .since=${this.live!.clockAt} .side=${side}></jd-clock>
    </div>`;
  }

  /** What the board shows: the present, an earlier position, or what a right would lead to. */
  private shown(): { fen: string | null; marks: Marks; arrows: Arrow[]; present: boolean } {
    const view = this.live!.view!;
    const marks = new Marks();
    if (this.looking) {
      const arrows = rightMarks(marks, this.looking, view.state);
      return { fen: this.looking.then?.board ?? view.state.board, marks, arrows, present: false };
    }
    if (this.shownAt !== null) {
      const upTo = view.log.filter((entry) => entry.seq <= this.shownAt!);
      lastMove(marks, upTo);
      return { fen: this.shownAt === 0 ? this.start() : (upTo.at(-1)?.board ?? this.start()), marks, arrows: [], present: false };
    }
    lastMove(marks, view.log);
    const spoken = this.hand.chosen ? [] : spokenMoves(view.state, view.log.at(-1)?.act);
    checkMark(marks, view.state, view.log, !!view.header.guard);
    const mine = this.me === view.state.turn || view.you.role !== "player";
    const arrows = mine || view.state.duty ? dutyMarks(marks, view.state, view.log) : [];
    const fen = this.ahead ? `${placement(this.ahead)} w - - 0 1` : view.state.board;
    return { fen, marks, arrows: this.hand.chosen ? [] : [...arrows, ...spoken], present: true };
  }

  private theBoard(bottom: Colour) {
    const view = this.live!.view!;
    if (view.state.board === null) {
      const last = [...view.log].reverse().find((entry) => entry.record);
      return html`<div class="blind">
        <svg viewBox="0 0 120 48" aria-hidden="true">
          <path d="M6 16c16-8 34-10 54-10s38 2 54 10v12c-14 8-28 11-38 9-8-2-11-9-16-9s-8 7-16 9c-10 2-24-1-38-9z" />
          <path d="M114 20l4 22M112 27l-6 17" />
        </svg>
        ${last
          ? html`<p class="last">${capital(last.act.by)}: ${last.record![this.style_] || last.record!.algebraic}</p>`
          : html`<p class="last">Blindfold</p>`}
        <p>No board is sent to you. Write your moves; the arbiter answers.</p>
      </div>`;
    }
    const { fen, marks, arrows, present } = this.shown();
    const mine = this.me !== null && !isOver(view.state) && view.header.mode !== "communication";
    // With both sides at one screen the next hand waits until it is known whose turn it is.
    const settled = this.ahead === null || !(view.you.parties.includes("white") && view.you.parties.includes("black"));
    const reachable = mine && present && settled && (this.free || this.me === view.state.turn);
    const chosen = reachable ? this.hand.chosen : null;
    const targets =
      chosen && view.state.turn === this.me
        ? view.state.moves.filter((uci) => uci.startsWith(chosen)).map((uci) => uci.slice(2, 4))
        : [];
    return html`<jd-board
      .fen=${fen}
      .side=${bottom}
      .hand=${chosen}
      .targets=${targets}
      .marks=${marks}
      .arrows=${arrows}
      .question=${this.question}
      .reach=${this.free ? "all" : (this.me ?? "all")}
      ?still=${!reachable}
      ?preview=${this.looking !== null}
      label="Chess board, ${ending(view.state)}"
      @hand-press=${(event: CustomEvent<{ square: Square }>) => this.deeds(this.hand.press(event.detail.square, this.circumstances))}
      @hand-tap=${(event: CustomEvent<{ square: Square }>) => this.deeds(this.hand.tap(event.detail.square, this.circumstances))}
      @hand-drop=${(event: CustomEvent<{ from: Square; to: Square | null }>) =>
        this.deeds(this.hand.drop(event.detail.from, event.detail.to, this.circumstances))}
      @hand-cancel=${() => {
        if (!this.hand.holding) this.hand.clear();
        this.adjusting = false;
        this.requestUpdate();
      }}
      @board-answer=${this.answered}
    ></jd-board>`;
  }

  private theHand() {
    const view = this.live!.view!;
    const words = CODE_WORDS[view.header.code];
    const player = this.me !== null && !isOver(view.state);
    return html`${this.shownAt !== null
        ? html`<p class="notice" role="status">
            An earlier position.
            <button class="compact" @click=${() => (this.shownAt = null)}>Back to the present</button>
          </p>`
        : nothing}
      ${player && this.free && view.state.status === "in-play" && view.you.parties.includes("white") && view.you.parties.includes("black")
        ? html`<div class="hand" role="group" aria-label="Whose hand">
            <span class="small soft">Whose hand:</span>
            ${(["turn", "white", "black"] as const).map(
              (who) =>
                html`<button class="compact" aria-pressed=${this.actor === who} @click=${() => (this.actor = who)}>
                  ${who === "turn" ? "by turns" : capital(who)}
                </button>`,
            )}
          </div>`
        : nothing}
      ${player && this.free && view.state.status === "in-play"
        ? html`<div class="hand">
              <button aria-pressed=${this.adjusting} title="J" @click=${this.adjust}>I adjust</button>
              ${words.announces
                ? html`<button aria-pressed=${this.saying === "check"} title="C: said with the move, or at once after it" @click=${() => this.say("check")}>
                    “Check”
                  </button>
                  <button aria-pressed=${this.saying === "mate"} title="Said with the move, or at once after it" @click=${() => this.say("mate")}>“Mate”</button>`
                : nothing}
              ${this.hand.holding
                ? html`<button class="main" title="Q" @click=${this.letGo}>Let go</button>`
                : html`<button
                    aria-pressed=${this.slow}
                    title="Lift, put down and let go as separate acts"
                    @click=${() => (this.slow = !this.slow)}
                  >
                    Keep hold
                  </button>`}
            </div>`
        : nothing}`;
  }

  /** Looking back, turning the board, and the line to write on. */
  private tools() {
    const view = this.live!.view!;
    const player = this.me !== null && !isOver(view.state);
    const post = view.header.mode === "communication";
    return html`${player && view.state.status === "in-play"
        ? html`<jd-typed
            .read=${(text: string, signal: AbortSignal) => api.readInGame(this.game, text, signal)}
            ?post=${post}
            ?disabled=${this.me !== view.state.turn}
            action=${post ? "Send" : "Play"}
            hint=${this.me !== view.state.turn ? "Your opponent is to play" : ""}
            @typed=${this.typed}
          ></jd-typed>`
        : nothing}
      <div class="replay" role="group" aria-label="Replay" ?hidden=${view.state.board === null}>
        <button class="plain" aria-label="Start" @click=${() => (this.shownAt = view.log.length > 0 ? 0 : null)}>${icon("first")}</button>
        <button class="plain" aria-label="One back" title="[" @click=${() => this.step(-1)}>${icon("back")}</button>
        <button class="plain" aria-label="One on" title="]" @click=${() => this.step(1)}>${icon("on")}</button>
        <button class="plain" aria-label="Present" @click=${() => (this.shownAt = null)}>${icon("last")}</button>
        <span class="space"></span>
        <button class="plain" aria-label="Turn the board" title="F" @click=${() => (this.flipped = !this.flipped)}>${icon("turn")}</button>
      </div>`;
  }

  private beside() {
    const live = this.live!;
    const view = live.view!;
    const { code } = view.header;
    return html`
      ${this.notice
        ? html`<p class="notice bad no-print" role="alert">${this.notice}
            <button class="compact plain" @click=${() => (this.notice = null)}>Very well</button></p>`
        : nothing}
      ${view.computer?.trouble ? html`<p class="notice bad no-print" role="status">The computer: ${view.computer.trouble}</p>` : nothing}
      ${this.startsLater()}
      <section class="card panel no-print" aria-label="The arbiter">
        <jd-arbiter
          .code=${code}
          .state=${view.state}
          .log=${view.log}
          .parties=${view.you.parties as Party[]}
          turn=${this.whoseTurn()}
          ?free=${this.free}
          ?busy=${live.waiting > 0}
          @preview=${(event: CustomEvent<Right | null>) => (this.looking = event.detail)}
          @right=${(event: CustomEvent<Right>) => this.do(actOf(event.detail))}
        ></jd-arbiter>
        ${this.afterwards()}
      </section>
      ${view.sealed
        ? html`<jd-envelope class="no-print" .sealed=${view.sealed} game=${view.id} .parties=${view.you.parties}></jd-envelope>`
        : nothing}
      ${this.sealing()} ${this.buttons()}
      ${this.me && view.header.mode === "communication" && view.header.reply_hours && !isOver(view.state)
        ? html`<jd-leave class="no-print" .view=${view} .me=${this.me} @leave-changed=${() => live.refresh()}></jd-leave>`
        : nothing}
    `;
  }

  /** The score sheet, what can be taken home, and what is said at the table. */
  private theSheet() {
    const live = this.live!;
    const view = live.view!;
    const { code } = view.header;
    return html`
      <jd-score
        .log=${view.log}
        .start=${this.start()}
        .style_=${this.style_}
        .at=${this.shownAt}
        .heading=${`${this.titleOf()} · ${CODE_WORDS[code].name} · ${ending(view.state)}`}
        @score-style=${(event: CustomEvent<Style>) => {
          this.style_ = event.detail;
          localStorage.setItem(STYLE, event.detail);
        }}
        @show-at=${(event: CustomEvent<number>) => {
          this.looking = null;
          this.shownAt = event.detail === view.seq ? null : event.detail;
        }}
      ></jd-score>
      <p class="papers no-print" role="group" aria-label="To take home">
        Take home:
        <button @click=${() => this.download("record", `jadoube-${view.id}.jsonl`)}>Record</button>
        <button @click=${() => this.download("pgn", `jadoube-${view.id}.pgn`)}>PGN</button>
        <button @click=${() => print()}>Print</button>
      </p>
      ${this.invitations.some((invitation) => invitation.party === "onlooker") && !isOver(view.state)
        ? html`<details class="fold no-print">
            <summary>Onlookers${view.onlookers > 0 ? ` (${view.onlookers})` : ""}</summary>
            <p class="small soft">Whoever has this link may look on; nothing he says reaches the players.</p>
            ${this.invitations.filter((invitation) => invitation.party === "onlooker").map((invitation) => this.chair(invitation))}
          </details>`
        : nothing}
      <details class="fold no-print" ?open=${live.messages.length > 0}>
        <summary>Talk${live.messages.length > 0 ? ` (${live.messages.length})` : ""}</summary>
        <jd-chat
          game=${this.game}
          .channels=${this.channels()}
          .messages=${live.messages}
          .mayWrite=${(channel: Channel) => (channel === "table" ? view.you.role !== "onlooker" : channel === "onlookers" ? view.you.role === "onlooker" : true)}
          @channel=${(event: CustomEvent<Channel>) => void live.loadMessages(event.detail)}
          @spoken=${(event: CustomEvent<Channel>) => void live.loadMessages(event.detail)}
        ></jd-chat>
      </details>
    `;
  }

  /** Before the hour that was fixed. */
  private startsLater() {
    const view = this.live!.view!;
    if (!view.header.scheduled || view.started_ms === null || view.started_ms <= Date.now() || view.seq > 0) return nothing;
    const when = new Intl.DateTimeFormat("en", { dateStyle: "full", timeStyle: "short" }).format(view.started_ms);
    return html`<p class="notice no-print">Play starts ${ago(view.started_ms)}: ${when}.</p>`;
  }

  /** A word to him who looks: whether it is his turn. */
  private whoseTurn(): string {
    const view = this.live!.view!;
    if (view.state.status !== "in-play" || view.you.role !== "player" || this.bothHere) return "";
    return view.you.parties.includes(view.state.turn) ? "your turn" : "";
  }

  private afterwards() {
    const view = this.live!.view!;
    if (!isOver(view.state)) return nothing;
    return html`<div class="row after">
      ${view.next_game
        ? html`<a class="button main" href="/game/${view.next_game}">To the next game</a>`
        : view.match
          ? html`<button class="main" @click=${() => api.nextGame(view.match!, this.game).catch((error: Problem) => (this.notice = error.detail))}>Next game of the match</button>`
          : html`<a class="button" href="/new">Another game</a>`}
    </div>`;
  }

  private sealing() {
    const view = this.live!.view!;
    const last = view.log.at(-1);
    if (view.state.status !== "adjourned" || view.sealed?.opened === null || !this.me) return nothing;
    if (!last || this.me !== view.state.turn) return nothing;
    return html`<section class="card panel no-print">
      <h3>Seal your move</h3>
      <p class="small soft">Write it so that nobody can doubt it. It lies in the envelope, unseen, until the game is resumed.</p>
      <jd-typed post alone .read=${(text: string, signal: AbortSignal) => api.readInGame(this.game, text, signal)} action="Seal" @typed=${this.seal}></jd-typed>
    </section>`;
  }

  private waitingFor() {
    const view = this.live!.view!;
    const seats = this.invitations.filter((invitation) =>
      view.seats.some((seat) => seat.party === invitation.party && seat.person === invitation.person && !seat.taken),
    );
    if (isOver(view.state)) return nothing;
    if (seats.length === 0) return nothing;
    return html`<section class="card panel" aria-label="Invitations">
      <h3>${seats.length === 1 ? "An empty chair: send its link" : "Empty chairs: send each its link"}</h3>
      ${seats.map((invitation) => this.chair(invitation))}
    </section>`;
  }

  private chair(invitation: Invitation) {
    const url = new URL(invitation.link, location.href).href;
    const onlookers = invitation.party === "onlooker";
    const who = invitation.name ?? (onlookers ? "Onlookers" : capital(invitation.party));
    return html`<div class="link">
      ${onlookers ? nothing : html`<p class="small"><strong>${who}</strong></p>`}
      <input type="text" readonly .value=${url} aria-label="Link for ${who}" data-party=${invitation.party} @focus=${(event: Event) => (event.target as HTMLInputElement).select()} />
      <button class=${onlookers ? "" : "main"} @click=${() => this.send(url)}>${this.copied === url ? "Copied" : SHARES ? "Send" : "Copy"}</button>
    </div>`;
  }

  private buttons() {
    const view = this.live!.view!;
    const player = this.me !== null && !isOver(view.state);
    const by = this.me;
    const umpire = view.you.parties.includes("umpire");
    const adjourned = view.state.status === "adjourned";
    if (isOver(view.state) || (!player && !umpire)) return nothing;
    return html`<div class="bar no-print" role="group" aria-label="At the table">
      ${player && by && view.state.status === "in-play"
        ? html`<button @click=${() => this.do({ by, act: "offer", what: "draw" })}>Offer a draw</button>
            <button @click=${() => this.acts.show("claim")}>Claim…</button>
            <button @click=${() => this.acts.show("point-out")}>Point out…</button>
            <button @click=${() => this.do({ by, act: "adjourn" })}>Adjourn</button>
            <button class="danger" @click=${() => this.acts.show("resign")}>Resign…</button>`
        : nothing}
      ${player && by && view.header.scheduled && !view.log.some((entry) => entry.act.act === "arrive" && entry.act.by === by)
        ? html`<button class="main" @click=${() => this.do({ by, act: "arrive" })}>I am here</button>`
        : nothing}
      ${adjourned && (player || umpire)
        ? html`<button class="main" @click=${() => this.do({ by: by ?? "umpire", act: "resume" })}>Resume</button>`
        : nothing}
      ${player && !this.bothHere && view.seats.some((seat) => seat.party === "umpire")
        ? html`<button @click=${() => this.acts.show("dispute")}>Ask the umpire…</button>`
        : nothing}
      ${umpire && !isOver(view.state) && (!this.bothHere || view.state.status === "suspended")
        ? html`<button @click=${() => this.acts.show("decide")}>Decide…</button>`
        : nothing}
      ${(player || umpire) && !isOver(view.state) ? html`<button @click=${() => this.acts.show()}>Anything else…</button>` : nothing}
    </div>`;
  }
}
