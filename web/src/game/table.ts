/* The table: a board, two clocks, a score sheet and an arbiter, for players, umpire and onlookers alike. */
import { LitElement, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import "../ask.js";
import "../board/board.js";
import "../terms.js";
import "./acts-form.js";
import "./arbiter.js";
import "./chat.js";
import "./clock.js";
import "./envelope.js";
import "./leave.js";
import "./score.js";
import "./typed.js";
import type { Arrow, JdBoard, Question } from "../board/board.js";
import { api, links, Problem, seats, type Channel, type Entry, type Invitation, type Message } from "../api.js";
import type { Asked, JdAsk } from "../ask.js";
import { codes, type CodeFacts } from "../codes.js";
import { face } from "../face.js";
import { castlingOnto, colourOf, menOf, ORDINARY, placement, rankOf, startOf, taken, type Men, type Square } from "../fen.js";
import { momentOf } from "../incident.js";
import { readHere } from "../judging.js";
import { LiveGame, withLeft } from "../live.js";
import { HERE, layHere, LocalGame } from "../local.js";
import { man } from "../men.js";
import { actOf, capital, other, type Act, type Colour, type Party, type Right, type Shape } from "../record.js";
import { aloud, count, listed, sentence, toYou, type Kind } from "../say.js";
import { settings } from "../settings.js";
import { sound } from "../sound.js";
import { menStyle, shared } from "../style/shared.js";
import { controlBriefly, termsOf } from "../terms.js";
import { badge, tell } from "../attention.js";
import { ago, codeWords, ending, isOver, playerOf, replyDue, titleOf } from "../words.js";
import { actWords } from "./acts.js";
import type { JdActs } from "./acts-form.js";
import { Hand, type Circumstances, type Deed } from "./hand.js";
import { checkMark, dutyMarks, givesCheck, lastMove, Marks, rightMarks, spokenMoves } from "./preview.js";
import { discreet, ofCourse, quiet, unseen, usualTouch } from "./quiet.js";
import { atStake, named, pressRight, pressWords, rightsOf } from "./rights.js";
import { incidents, movesMade, ownOffence } from "./rows.js";
import { inStyle } from "./score.js";
import { tableStyle } from "./table-style.js";
import type { JdTyped, Line } from "./typed.js";

/** That there are no premoves is said once in a lifetime. */
const TOLD = "jadoube.told-out-of-turn";
const WIDE = matchMedia("(min-width: 1240px)");
const NARROW = matchMedia("(max-width: 899px)");

const ICONS = {
  first: "M5 4v12M16 4l-8 6 8 6z",
  back: "M14 4l-8 6 8 6z",
  on: "M6 4l8 6-8 6z",
  last: "M15 4v12M4 4l8 6-8 6z",
  turn: "M6 16V4M3 7l3-3 3 3M14 4v12M11 13l3 3 3-3",
  sound: "M4 8v4h3l4 3V5L7 8zM14 7.500a4 4 0 0 1 0 5M16 5a7 7 0 0 1 0 10",
  mute: "M4 8v4h3l4 3V5L7 8zM14 8l4 4M18 8l-4 4",
};

/** Telephones can send a link on; elsewhere it is copied. */
const SHARES = matchMedia("(pointer: coarse)").matches && typeof navigator.share === "function";

const icon = (name: keyof typeof ICONS) =>
  html`<svg viewBox="0 0 20 20" aria-hidden="true"><path d=${ICONS[name]} /></svg>`;

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
  @state() private copied: string | null = null;
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
  /** The rights whose loss was asked about, and those the sheet has risen for: each once as long as it stands. */
  private asked = new Set<string>();
  private raised = new Set<string>();
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
    this.asked.clear();
    this.raised.clear();
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
    if (this.newlyAtStake() && NARROW.matches) this.risen = true;
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
    this.sounds(entries);
    if (isOver(view.state)) this.lookAtMatch();
    const mine = this.whoseTurn() && entries.some((entry) => !(view.you.parties as Party[]).includes(entry.act.by));
    if (mine && document.visibilityState === "hidden") {
      document.title = `● Your turn: ${titleOf(view)} · Jadoube`;
      badge(true);
      tell("Your turn", titleOf(view), `/game/${this.game}`);
    }
    // On a narrow screen rights that could be lost unseen rise by themselves, and so does the end of the game.
    const fresh = this.newlyAtStake();
    if (NARROW.matches && (fresh || (isOver(view.state) && view.you.role === "player"))) this.risen = true;
    else if (this.rights().length === 0) this.risen = false;
  }

  /** What is heard of these acts: men, a word, an offence, and that it is one's turn. */
  private sounds(entries: Entry[]) {
    const view = this.live!.view!;
    const silent = quiet(view.log);
    for (const entry of entries) {
      const at = view.log.indexOf(entry);
      const before = at > 0 ? view.log[at - 1]!.board : this.start();
      const men = (fen: string | null) => menOf(fen).size;
      if (entry.record || (entry.act.act === "move" && !entry.refused)) sound(entry.board !== null && men(entry.board) < men(before) ? "capture" : "move");
      if (/check|mate/i.test(String(entry.act.say ?? entry.act.words ?? "")) || (view.header.guard && givesCheck(entry.record))) sound("check");
      if (entry.refused || (entry.act.act === "move" && !entry.record && !silent.has(entry.seq))) sound("offence");
    }
    if (isOver(view.state)) sound("over");
    else if (this.whoseTurn() && entries.some((entry) => entry.record && !(view.you.parties as Party[]).includes(entry.act.by))) sound("turn");
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

  /** Whether something is at stake for which the sheet has not risen yet; what no longer is, is forgotten. */
  private newlyAtStake(): boolean {
    const now = new Set(this.atStake().map(named));
    const fresh = [...now].some((right) => !this.raised.has(right));
    this.raised = now;
    this.asked = new Set([...this.asked].filter((right) => now.has(right)));
    return fresh;
  }

  /** What a hand that comes to the board would lose, or begin, without knowing it. Each is asked about once. */
  private unaware(): "rights" | "turn" | null {
    const view = this.live!.view!;
    if (!this.free || this.bothHere) return null;
    if (this.atStake().some((right) => !this.asked.has(named(right)))) return "rights";
    return view.state.turn !== this.me && view.state.status === "in-play" && !localStorage.getItem(TOLD) ? "turn" : null;
  }

  private async mayTouch(unaware: "rights" | "turn"): Promise<boolean> {
    if (unaware === "turn") {
      localStorage.setItem(TOLD, "1");
      return this.ask({
        title: "It is not your turn",
        text: "There are no premoves at this board: a hand is a hand. What you touch or move now happens now, and the laws may make you answer for it.",
        yes: "Touch it all the same",
        no: "Wait",
        careful: true,
      });
    }
    const lost = this.atStake();
    this.asked = new Set(lost.map(named));
    const atOnce = lost.every((right) => right.lapses);
    const may = await this.ask({
      title: atOnce ? "Your rights would lapse" : "You have a choice",
      text: `You still have ${count(lost.length, "choice")} open. ${atOnce ? "As soon as you touch a man, that is over." : "If you play on, that may be over."}`,
      yes: "Touch, and let it pass",
      no: "Look at my rights",
      careful: true,
    });
    if (!may && NARROW.matches) this.risen = true;
    else if (!may) this.renderRoot.querySelector("jd-arbiter")?.scrollIntoView({ block: "nearest" });
    return may;
  }

  private ask(asked: Asked): Promise<boolean> {
    return this.asks.ask(asked);
  }

  /** An act that ought to be asked about first. */
  private async doIf(asked: Asked, act: Act) {
    if (await this.ask(asked)) void this.do(act);
  }

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
    this.ahead = this.afterMove(uci);
    const done = this.do(act);
    // Only what the law counts is completed for him; the rest he presses, or takes back, himself.
    if (settings.now.press) void done.then(() => this.pressing() && this.press());
  }

  /** The men as they will probably stand: only until the server answers. */
  private afterMove(uci: string): Men {
    const men = new Map(this.men);
    const [from, to, becomes] = [uci.slice(0, 2), uci.slice(2, 4), uci.slice(4)];
    const letter = men.get(from);
    if (!letter) return men;
    // Taken in passing: the Pawn beside goes.
    if (letter.toLowerCase() === "p" && from[0] !== to[0] && !men.has(to) && this.live!.view!.state.moves.includes(uci)) men.delete(to[0]! + from[1]!);
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

  /** What a text means in this game. */
  private read = (text: string, signal: AbortSignal) =>
    this.game === HERE ? readHere(text, this.live!.view!.state.board ?? ORDINARY) : api.readInGame(this.game, text, signal);

  private async download(what: "record" | "pgn", name: string) {
    try {
      const blob = this.live instanceof LocalGame ? new Blob([what === "pgn" ? await this.live.pgn() : this.live.record()]) : await api.download(this.game, what);
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
        <h1>${titleOf(view)}</h1>
        <p class="small soft">
          <a href="/law/${view.header.code}">${codeWords(view.header.code).name}</a>${this.terms()}
          ${this.officials()}
          ${view.onlookers > 0 ? html` · <span class="onlookers">${view.onlookers} watching</span>` : nothing}
        </p>
      </div>
      <div ?inert=${NARROW.matches && this.risen} class="table ${view.header.mode === "communication" ? "post" : ""} ${this.bothHere && this.free ? "both" : ""}">
        <div class="board" @keydown=${this.key}>
          <div class="play">${this.player(other(bottom))} ${this.theBoard(bottom)} ${this.strip()} ${this.player(bottom)} ${this.theHand()}</div>
          ${WIDE.matches && view.header.mode !== "communication" ? nothing : html`<div class="tools no-print">${this.tools()}</div>`}
        </div>
        <div class="invite no-print">${this.waitingFor()}</div>
        <div class="side arbiter">${this.beside()}</div>
        <div class="side sheet">${this.theSheet()}</div>
      </div>
      <p class="unseen" aria-live="assertive">${this.spoken()}</p>
      ${this.risenSheet()}
      <jd-acts .parties=${view.you.parties} .fen=${view.state.board} .side=${bottom} .turn=${view.state.turn} @act=${(event: CustomEvent<Act>) => this.do(event.detail)}></jd-acts>
      <jd-ask></jd-ask>
    `;
  }

  /** The terms in a line; what differs from an ordinary game stands in full on the card of terms. */
  private terms(): string {
    const { header, settings: made } = this.live!.view!;
    // When the reply is due is said below, and how it began can be seen.
    const telling = termsOf(header, made, this.match?.games ?? null).filter(([name]) => name !== "Replies" && name !== "Position" && name !== "Match");
    const control = header.time_control;
    const time = (what: string) => (control ? controlBriefly(control) : what);
    const words = telling.map(([name, what]) => (name === "Board" ? what.replace(/:.*/, " board") : name === "Time" ? time(what) : name.toLowerCase()));
    const due = replyDue(this.live!.view!);
    if (due) words.push(`reply due ${new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long", hour: "numeric", minute: "2-digit" }).format(due)}`);
    return [...new Set(words)].map((word) => ` · ${word}`).join("");
  }

  /** Who else has a say: the umpire, and the match this game belongs to. */
  private officials() {
    const view = this.live!.view!;
    const umpires = this.bothHere ? [] : view.seats.filter((seat) => seat.party === "umpire");
    const { match } = this;
    const number = match?.played.find((game) => game.game === view.id)?.number;
    const points = (n: number) => `${Math.floor(n) || (n % 1 ? "" : "0")}${n % 1 ? "½" : ""}`;
    return html`${umpires.length > 0
        ? html` · <span class="umpire">umpire: ${view.you.role === "umpire" ? "you" : listed(umpires.map((seat) => seat.name ?? (seat.taken ? "present" : "not yet here")))}${umpires.some((seat) => seat.taken && !seat.present) ? " (away)" : ""}</span>`
        : nothing}
      ${match ? html` · <span class="match">game ${number ?? match.played.length} of ${match.games}; ${match.persons.a ?? "first player"} ${points(match.score.a)}, ${match.persons.b ?? "second player"} ${points(match.score.b)}</span>` : nothing}`;
  }

  /** One sentence for the edge of the board: what the arbiter would say if he had one breath. */
  private inOneBreath(): string {
    const view = this.live!.view!;
    const { state } = view;
    const last = this.log.at(-1);
    const parties = view.you.parties;
    if (isOver(state)) return last ? sentence(actWords(last.act, parties)) : "";
    if (state.refused) return sentence(toYou(state.refused.why, parties));
    if (usualTouch(state, last)) return parties.includes(state.turn) ? "" : "A man is touched.";
    // Why something happened comes before what is now to be done: the duty is drawn on the board as well.
    const spoken = last && !quiet(this.log).has(last.seq) ? last : ownOffence(this.log, this.bothHere ? null : this.me).at(-1);
    if (spoken?.rulings[0]) return sentence(toYou(spoken.rulings[0].text, parties));
    if (state.duty && (parties as Party[]).includes(state.turn)) return sentence(toYou(state.duty.text, parties));
    // To him who is to press, the button says it.
    if (state.made && !this.pressing() && !this.bothHere) return pressWords(state, parties);
    if (last?.act.say) return `“${capital(String(last.act.say))}.”`;
    return last && unseen(last.act) ? sentence(actWords(last.act, parties)) : "";
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
    const breath = this.inOneBreath() || (pending.length > 0 && !usual ? "Your opponent may choose." : "");
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
        ${isOver(this.live!.view!.state) ? this.overCard() : this.theArbiter()}
      </section>`;
  }

  /** What a listener hears of the last act, and of the end. */
  private spoken(): string {
    const entry = this.log.at(-1);
    if (!entry) return "";
    const { state, you } = this.live!.view!;
    const { parties } = you;
    const written = entry.record ? `${capital(entry.act.by)}: ${aloud(entry.record)}` : actWords(entry.act, parties, !!entry.refused);
    const end = isOver(state) ? ` ${ending(state, parties)}. ${this.howItEnded()}` : "";
    return `${toYou(written, parties)}.${end}`;
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
            ${computer ? (computer.thinking && view.state.turn === side ? "thinking…" : "the computer") : mine && view.you.parties.length === 1 ? "you" : empty ? "not yet here" : away && view.state.status !== "adjourned" ? "away" : away ? "not here" : ""}
          </span>
        </div>
        ${lost.length > 0
          ? html`<div class="taken" role="img" aria-label="Men taken: ${lost.length}">
              ${lost.map((letter) => html`<svg viewBox="0 0 100 100" aria-hidden="true">${man(letter)}</svg>`)}
            </div>`
          : nothing}
      </div>
      <jd-clock .clock=${this.timed ? withLeft(view.clock, view.state) : null} .since=${this.live!.clockAt} .side=${side} @clock-low=${() => mine && sound("low")}></jd-clock>
    </div>`;
  }

  private get timed(): boolean {
    const header = this.live!.view!.header as { time_limit?: unknown; time_control?: unknown };
    return !!(header.time_limit ?? header.time_control);
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
      <div class="replay" role="group" aria-label="Replay" ?hidden=${view.state.board === null}>
        <button class="plain" aria-label="Start" @click=${() => (this.shownAt = view.log.length > 0 ? 0 : null)}>${icon("first")}</button>
        <button class="plain" aria-label="One back" title="←" @click=${() => this.step(-1)}>${icon("back")}</button>
        <button class="plain" aria-label="One on" title="→" @click=${() => this.step(1)}>${icon("on")}</button>
        <button class="plain" aria-label="Present" @click=${() => (this.shownAt = null)}>${icon("last")}</button>
        <span class="space"></span>
        <button class="plain" aria-label="Sound" aria-pressed=${settings.now.sound} title="M: ${settings.now.sound ? "sound is on" : "sound is off"}" @click=${() => settings.set({ sound: !settings.now.sound })}>${icon(settings.now.sound ? "sound" : "mute")}</button>
        <button class="plain" aria-label="Turn the board" title="F" @click=${() => (this.flipped = !this.flipped)}>${icon("turn")}</button>
      </div>`;
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
      ${view.computer?.remark ? html`<p class="notice no-print" role="status">${this.nameOf(view.computer.side)}: ${toYou(view.computer.remark, view.you.parties)}</p>` : nothing}
      ${this.startsLater()}
      ${NARROW.matches && this.risen
        ? nothing // There is one arbiter: while his sheet is up he does not stand below the board too.
        : isOver(view.state)
          ? this.overCard()
          : html`<section class="card panel no-print" aria-label="The arbiter">${this.theArbiter()} ${this.givenLines()}</section>`}
      ${view.sealed
        ? html`<jd-envelope class="no-print" .sealed=${view.sealed} game=${view.id} .parties=${view.you.parties}></jd-envelope>`
        : nothing}
      ${this.sealing()} ${this.buttons()}
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
      <p class="caps">${toYou(`${capital(last.act.by)}’s conditional lines`, view.you.parties)}</p>
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
        <button @click=${() => this.download("record", `jadoube-${view.id}.jsonl`)}>Record</button>
        <button @click=${() => this.download("pgn", `jadoube-${view.id}.pgn`)}>PGN</button>
        <button @click=${() => print()}>Print</button>
      </p>
      ${this.invitations.some((invitation) => invitation.party === "onlooker") && !isOver(view.state)
        ? html`<details class="fold no-print">
            <summary>Onlookers${view.onlookers > 0 ? ` (${view.onlookers})` : ""}</summary>
            <p class="small soft">Anyone with this link may watch. Nothing that onlookers say reaches the players.</p>
            ${this.invitations.filter((invitation) => invitation.party === "onlooker").map((invitation) => this.chair(invitation))}
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

  /** The game is over: how, what happened on the way, and what next. */
  private overCard() {
    const view = this.live!.view!;
    const { match } = this;
    const more = !match || match.played.length < match.games;
    const known = this.log.filter((entry) => entry.rulings.length > 0 || entry.refused).length > 0;
    const moves = movesMade(view.log, this.start());
    const wrong = incidents(view.log);
    const judge = momentOf(view.header, this.start(), view.log);
    const player = view.you.parties.length > 0;
    return html`<section class="card panel over no-print" aria-label="The game is over">
      <h2>${ending(view.state, view.you.parties)}</h2>
      <p class="soft">
        ${this.howItEnded()} ${view.state.clause ? html`<jd-clause .code=${view.header.code} .clause=${view.state.clause}></jd-clause>` : nothing}
      </p>
      <p class="small soft">${moves === 0 ? "No move was made" : capital(count(moves, "move"))}${known && wrong > 0 ? `, ${count(wrong, "incident")}` : ", no incidents"}.</p>
      <div class="row">
        ${view.next_game
          ? html`<a class="button main" href="/game/${view.next_game}">To the next game</a>`
          : view.match
            ? more && player
              ? html`<button class="main" @click=${() => api.nextGame(view.match!, this.game).catch((error: Problem) => (this.notice = error.detail))}>Next game of the match</button>`
              : nothing
            : player
              ? html`<button class="main" @click=${this.rematch}>Rematch</button>`
              : nothing}
        <a class="button" href="/new">New game</a>
        <button @click=${() => this.download("pgn", `jadoube-${view.id}.pgn`)}>PGN</button>
        <button @click=${() => this.download("record", `jadoube-${view.id}.jsonl`)}>Record</button>
        ${judge ? html`<a class="button" href=${judge}>Judge it under the other codes</a>` : nothing}
      </div>
      ${match && !more ? html`<p><strong>The match is over.</strong></p>` : nothing} ${this.theArbiter()}
    </section>`;
  }

  private howItEnded(): string {
    const view = this.live!.view!;
    const last = this.log.at(-1);
    if (!last) return "";
    const said = last.rulings.at(-1)?.text;
    return sentence(toYou(said ?? (last.record ? (view.state.status === "won" ? "By mate" : inStyle(last.record, settings.now)) : actWords(last.act)), view.you.parties));
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

  private waitingFor() {
    const view = this.live!.view!;
    const seats = this.invitations.filter((invitation) =>
      view.seats.some((seat) => seat.party === invitation.party && seat.person === invitation.person && !seat.taken),
    );
    if (isOver(view.state)) return nothing;
    if (seats.length === 0) return nothing;
    return html`<section class="card panel" aria-label="Invitations">
      <h2>${seats.length > 1 ? "Send each person their link" : seats[0]!.party === "umpire" ? "Send the umpire this link" : "Send your opponent this link"}</h2>
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

  /** What the players may propose: as the code has it, and as it may be in an event with guidelines of its own. */
  private mayPropose(what: "annul" | "adjourn"): boolean {
    const adopted = this.live!.view!.header.regulations?.guidelines ?? [];
    // What was kept of an older server for use without a network does not know of them.
    return !!this.facts?.proposals?.includes(what) || (what === "adjourn" && adopted.length > 0);
  }

  /** No code knows a take-back of courtesy; what both may do, where the code has it, is to annul the game. */
  private async takeBack() {
    const by = this.me;
    if (!by) return;
    const annuls = this.mayPropose("annul");
    await this.doIf(
      {
        title: "Taking a move back",
        text: html`A lawful move that was let go of stands, in every code. An unlawful one goes back as the code says: then the arbiter shows who may ask for it. ${annuls ? "What you may propose is to annul the whole game." : this.facts ? "Nor can the players agree to annul the game under these laws." : ""} <a href="/help#takeback">More</a>`,
        ...(annuls ? { yes: "Propose to annul the game" } : {}),
        no: "Play on",
        careful: true,
      },
      { by, act: "offer", what: "annul" },
    );
  }

  /** He whose turn it is adjourns; the other can only propose it, and so can he while a clock runs that no umpire could start again. */
  private adjourn() {
    const by = this.me;
    if (!by) return;
    const view = this.live!.view!;
    const free = !this.timed || this.bothHere || !!view.computer || view.seats.some((seat) => seat.party === "umpire" && seat.taken);
    void this.doIf(
      view.state.turn === by && free
        ? { title: "Adjourn the game?", text: "Play stops, and your move is sealed where the code says so. The game goes on when somebody resumes it.", yes: "Adjourn" }
        : { title: "Propose to adjourn?", text: "Your opponent has to agree.", yes: "Propose to adjourn" },
      view.state.turn === by && free ? { by, act: "adjourn" } : { by, act: "offer", what: "adjourn" },
    );
  }

  /** Resuming while the other is away is another act than resuming with him: the code says what becomes of the envelope. */
  private async resume() {
    const view = this.live!.view!;
    const by = this.me ?? "umpire";
    const absent = (["white", "black"] as const).filter((side) => {
      if (side === by || this.bothHere || view.computer?.side === side) return false;
      return view.seats.filter((seat) => seat.party === side).every((seat) => !seat.present);
    });
    const act: Act = { by, act: "resume" };
    if (absent.length === 0) {
      void this.do(act);
      return;
    }
    act.absent = absent;
    const names = listed(absent.map((side) => this.nameOf(side)));
    await this.doIf(
      {
        title: `${names} ${absent.length > 1 ? "are" : "is"} not here`,
        text: "You can resume the game all the same. The clock then runs as the code says, and a sealed move is not shown to anyone before its time.",
        yes: `Resume without ${names}`,
        no: "Wait",
      },
      act,
    );
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
        ? html`<button @click=${() => this.doIf({ title: "Offer a draw?", text: "Your opponent may accept it at once.", yes: "Offer a draw" }, { by, act: "offer", what: "draw" })}>Offer a draw</button>
            <button @click=${() => this.acts.show("claim")}>Claim…</button>
            <button @click=${() => this.acts.show("point-out")}>Point out…</button>
            ${this.mayPropose("adjourn") ? html`<button @click=${this.adjourn}>Adjourn</button>` : nothing}
            <button @click=${this.takeBack}>Take back…</button>
            <button class="danger" @click=${() => this.acts.show("resign")}>Resign…</button>`
        : nothing}
      ${player && by && view.header.scheduled && !view.log.some((entry) => entry.act.act === "arrive" && entry.act.by === by)
        ? html`<button class="main" @click=${() => this.do({ by, act: "arrive" })}>I am here</button>`
        : nothing}
      ${adjourned && (player || umpire)
        ? html`<button class="main" @click=${this.resume}>Resume</button>`
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
