/* The table: a board, two clocks, a score sheet and an arbiter, for players, umpire and onlookers alike. */
import { LitElement, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import "../ask.js";
import "../board/board.js";
import "../terms.js";
import "./acts-form.js";
import "./arbiter.js";
import "./bar.js";
import "./chairs.js";
import "./chat.js";
import "./envelope.js";
import "./leave.js";
import "./over.js";
import "./replay.js";
import "./score.js";
import "./typed.js";
import type { Arrow, JdBoard, Question } from "../board/board.js";
import { api, links, Problem, seats, type Channel, type Entry, type Invitation, type Message } from "../api.js";
import type { Asked, JdAsk } from "../ask.js";
import { codes, type CodeFacts } from "../codes.js";
import { face } from "../face.js";
import { afterMove, castlingOnto, colourOf, menOf, ORDINARY, placement, rankOf, startOf, taken, type Men, type Square } from "../fen.js";
import { readHere } from "../judging.js";
import { LiveGame } from "../live.js";
import { HERE, layHere, LocalGame } from "../local.js";
import { actOf, capital, other, type Act, type Colour, type Party, type Right, type Shape } from "../record.js";
import { reader, typeset, type Kind } from "../say.js";
import { settings } from "../settings.js";
import { sound } from "../sound.js";
import { menStyle, shared } from "../style/shared.js";
import { badge, tell } from "../attention.js";
import { ago, codeWords, ending, isOver, playerOf, titleOf } from "../words.js";
import type { JdActs } from "./acts-form.js";
import { inOneBreath, spoken } from "./breath.js";
import { heard } from "./heard.js";
import { Hand, type Circumstances, type Deed } from "./hand.js";
import { checkMark, dutyMarks, lastMove, Marks, rightMarks, spokenMoves } from "./preview.js";
import { discreet, ofCourse, usualTouch } from "./quiet.js";
import { atStake, pressRight, rightsOf } from "./rights.js";
import type { Step } from "./replay.js";
import { inStyle } from "./score.js";
import { seat } from "./seat.js";
import { knowsNoPremoves, outOfTurn, Stakes } from "./stakes.js";
import { tableStyle } from "./table-style.js";
import { title } from "./title.js";
import type { JdTyped, Line } from "./typed.js";

const WIDE = matchMedia("(min-width: 1240px)");
const NARROW = matchMedia("(max-width: 899px)");

@customElement("jd-table")
export class JdTable extends LitElement {
  @property() game = "";

  @state() private live: LiveGame | LocalGame | null = null;
  @state() private flipped = false;
  @state() private slow = false;
  @state() private saying: "check" | "mate" | null = null;
  @state() private shownAt: number | null = null;
  @state() private looking: Right | null = null;
  @state() private question: (Question & { from: Square; to: Square; held?: boolean }) | null = null;
  @state() private notice: string | null = null;
  @state() private facts: CodeFacts | undefined = undefined;
  @state() private match: Shape<"Match"> | null = null;
  /** On a narrow screen: the arbiter's sheet is up. */
  @state() private risen = false;
  /** What was just said at the table, until it has been seen. */
  @state() private overheard: Message | null = null;
  @state() private invitations: Invitation[] = [];
  /** Moves of ours not yet acknowledged, drawn as if they were. */
  @state() private ahead: Men | null = null;
  @state() private adjusting = false;
  /** With both sides at one screen: whose hand it is. */
  @state() private actor: "turn" | Colour = "turn";
  @query("jd-acts") private acts!: JdActs;
  @query("jd-ask") private asks!: JdAsk;
  private hand = new Hand();
  /** The man lifted and not yet let go of. */
  private lifted = "";
  private stakes = new Stakes();
  private known: { log: Entry[]; facts: CodeFacts | undefined; over: boolean; seen: Entry[] } | null = null;
  private wheeled = 0;
  /** The press now under way began beside the risen sheet. */
  private onShade = false;
  private asking = false;

  static styles = [shared, menStyle, tableStyle];

  private looked = () => {
    if (document.visibilityState !== "visible" || !this.live?.view) return;
    badge(false);
    this.redraw();
    void this.live.refresh();
  };

  private redraw = () => this.requestUpdate();

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener("visibilitychange", this.looked);
    document.addEventListener("keydown", this.anywhere);
    settings.addEventListener("change", this.redraw);
    WIDE.addEventListener("change", this.redraw);
    NARROW.addEventListener("change", this.redraw);
    this.open();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener("visibilitychange", this.looked);
    document.removeEventListener("keydown", this.anywhere);
    settings.removeEventListener("change", this.redraw);
    WIDE.removeEventListener("change", this.redraw);
    NARROW.removeEventListener("change", this.redraw);
    badge(false);
    this.live?.stop();
  }

  /** Left and right turn the pages of the game, wherever one is; a field and the board's own cursor keep their keys. */
  private anywhere = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !this.live?.view) return;
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const at = event.composedPath()[0];
    if (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement) return;
    event.preventDefault();
    this.step(event.key === "ArrowLeft" ? -1 : 1);
  };

  private wheel(event: WheelEvent) {
    if (event.ctrlKey || !this.live?.view || this.live.view.log.length === 0 || NARROW.matches) return;
    event.preventDefault();
    this.wheeled += event.deltaY;
    if (Math.abs(this.wheeled) < 60) return;
    this.step(this.wheeled < 0 ? -1 : 1);
    this.wheeled = 0;
  }

  /** What happened, as this viewer may read it. */
  private get log(): Entry[] {
    const view = this.live!.view!;
    const over = isOver(view.state);
    if (this.known?.log !== view.log || this.known.facts !== this.facts || this.known.over !== over) {
      this.known = { log: view.log, facts: this.facts, over, seen: discreet(view.log, this.facts, view.you.parties, over) };
    }
    return this.known.seen;
  }

  protected willUpdate(changed: Map<string, unknown>) {
    if (changed.has("game") && this.live && this.live.id !== this.game) this.open();
  }

  protected updated(changed: Map<string, unknown>) {
    if (changed.has("risen")) {
      this.onShade = false;
      this.followSheet(changed.get("risen") === true);
    }
    // For whoever has to know that everything done has been acknowledged.
    this.toggleAttribute("waiting", (this.live?.waiting ?? 0) > 0);
    // Who sits here may change. What called him back to a hidden page stays until he looks.
    if (this.live?.view && document.visibilityState === "visible") document.title = `${titleOf(this.live.view)} · Jadoube`;
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
    this.saying = this.shownAt = this.looking = this.question = this.notice = this.ahead = this.match = this.overheard = null;
    this.actor = "turn";
    this.risen = false;
    this.stakes.clear();
    this.known = null;
    const fragment = /seat=([A-Za-z0-9_-]+)/.exec(location.hash);
    if (fragment) {
      seats.set(this.game, fragment[1]!);
      history.replaceState(null, "", location.pathname);
    }
    const live = this.game === HERE ? new LocalGame() : new LiveGame(this.game);
    let first = true;
    live.addEventListener("change", () => {
      this.requestUpdate();
      if (first && live.view) {
        first = false;
        this.seated();
      }
    });
    live.addEventListener("acts", (event) => this.happened((event as CustomEvent<Entry[]>).detail));
    live.addEventListener("next", () => {
      sound("turn");
      if (NARROW.matches) this.risen = true;
    });
    live.addEventListener("said", (event) => this.heard((event as CustomEvent<Message>).detail));
    this.live = live;
    live.start();
  }

  private seated() {
    const view = this.live!.view!;
    if (view.you.parties.length === 1 && view.you.parties[0] === "black") this.flipped = true;
    this.invitations = links.get(this.game);
    codes.of(view.header.code).then(
      (facts) => (this.facts = facts),
      () => undefined,
    );
    this.lookAtMatch();
    // Rights that stood before one came can be lost unseen as well.
    if (this.stakes.areNew(this.atStake()) && NARROW.matches) this.risen = true;
    for (const channel of this.channels()) void this.live!.loadMessages(channel).catch(() => undefined);
  }

  /** How the match stands, where this is a game of one. */
  private lookAtMatch() {
    const id = this.live!.view!.match;
    if (id) api.match(id, this.game).then((match) => (this.match = match), () => undefined);
  }

  private happened(entries: Entry[]) {
    // A touch acknowledged says nothing yet of the move that follows it.
    if (this.live?.waiting === 0) this.ahead = null;
    this.looking = null;
    const moved = entries.some((entry) => entry.record);
    if (moved && !this.hand.holding) this.hand.clear();
    const view = this.live?.view;
    if (!view) return;
    for (const each of heard(entries, view, this.start(), this.whoseTurn() !== "")) sound(each);
    if (isOver(view.state)) this.lookAtMatch();
    const mine = this.whoseTurn() && entries.some((entry) => !(view.you.parties as Party[]).includes(entry.act.by));
    if (mine && document.visibilityState === "hidden") {
      document.title = `● Your turn: ${titleOf(view)} · Jadoube`;
      badge(true);
      tell("Your turn", titleOf(view), `/game/${this.game}`);
    }
    // On a narrow screen rights that could be lost unseen rise by themselves, and so does the end of the game.
    const fresh = this.stakes.areNew(this.atStake());
    if (NARROW.matches && (fresh || (isOver(view.state) && view.you.role === "player"))) this.risen = true;
    else if (this.rights().length === 0) this.risen = false;
  }

  /** Something was said: on a narrow screen the talk is far below, so it is shown where one looks. */
  private heard(message: Message) {
    const you = this.live!.view!.you;
    if (message.author === you.name && (you.parties as string[]).includes(message.party)) return;
    this.overheard = message;
    sound("turn");
  }

  private nameOf(side: Colour): string {
    return playerOf(this.live!.view!, side);
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
    return { men: this.men, side: this.me ?? "white", free: this.free, slow: this.slow, castles: (from, to) => this.castling(from, to) !== null };
  }

  /** What may be chosen now; what a touch gives as a matter of course is no news. */
  private rights(): Right[] {
    const view = this.live!.view!;
    const usual = usualTouch(view.state, this.log.at(-1));
    return rightsOf(view.state, view.you.parties).filter((right) => !(usual && ofCourse(right)));
  }

  private atStake(): Right[] {
    return atStake(this.live!.view!.state, this.rights()).filter((right) => this.me === null || right.by === this.me);
  }

  /** What a hand that comes to the board would lose, or begin, without knowing it. Each is asked about once. */
  private unaware(): "rights" | "turn" | null {
    const view = this.live!.view!;
    if (!this.free || this.bothHere) return null;
    if (this.stakes.haveToBeAsked(this.atStake())) return "rights";
    return view.state.turn !== this.me && view.state.status === "in-play" && !knowsNoPremoves() ? "turn" : null;
  }

  private async mayTouch(unaware: "rights" | "turn"): Promise<boolean> {
    if (unaware === "turn") return this.ask(outOfTurn());
    const may = await this.ask(this.stakes.question(this.atStake()));
    if (!may && NARROW.matches) this.risen = true;
    else if (!may) this.renderRoot.querySelector("jd-arbiter")?.scrollIntoView({ block: "nearest" });
    return may;
  }

  private ask = (asked: Asked): Promise<boolean> => this.asks.ask(asked);

  /** Something that one of the parts could not do. */
  private trouble = (event: CustomEvent<string>) => (this.notice = event.detail);

  private async do(act: Act) {
    this.notice = null;
    try {
      const after = await this.live!.do(act);
      // A man whose touch is refused may be on its way: where it is set down is told too.
      if (after.refused && act.act !== "touch") this.hand.clear();
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
      // Already touched, and not put back: there is nothing to report.
      else if (deed.do === "touch" && this.counted(deed.square) !== deed.square) continue;
      else {
        if (deed.do === "lift") this.lifted = this.men.get(deed.square) ?? "";
        void this.do({ by, act: deed.do, square: deed.square });
        // A Pawn put on the last rank and still held: what it becomes is part of the move.
        if (deed.do === "place" && this.isLastRank(this.lifted, deed.square)) this.asksKind(this.lifted, deed.square, deed.square, true);
      }
    }
    this.adjusting = this.hand.intent === "adjust";
    this.requestUpdate();
  }

  /** What a gesture means is worked out at once, since the hand remembers; whether it happens may have to be asked first. */
  private gesture(deeds: Deed[]) {
    if (this.asking) {
      // The drag that goes on under a question is not what he has answered.
      this.hand.clear();
      return;
    }
    const first = deeds[0];
    const unaware = first && (first.do === "touch" || first.do === "lift" || first.do === "move") ? this.unaware() : null;
    if (!unaware) {
      this.deeds(deeds);
      return;
    }
    this.asking = true;
    void this.mayTouch(unaware).then((may) => {
      this.asking = false;
      if (may) this.deeds(deeds);
      else {
        this.hand.clear();
        this.requestUpdate();
      }
    });
  }

  private isLastRank(letter: string, to: Square): boolean {
    return letter.toLowerCase() === "p" && rankOf(to) === (colourOf(letter) === "white" ? 7 : 0);
  }

  private asksKind(letter: string, from: Square, to: Square, held = false) {
    const kinds: Kind[] = this.facts?.pawn_may_stay ? ["q", "r", "b", "n", "p"] : ["q", "r", "b", "n"];
    this.question = { square: to, colour: colourOf(letter), kinds, from, to, held };
  }

  private move(from: Square, to: Square) {
    const letter = this.men.get(from);
    if (!letter) return;
    if (this.isLastRank(letter, to)) {
      this.asksKind(letter, from, to);
      return;
    }
    const counted = this.counted(from);
    if (counted === to) {
      this.notice = `The law counts it as still on ${to}: play it from ${from} to where it may go.`;
      return;
    }
    this.play(this.castling(from, to) ?? counted + to);
  }

  /** Where the law counts a man that was moved unlawfully and may still be taken back: where it came from. */
  private counted(at: Square): Square {
    const { moves } = this.live!.view!.state;
    const last = this.live!.view!.log.findLast((entry) => entry.act.act === "move" && !entry.refused);
    if (!last || last.record || last.act.by !== this.me) return at;
    const from = String(last.act.move).slice(0, 2);
    const there = String(last.act.move).slice(2, 4) === at && !this.men.has(from) && moves.some((uci) => uci.startsWith(from));
    return there ? from : at;
  }

  /** A King set down on his own Rook means castling, where that is lawful. */
  private castling(from: Square, to: Square): string | null {
    const { turn, moves } = this.live!.view!.state;
    return turn === this.me ? castlingOnto(this.men, moves, from, to) : null;
  }

  private play(uci: string) {
    const by = this.me!;
    if (this.live!.view!.header.mode === "communication") {
      // By post a move is written; it goes out when he sends it.
      this.renderRoot.querySelector<JdTyped>(".tools jd-typed, .sheet jd-typed")?.put(uci);
      return;
    }
    const act: Act = { by, act: "move", move: uci };
    if (this.saying) act.say = this.saying;
    this.saying = null;
    this.ahead = afterMove(this.men, uci, this.live!.view!.state.moves.includes(uci));
    const done = this.do(act);
    // Only what the law counts is completed for him; the rest he presses, or takes back, himself.
    if (settings.now.press) void done.then(() => this.pressing() && this.press());
  }

  private answered(event: CustomEvent<{ kind: Kind | null }>) {
    const question = this.question;
    this.question = null;
    if (question?.held) {
      if (event.detail.kind) void this.do({ by: this.me!, act: "promote", to: event.detail.kind as Act["to"] });
    } else if (question && event.detail.kind) this.play(question.from + question.to + event.detail.kind);
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
      m: () => settings.set({ sound: !settings.now.sound }),
      p: () => this.press(),
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

  /** Another position than the one shown. */
  private look(event: CustomEvent<Step>) {
    if (event.detail === "first") this.shownAt = this.live!.view!.log.length > 0 ? 0 : null;
    else if (event.detail === "present") this.shownAt = null;
    else this.step(event.detail);
  }

  private start(): string {
    const header = this.live?.view?.header;
    return header ? startOf(header) : ORDINARY;
  }

  /** What a text means in this game. */
  private read = (text: string, signal: AbortSignal) =>
    this.game === HERE ? readHere(text, this.live!.view!.state.board ?? ORDINARY) : api.readInGame(this.game, text, signal);

  private async download(what: "record" | "pgn") {
    try {
      const blob = this.live instanceof LocalGame ? new Blob([what === "pgn" ? await this.live.pgn() : this.live.record()]) : await api.download(this.game, what);
      const link = document.createElement("a");
      link.href = URL.createObjectURL(blob);
      link.download = `jadoube-${this.live!.view!.id}.${what === "pgn" ? "pgn" : "jsonl"}`;
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
      ${title(view, this.match)}
      <div ?inert=${NARROW.matches && this.risen} class="table ${view.header.mode === "communication" ? "post" : ""} ${this.bothHere && this.free ? "both" : ""}">
        <div class="board" @keydown=${this.key}>
          <div class="play">${this.player(other(bottom))} ${this.theBoard(bottom)} ${this.strip()} ${this.player(bottom)} ${this.theHand()}</div>
          ${WIDE.matches && view.header.mode !== "communication" ? nothing : html`<div class="tools no-print">${this.tools()}</div>`}
        </div>
        <div class="invite no-print">${this.waitingFor()}</div>
        <div class="side arbiter">${this.beside()}</div>
        <div class="side sheet">${this.theSheet()}</div>
      </div>
      <p class="unseen" aria-live="assertive">${spoken(view, this.log)}</p>
      ${this.risenSheet()}
      <jd-acts .parties=${view.you.parties} .fen=${view.state.board} .side=${bottom} .turn=${view.state.turn} @act=${(event: CustomEvent<Act>) => this.do(event.detail)}></jd-acts>
      <jd-ask></jd-ask>
    `;
  }

  /** On a narrow screen the arbiter stands at the board's edge: whose turn, one sentence, and a way to one's rights. */
  private strip() {
    if (!NARROW.matches) return nothing;
    const view = this.live!.view!;
    const open = this.rights();
    const pending = view.state.pending ?? [];
    const usual = usualTouch(view.state, this.log.at(-1));
    const mine = this.whoseTurn() !== "";
    const press = this.pressing();
    const breath = inOneBreath(view, this.log, this.bothHere ? null : this.me) || (pending.length > 0 && !usual ? "Your opponent may choose." : "");
    const { overheard } = this;
    return html`<div class="strip no-print ${open.length > 0 ? "rights" : ""} ${press ? "pressing" : ""}">
      <button class="line" aria-expanded=${this.risen} @click=${() => (this.risen = true)}>
        <span class="words">
          <strong class=${mine ? "turn mine" : "turn"}>${ending(view.state, view.you.parties)}</strong>
          <span class="breath">${breath}</span>
        </span>
        <span class=${open.length > 0 ? "open many" : "open"}>${open.length > 0 ? `You may (${open.length})` : press ? "" : "Arbiter"}</span>
      </button>
      ${press ? html`<button class="main press" @click=${this.press}>Press the clock</button>` : nothing}
      ${overheard
        ? html`<button class="heard" @click=${() => this.goTalk()}><strong>${overheard.author ?? capital(overheard.party)}:</strong> ${overheard.text}</button>`
        : nothing}
    </div>`;
  }

  private goTalk() {
    this.overheard = null;
    const fold = this.renderRoot.querySelector<HTMLDetailsElement>("details.talk");
    if (!fold) return;
    fold.open = true;
    fold.scrollIntoView({ block: "center" });
  }

  /** The focus goes with the sheet, and back to the strip when it is gone; nobody is interrupted in the middle of a word. */
  private followSheet(before: boolean) {
    const now = this.renderRoot instanceof ShadowRoot ? this.renderRoot.activeElement : null;
    if (this.risen && !(now instanceof HTMLElement && now.matches("jd-chat, jd-typed"))) this.renderRoot.querySelector<HTMLElement>(".risen")?.focus({ preventScroll: true });
    else if (before && !this.risen && now === null) this.renderRoot.querySelector<HTMLElement>(".strip .line")?.focus({ preventScroll: true });
  }

  /** A press beside the sheet closes it; the end of a press that began before the sheet came up does not mean it. */
  private besideSheet() {
    if (this.onShade) this.risen = false;
  }

  private risenSheet() {
    if (!NARROW.matches || !this.risen) return nothing;
    return html`<div class="shade" @pointerdown=${() => (this.onShade = true)} @click=${this.besideSheet}></div>
      <section class="risen" role="dialog" aria-modal="true" aria-label="The arbiter" tabindex="-1" @keydown=${(event: KeyboardEvent) => event.key === "Escape" && (this.risen = false)}>
        <button class="plain close" aria-label="Close" @click=${() => (this.risen = false)}>✕</button>
        ${isOver(this.live!.view!.state) ? this.overCard(true) : this.theArbiter()}
      </section>`;
  }

  private beforeSeated() {
    const live = this.live;
    if (live?.link === "closed" && live.problem) {
      const home = html`<a class="button main" href="/">To the front page</a>`;
      return live.problem.status === 404
        ? face("K", "No such table", "There is no game here, or it is private and this browser has no seat in it. Ask for the invitation link.", home)
        : face("K", live.problem.status === 503 ? "This game cannot be opened now" : "This table is not open to you", live.problem.detail, home);
    }
    return html`<div role="status">
      ${live?.link === "lost" ? face("p", "The server cannot be reached", "Trying again…") : face("P", "Sitting down…", "")}
    </div>`;
  }

  private player(side: Colour) {
    const view = this.live!.view!;
    const lost = view.state.board === null ? [] : taken(menOf(this.shown().fen), menOf(this.start()))[other(side)];
    return seat(view, side, lost, this.live!.clockAt);
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
      const upTo = this.log.filter((entry) => entry.seq <= this.shownAt!);
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
      const last = [...this.log].reverse().find((entry) => entry.record);
      return html`<div class="blind">
        <svg viewBox="0 0 120 48" aria-hidden="true">
          <path d="M6 16c16-8 34-10 54-10s38 2 54 10v12c-14 8-28 11-38 9-8-2-11-9-16-9s-8 7-16 9c-10 2-24-1-38-9z" />
          <path d="M114 20l4 22M112 27l-6 17" />
        </svg>
        ${last
          ? html`<p class="last">${capital(last.act.by)}: ${inStyle(last.record!, settings.now)}</p>`
          : html`<p class="last">Blindfold</p>`}
        <p>No board is sent to you. Write your moves; the arbiter answers.</p>
      </div>`;
    }
    const { fen, marks, arrows, present } = this.shown();
    const mine = this.me !== null && !isOver(view.state);
    // With both sides at one screen the next hand waits until it is known whose turn it is.
    const settled = this.ahead === null || !(view.you.parties.includes("white") && view.you.parties.includes("black"));
    const reachable = mine && present && settled && (this.free || this.me === view.state.turn);
    const chosen = reachable ? this.hand.chosen : null;
    const targets =
      chosen && view.state.turn === this.me
        ? view.state.moves.filter((uci) => uci.startsWith(this.counted(chosen))).map((uci) => uci.slice(2, 4))
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
      draws
      @wheel=${this.wheel}
      @hand-press=${(event: CustomEvent<{ square: Square }>) => this.gesture(this.hand.press(event.detail.square, this.circumstances))}
      @hand-tap=${(event: CustomEvent<{ square: Square }>) => this.gesture(this.hand.tap(event.detail.square, this.circumstances))}
      @hand-drop=${(event: CustomEvent<{ from: Square; to: Square | null }>) =>
        this.gesture(this.hand.drop(event.detail.from, event.detail.to, this.circumstances))}
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
    const player = this.me !== null && !isOver(view.state);
    const press = this.pressing();
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
      ${player && view.state.status === "in-play" && view.header.mode !== "communication" && (this.free || this.facts?.announces)
        ? html`<div class="hand">
              ${this.free ? html`<button aria-pressed=${this.adjusting} title="J" @click=${this.adjust}>I adjust</button>` : nothing}
              ${this.facts?.announces
                ? html`<button aria-pressed=${this.saying === "check"} title="C: said with the move, or at once after it" @click=${() => this.say("check")}>
                    “Check”
                  </button>
                  <button aria-pressed=${this.saying === "mate"} title="Said with the move, or at once after it" @click=${() => this.say("mate")}>“Mate”</button>`
                : nothing}
              ${press
                ? html`${NARROW.matches ? nothing : html`<button class="main" title="P" @click=${this.press}>Press the clock</button>`}
                    <label class="small"><input type="checkbox" .checked=${settings.now.press} @change=${() => settings.set({ press: !settings.now.press })} /> always press it for me</label>`
                : this.unfinished()
                  ? html`<button title="P" @click=${this.press}>Press the clock</button>`
                  : nothing}
              ${!this.free
                ? nothing
                : this.hand.holding
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

  /** The right to complete a move that waits for a hand on the clock. */
  private pressing(): Right | undefined {
    const view = this.live!.view!;
    return pressRight(view.state, view.you.parties);
  }

  /** Whether a move of his stands on the board that the law does not count: no right, but pressing the clock is what a hand does next. */
  private unfinished(): boolean {
    const { header, log, state } = this.live!.view!;
    if (!this.facts?.presses || header.clock === false || this.me !== state.turn) return false;
    const moved = log.findLast(({ act, refused }) => act.act === "move" && !refused);
    const men = (fen: string | null) => fen?.split(" ")[0];
    return !!moved?.board && !moved.record && moved.act.by === this.me && men(moved.board) === men(state.board);
  }

  private press() {
    const right = this.pressing();
    if (right) void this.do(actOf(right));
    else if (this.unfinished()) void this.do({ by: this.me!, act: "press" });
  }

  /** Looking back, turning the board, and the line to write on. */
  private tools() {
    const view = this.live!.view!;
    const player = this.me !== null && !isOver(view.state);
    const post = view.header.mode === "communication";
    return html`${player && view.state.status === "in-play"
        ? html`<jd-typed
            .read=${this.read}
            ?post=${post}
            ?disabled=${this.me !== view.state.turn}
            action=${post ? "Send" : "Play"}
            hint=${this.me !== view.state.turn ? "Your opponent is to play" : ""}
            @typed=${this.typed}
          ></jd-typed>`
        : nothing}
      ${view.state.board === null ? nothing : html`<jd-replay @step=${this.look} @turn=${() => (this.flipped = !this.flipped)}></jd-replay>`}`;
  }

  private theArbiter() {
    const view = this.live!.view!;
    return html`<jd-arbiter
      .code=${view.header.code}
      .facts=${this.facts}
      .state=${view.state}
      .log=${this.log}
      .parties=${view.you.parties as Party[]}
      .names=${{ white: this.nameOf("white"), black: this.nameOf("black") }}
      ?free=${this.free}
      ?busy=${this.live!.waiting > 0}
      @preview=${(event: CustomEvent<Right | null>) => (this.looking = event.detail)}
      @right=${(event: CustomEvent<Right>) => {
        this.risen = false;
        void this.do(actOf(event.detail));
      }}
    ></jd-arbiter>`;
  }

  private beside() {
    const live = this.live!;
    const view = live.view!;
    return html`
      ${this.notice
        ? html`<p class="notice bad no-print" role="alert">${this.notice}
            <button class="compact plain" @click=${() => (this.notice = null)}>OK</button></p>`
        : nothing}
      ${view.computer?.trouble ? html`<p class="notice bad no-print" role="status">The computer: ${view.computer.trouble}</p>` : nothing}
      ${view.computer?.remark ? html`<p class="notice no-print" role="status">${this.nameOf(view.computer.side)}: ${typeset(view.computer.remark)}</p>` : nothing}
      ${this.startsLater()}
      ${NARROW.matches && this.risen
        ? nothing // There is one arbiter: while his sheet is up he does not stand below the board too.
        : isOver(view.state)
          ? this.overCard()
          : html`<section class="card panel no-print" aria-label="The arbiter">${this.theArbiter()} ${this.givenLines()}</section>`}
      ${view.sealed
        ? html`<jd-envelope class="no-print" .sealed=${view.sealed} game=${view.id} .parties=${view.you.parties}></jd-envelope>`
        : nothing}
      ${this.sealing()} ${this.bar()}
      ${this.me && view.header.mode === "communication" && view.header.reply_hours && !isOver(view.state)
        ? html`<jd-leave class="no-print" .view=${view} .me=${this.me} @leave-changed=${() => live.refresh()}></jd-leave>`
        : nothing}
      <details class="fold no-print">
        <summary>Terms</summary>
        <jd-terms .header=${view.header} .settings=${view.settings} .games=${this.match?.games ?? null}></jd-terms>
      </details>
    `;
  }

  /** Conditional lines that stand: both players know them, and see them until they are answered. */
  private givenLines() {
    const view = this.live!.view!;
    const last = [...view.log].reverse().find((entry) => entry.act.act === "send" && entry.record && !entry.refused);
    const lines = last?.act.if as [string, string][] | undefined;
    if (!last || !lines?.length || isOver(view.state)) return nothing;
    return html`<div class="given">
      <p class="caps">${reader(view.you.parties) === last.act.by ? "Your" : `${capital(last.act.by)}’s`} conditional lines</p>
      <ul>
        ${lines.map(([reply, own]) => html`<li>if ${reply}, then ${own}</li>`)}
      </ul>
    </div>`;
  }

  /** The score sheet, what can be taken home, and what is said at the table. */
  private theSheet() {
    const live = this.live!;
    const view = live.view!;
    const { code } = view.header;
    return html`
      <jd-score
        .log=${this.log}
        .start=${this.start()}
        .at=${this.shownAt}
        .heading=${`${view.title || `${this.nameOf("white")} – ${this.nameOf("black")}`} · ${codeWords(code).name} · ${ending(view.state)} · ${new Intl.DateTimeFormat("en-GB", { dateStyle: "long" }).format(view.started_ms ?? view.created_ms)}`}
        @show-at=${(event: CustomEvent<number>) => {
          this.looking = null;
          this.shownAt = event.detail === view.seq ? null : event.detail;
        }}
      ></jd-score>
      ${WIDE.matches && view.header.mode !== "communication" ? html`<div class="tools no-print">${this.tools()}</div>` : nothing}
      <p class="papers no-print" role="group" aria-label="To take home">
        Take home:
        <button @click=${() => this.download("record")}>Record</button>
        <button @click=${() => this.download("pgn")}>PGN</button>
        <button @click=${() => print()}>Print</button>
      </p>
      ${this.invitations.some((invitation) => invitation.party === "onlooker") && !isOver(view.state)
        ? html`<details class="fold no-print">
            <summary>Onlookers${view.onlookers > 0 ? ` (${view.onlookers})` : ""}</summary>
            <p class="small soft">Anyone with this link may watch. Nothing that onlookers say reaches the players.</p>
            <jd-chairs .invitations=${this.invitations.filter((invitation) => invitation.party === "onlooker")} @trouble=${this.trouble}></jd-chairs>
          </details>`
        : nothing}
      <details class="fold talk no-print" ?hidden=${this.game === HERE} ?open=${live.messages.length > 0}>
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
    const when = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "short" }).format(view.started_ms);
    return html`<p class="notice no-print">Play starts ${ago(view.started_ms)}: ${when}.</p>`;
  }

  /** A word to him who looks: whether it is his turn. */
  private whoseTurn(): string {
    const view = this.live!.view!;
    if (view.state.status !== "in-play" || view.you.role !== "player" || this.bothHere) return "";
    return view.you.parties.includes(view.state.turn) ? "your turn" : "";
  }

  private overCard(bare = false) {
    const view = this.live!.view!;
    return html`<jd-over
      class="no-print"
      ?bare=${bare}
      .view=${view}
      .log=${this.log}
      .match=${this.match}
      .start=${this.start()}
      @rematch=${this.rematch}
      @take-home=${(event: CustomEvent<"record" | "pgn">) => this.download(event.detail)}
      @trouble=${this.trouble}
      >${this.theArbiter()}</jd-over
    >`;
  }

  /** The same persons again; who has which men is for the code to say. */
  private async rematch() {
    if (this.game === HERE) {
      layHere(this.live!.view!.header);
      this.open();
      return;
    }
    try {
      const next = await api.rematch(this.game);
      const token = seats.get(this.game);
      if (token) seats.set(next.id, token);
      this.dispatchEvent(new CustomEvent("go", { detail: `/game/${next.id}`, bubbles: true, composed: true }));
    } catch (error) {
      this.notice = (error as Problem).detail;
    }
  }

  private sealing() {
    const view = this.live!.view!;
    const last = view.log.at(-1);
    if (view.state.status !== "adjourned" || view.sealed?.opened === null || !this.me) return nothing;
    if (!last || this.me !== view.state.turn) return nothing;
    return html`<section class="card panel no-print">
      <h3>Seal your move</h3>
      <p class="small soft">Write it so that nobody can doubt it. It lies in the envelope, unseen, until the game is resumed.</p>
      <jd-typed post alone .read=${this.read} action="Seal" @typed=${this.seal}></jd-typed>
    </section>`;
  }

  private bar() {
    const view = this.live!.view!;
    if (isOver(view.state) || (!this.me && !view.you.parties.includes("umpire"))) return nothing;
    return html`<jd-bar
      class="no-print"
      .view=${view}
      .facts=${this.facts}
      .me=${this.me}
      .ask=${this.ask}
      @act=${(event: CustomEvent<Act>) => this.do(event.detail)}
      @form=${(event: CustomEvent<Act["act"] | undefined>) => this.acts.show(event.detail)}
    ></jd-bar>`;
  }

  private waitingFor() {
    const view = this.live!.view!;
    const seats = this.invitations.filter((invitation) =>
      view.seats.some((seat) => seat.party === invitation.party && seat.person === invitation.person && !seat.taken),
    );
    if (isOver(view.state)) return nothing;
    if (seats.length === 0) return nothing;
    return html`<section class="card panel" aria-label="Invitations">
      <h2>${seats.length > 1 ? "Send each person their link" : seats[0]!.party === "umpire" ? "Send the umpire this link" : "Send your opponent this link"}</h2>
      <jd-chairs .invitations=${seats} @trouble=${this.trouble}></jd-chairs>
    </section>`;
  }
}
