/* The table: a board, two clocks, a score sheet and an arbiter, for players, umpire and onlookers alike. */
import { LitElement, html, nothing } from "lit";
import { customElement, property, query, state } from "lit/decorators.js";
import "../ask.js";
import "../board/board.js";
import "../terms.js";
import "./acts-form.js";
import "./arbiter.js";
import type { JdBar } from "./bar.js";
import "./bar.js";
import "./chairs.js";
import "./chat.js";
import "./envelope.js";
import { leaveAsked } from "./leave.js";
import "./over.js";
import "./replay.js";
import "./score.js";
import "./typed.js";
import type { JdBoard } from "../board/board.js";
import { api, links, Problem, seats, type Channel, type Entry, type Invitation, type Message } from "../api.js";
import type { Asked, JdAsk } from "../ask.js";
import { codes } from "../codes.js";
import { menOf, ORDINARY, taken, type Square } from "../fen.js";
import { readHere } from "../judging.js";
import { LiveGame } from "../live.js";
import { HERE, here } from "../here.js";
import { LocalGame } from "../local.js";
import { actOf, other, type Act, type Colour, type Party, type Right, type Shape } from "../record.js";
import { sentence, type Kind } from "../say.js";
import { settings } from "../settings.js";
import { sound } from "../sound.js";
import { menStyle, shared } from "../style/shared.js";
import { badge, called, tell } from "../attention.js";
import { codeWords, ending, isOver, isYourTurn, titleOf } from "../words.js";
import type { JdActs } from "./acts-form.js";
import { missed, spoken } from "./breath.js";
import { Doing } from "./doing.js";
import { handBar } from "./hand-bar.js";
import { heard } from "./heard.js";
import { Looking } from "./looking.js";
import { beforeSeated, connectionLost, givenLines, lookingBack, startsLater } from "./notices.js";
import { takeHome, type Paper } from "./papers.js";
import type { Step } from "./replay.js";
import { seat } from "./seat.js";
import { NARROW, Sheet } from "./sheet.js";
import { blindfold, shown, type Shown } from "./shown.js";
import { strip } from "./strip.js";
import { tableStyle } from "./table-style.js";
import { title } from "./title.js";
import type { JdTyped, Line } from "./typed.js";
import { Viewpoint } from "./viewpoint.js";

const WIDE = matchMedia("(min-width: 1240px)");
@customElement("jd-table")
export class JdTable extends LitElement {
  @property() game = "";

  @state() private flipped = false;
  @state() private notice: string | null = null;
  @state() private match: Shape<"Match"> | null = null;
  /** What was just said at the table, until it has been seen. */
  @state() private overheard: Message | null = null;
  @state() private invitations: Invitation[] = [];
  @query("jd-acts") private acts!: JdActs;
  @query("jd-ask") private asks!: JdAsk;
  private live: LiveGame | LocalGame | null = null;
  private point!: Viewpoint;
  private doing!: Doing;
  private looking!: Looking;
  private sheet = new Sheet(this);

  static styles = [shared, menStyle, tableStyle];

  private looked = () => {
    if (document.visibilityState !== "visible" || !this.live?.view) return;
    void called(`/game/${this.game}`);
    this.redraw();
    void this.live.refresh();
  };

  private redraw = () => this.requestUpdate();

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener("visibilitychange", this.looked);
    document.addEventListener("keydown", this.pages);
    settings.addEventListener("change", this.redraw);
    WIDE.addEventListener("change", this.redraw);
    this.open();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener("visibilitychange", this.looked);
    document.removeEventListener("keydown", this.pages);
    settings.removeEventListener("change", this.redraw);
    WIDE.removeEventListener("change", this.redraw);
    badge(false);
    this.live?.stop();
  }

  private pages = (event: KeyboardEvent) => this.looking.key(event);

  protected willUpdate(changed: Map<string, unknown>) {
    if (changed.has("game") && this.live && this.live.id !== this.game) this.open();
  }

  protected updated() {
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
    const fragment = /seat=([A-Za-z0-9_-]+)/.exec(location.hash);
    const former = seats.get(this.game);
    if (fragment) seats.set(this.game, fragment[1]!);
    // Where the browser keeps nothing the seat stays in the address, or it would be lost when the page is loaded anew.
    const token = seats.get(this.game);
    const inAddress = token && !seats.stays(this.game) ? `#seat=${token}` : "";
    if (fragment || inAddress) history.replaceState(null, "", location.pathname + inAddress);
    const live = this.game === HERE ? new LocalGame() : new LiveGame(this.game);
    // Another table, another hand: nothing of the last game is carried over.
    this.point = new Viewpoint(live);
    this.looking = new Looking(() => live.view, this.redraw);
    this.doing = new Doing(this.point, {
      redraw: this.redraw,
      ask: this.ask,
      withdraw: () => this.asks?.withdraw(),
      notice: (words) => (this.notice = words),
      showRights: () => this.showRights(),
      write: (uci) => this.renderRoot.querySelector<JdTyped>(".tools jd-typed, .sheet jd-typed")?.put(uci),
    });
    this.flipped = this.sheet.up = false;
    this.notice = this.match = this.overheard = null;
    let first = true;
    let sitting = 0;
    live.addEventListener("change", () => {
      this.requestUpdate();
      // A link that was copied wrong leads to no seat: he who has one keeps it.
      if (fragment && former && live === this.live && live.link === "closed" && live.problem?.status === 401) {
        seats.set(this.game, former);
        this.open();
      } else if (first && live.view) {
        first = false;
        this.seated();
      }
      // Who plays the match is known by name when he has sat down.
      const taken = live.view?.seats.filter((seat) => seat.taken).length ?? 0;
      if (taken !== sitting && live === this.live) {
        sitting = taken;
        this.lookAtMatch();
      }
    });
    live.addEventListener("acts", (event) => this.happened((event as CustomEvent<Entry[]>).detail));
    live.addEventListener("next", () => {
      sound("turn");
      this.sheet.rise();
    });
    live.addEventListener("said", (event) => this.heard((event as CustomEvent<Message>).detail));
    this.live = live;
    live.start();
  }

  private seated() {
    const { point } = this;
    const { view } = point;
    if (view.you.parties.length === 1 && view.you.parties[0] === "black") this.flipped = true;
    this.invitations = links.get(this.game);
    codes.of(view.header.code).then(
      (facts) => {
        if (point !== this.point) return;
        point.facts = facts;
        this.doing.takeUp();
        this.redraw();
      },
      () => undefined,
    );
    // Rights that stood before one came can be lost unseen as well.
    if (point.stakes.areNew(point.atStake)) this.sheet.rise();
    for (const channel of point.channels) void this.live!.loadMessages(channel).catch(() => undefined);
  }

  /** How the match stands, where this is a game of one. */
  private lookAtMatch() {
    const id = this.point.view.match;
    if (id) api.match(id, this.game).then((match) => (this.match = match), () => undefined);
  }

  private happened(entries: Entry[]) {
    this.looking.outcome(null);
    const view = this.live?.view;
    if (!view) return;
    if (this.shadowRoot?.activeElement) void this.keepPlace();
    this.doing.happened(entries.some((entry) => entry.record));
    for (const each of heard(entries, view, this.point.start, isYourTurn(view))) sound(each);
    if (isOver(view.state)) {
      this.lookAtMatch();
      this.acts?.close();
    }
    const mine = isYourTurn(view) && entries.some((entry) => !(view.you.parties as Party[]).includes(entry.act.by));
    if (mine && document.visibilityState === "hidden") {
      document.title = `● Your turn: ${titleOf(view)} · Jadoube`;
      badge(true);
      void tell("Your turn", titleOf(view), `/game/${this.game}`);
    }
    // On a narrow screen rights that could be lost unseen rise by themselves, and so does the end of the game.
    const { stakes, atStake, rights } = this.point;
    if (stakes.areNew(atStake) || (isOver(view.state) && view.you.role === "player")) this.sheet.rise();
    else if (rights.length === 0) this.sheet.up = false;
  }

  /** Whose button goes with what he did by it, or with the game, keeps his place: at the card of a finished game, or at the board. */
  private async keepPlace() {
    await this.updateComplete;
    await new Promise(requestAnimationFrame);
    if (document.activeElement !== document.body) return;
    const place = this.renderRoot.querySelector<HTMLElement>(".side jd-over") ?? this.renderRoot.querySelector<HTMLElement>(".board jd-board");
    place?.focus({ preventScroll: true });
  }

  /** Something was said: on a narrow screen the talk is far below, so it is shown where one looks. */
  private heard(message: Message) {
    const you = this.point.view.you;
    if (message.author === you.name && (you.parties as string[]).includes(message.party)) return;
    this.overheard = message;
    sound("turn");
  }

  /** Where rights are seen. */
  private showRights() {
    if (NARROW.matches) this.sheet.rise();
    else this.renderRoot.querySelector("jd-arbiter")?.scrollIntoView({ block: "nearest" });
  }

  private ask = (asked: Asked): Promise<boolean> => this.asks.ask(asked);

  /** Something that one of the parts could not do. */
  private trouble = (event: CustomEvent<string>) => (this.notice = event.detail);

  private key(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const keys: Record<string, () => void> = {
      j: () => this.doing.adjust(),
      c: () => this.doing.say("check"),
      f: () => (this.flipped = !this.flipped),
      m: () => settings.set({ sound: !settings.now.sound }),
      p: () => this.doing.pressClock(),
      q: () => this.doing.hand.holding && this.doing.letGo(),
      "[": () => this.looking.step(-1),
      "]": () => this.looking.step(1),
    };
    const run = keys[event.key];
    if (run) {
      event.preventDefault();
      run();
    }
  }

  /** What a text means in this game. */
  private read = (text: string, signal: AbortSignal) =>
    this.game === HERE ? readHere(text, this.point.view.state.board ?? ORDINARY) : api.readInGame(this.game, text, signal);

  private async download(what: Paper) {
    try {
      await takeHome(this.live!, what);
    } catch (error) {
      this.notice = (error as Error).message;
    }
  }

  render() {
    const live = this.live;
    if (!live?.view) return beforeSeated(live);
    const { point, doing } = this;
    const { view, post } = point;
    const bottom: Colour = this.flipped ? "black" : "white";
    const writing = WIDE.matches && !post ? nothing : this.writing();
    // By post one writes: the line stands right below the players.
    const tools = writing === nothing ? nothing : html`<div class="tools no-print">${writing}</div>`;
    return html`
      ${connectionLost(live)}
      ${title(view, this.match)}
      <div ?inert=${this.sheet.covers} class="table ${post ? "post" : ""} ${point.bothHere && point.free ? "both" : ""}">
        <div class="board" @keydown=${this.key}>
          <div class="play">
            ${this.player(other(bottom))} ${this.theBoard(bottom)} ${this.strip()} ${this.player(bottom)} ${this.theHand()}
            ${post && !WIDE.matches ? tools : nothing} ${WIDE.matches ? nothing : this.paging()}
          </div>
          ${post && !WIDE.matches ? nothing : tools}
        </div>
        <div class="invite no-print">${this.waitingFor()}</div>
        <div class="side arbiter">${this.beside()}</div>
        <div class="side sheet">${this.theSheet()}</div>
      </div>
      <p class="unseen" aria-live="assertive">${spoken(view, point.log, point.rights.length)}</p>
      ${this.sheet.render(() => (isOver(view.state) ? this.overCard(true) : html`${this.asked ? this.leave() : nothing} ${this.theArbiter()}`))}
      <jd-acts .parties=${view.you.parties} .fen=${view.state.board} .side=${bottom} .turn=${view.state.turn} @act=${(event: CustomEvent<Act>) => doing.do(event.detail)}></jd-acts>
      <jd-ask></jd-ask>
    `;
  }

  /** On a narrow screen the arbiter stands at the board's edge. */
  private strip() {
    if (!NARROW.matches) return nothing;
    const { view, log, me, rights, pressing } = this.point;
    return strip({
      view,
      log,
      me,
      open: rights,
      overheard: this.overheard,
      trouble: this.notice ? { words: this.notice, read: () => (this.notice = null) } : null,
      calls: this.calls(),
      risen: this.sheet.up,
      rise: () => this.sheet.rise(),
      press: pressing ? () => this.doing.pressClock() : null,
      talk: () => this.goTalk(),
      back: this.looking.at === null ? null : { missed: missed(this.point, this.looking.since), go: () => this.looking.step("present") },
    });
  }

  /** What waits for him, and stands further down than he looks. */
  private calls() {
    const { asked, seals } = this;
    const { view, me } = this.point;
    if (asked) return [{ words: `${asked}: answer`, go: () => this.sheet.rise() }];
    if (seals) return [{ words: "Seal your move", go: () => this.renderRoot.querySelector<JdTyped>(".seal jd-typed")?.go() }];
    const resumes = view.state.status === "adjourned" && (me || view.you.parties.includes("umpire"));
    return resumes ? [{ words: "Resume the game", go: () => void this.renderRoot.querySelector<JdBar>("jd-bar")?.resume() }] : [];
  }

  private goTalk() {
    this.overheard = null;
    const fold = this.renderRoot.querySelector<HTMLDetailsElement>("details.talk");
    if (!fold) return;
    fold.open = true;
    fold.scrollIntoView({ block: "center" });
  }

  private player(side: Colour) {
    const { view, start, live } = this.point;
    const lost = view.state.board === null ? [] : taken(menOf(this.shown().fen), menOf(start))[other(side)];
    return seat(view, side, lost, live.clockAt);
  }

  private shown(): Shown {
    const { view, log, start, me } = this.point;
    return shown({ view, log, start, me, looking: this.looking.right, shownAt: this.looking.at, ahead: this.doing.ahead, chosen: this.doing.hand.chosen });
  }

  private theBoard(bottom: Colour) {
    const { doing, looking } = this;
    const { view, log, start, me, free, playsBoth } = this.point;
    if (view.state.board === null) return blindfold(log, start);
    const { fen, marks, arrows, present } = this.shown();
    const mine = me !== null && !isOver(view.state);
    // With both sides at one screen the next hand waits until it is known whose turn it is.
    const settled = doing.ahead === null || !playsBoth;
    const reachable = mine && present && settled && (free || me === view.state.turn);
    const chosen = reachable ? doing.hand.chosen : null;
    const targets =
      chosen && view.state.turn === me
        ? view.state.moves.filter((uci) => uci.startsWith(doing.counted(chosen))).map((uci) => uci.slice(2, 4))
        : [];
    return html`<jd-board
      .fen=${fen}
      .side=${bottom}
      .hand=${chosen}
      .targets=${targets}
      .marks=${marks}
      .arrows=${arrows}
      .question=${doing.question}
      .reach=${free ? "all" : (me ?? "all")}
      ?still=${!reachable}
      ?preview=${looking.right !== null}
      label="Chess board, ${ending(view.state)}"
      draws
      @wheel=${this.wheel}
      @hand-press=${(event: CustomEvent<{ square: Square }>) => doing.press(event.detail.square)}
      @hand-tap=${(event: CustomEvent<{ square: Square }>) => doing.tap(event.detail.square)}
      @hand-drop=${(event: CustomEvent<{ from: Square; to: Square | null }>) => doing.drop(event.detail.from, event.detail.to)}
      @hand-cancel=${() => doing.cancel()}
      @board-answer=${this.answered}
    ></jd-board>`;
  }

  /** Where there is room for it, the wheel turns the pages of the game; a finger scrolls. */
  private wheel(event: WheelEvent) {
    if (!NARROW.matches) this.looking.wheel(event);
  }

  private answered(event: CustomEvent<{ kind: Kind | null }>) {
    const to = this.doing.answer(event.detail.kind);
    this.renderRoot.querySelector<JdBoard>("jd-board")?.focusSquare(to ?? "e4");
  }

  private theHand() {
    const { point, doing, looking } = this;
    return html`${looking.at !== null && !NARROW.matches ? lookingBack(point, looking) : nothing}
    ${looking.at === null || NARROW.matches || point.pressing ? handBar(point, doing, this.chose) : nothing}`;
  }

  private chose = (actor: Viewpoint["actor"]) => {
    this.point.actor = actor;
    this.redraw();
  };

  /** The line to write a move on. */
  private writing() {
    const { view, me, post } = this.point;
    if (me === null || view.state.status !== "in-play") return nothing;
    return html`<jd-typed
      .read=${this.read}
      ?post=${post}
      ?disabled=${me !== view.state.turn}
      action=${post ? "Send" : "Play"}
      hint=${me !== view.state.turn ? "Your opponent is to play" : ""}
      @typed=${(event: CustomEvent<Line>) => this.doing.typed(event.detail)}
    ></jd-typed>`;
  }

  /** Looking back, and turning the board. */
  private paging() {
    return this.point.view.state.board === null ? nothing : html`<jd-replay @step=${(event: CustomEvent<Step>) => this.looking.step(event.detail)} @turn=${() => (this.flipped = !this.flipped)}></jd-replay>`;
  }

  private theArbiter() {
    const { view, facts, log, free, live } = this.point;
    return html`<jd-arbiter
      .code=${view.header.code}
      .facts=${facts}
      .state=${view.state}
      .log=${log}
      .parties=${view.you.parties as Party[]}
      .names=${{ white: this.point.nameOf("white"), black: this.point.nameOf("black") }}
      ?free=${free && view.state.board !== null}
      ?busy=${live.waiting > 0}
      @preview=${(event: CustomEvent<Right | null>) => this.looking.outcome(event.detail)}
      @right=${(event: CustomEvent<Right>) => {
        this.sheet.up = false;
        void this.keepPlace();
        void this.doing.do(actOf(event.detail));
      }}
    ></jd-arbiter>`;
  }

  private beside() {
    const { view } = this.point;
    return html`
      ${this.notice && !NARROW.matches
        ? html`<p class="notice bad no-print" role="alert">${this.notice}
            <button class="compact plain" @click=${() => (this.notice = null)}>OK</button></p>`
        : nothing}
      ${view.computer?.trouble ? html`<p class="notice bad no-print" role="status">The computer: ${view.computer.trouble}</p>` : nothing}
      ${view.computer?.remark ? html`<p class="notice no-print" role="status">${this.point.nameOf(view.computer.side)}: ${sentence(view.computer.remark)}</p>` : nothing}
      ${startsLater(view)} ${this.asked && !this.sheet.covers ? this.leave() : nothing}
      ${this.sheet.covers
        ? nothing // There is one arbiter: while his sheet is up he does not stand below the board too.
        : isOver(view.state)
          ? this.overCard()
          : html`<section class="card panel no-print" aria-label="The arbiter">${this.theArbiter()} ${givenLines(view)}</section>`}
      ${view.sealed
        ? html`<jd-envelope class="no-print" .sealed=${view.sealed} game=${view.id} .parties=${view.you.parties}></jd-envelope>`
        : nothing}
      ${this.sealing()} ${this.bar()} ${this.asked ? nothing : this.leave()}
      <details class="fold no-print">
        <summary>Terms</summary>
        <jd-terms .header=${view.header} .settings=${view.settings} .games=${this.match?.games ?? null}></jd-terms>
      </details>
    `;
  }

  /** Leave that the other asks for, and that waits for an answer: it stands where one looks first. */
  private get asked(): string | null {
    return leaveAsked(this.point.view, this.point.me);
  }

  private leave() {
    const { view, me, live, post } = this.point;
    if (!me || !post || !view.header.reply_hours || isOver(view.state)) return nothing;
    return html`<jd-leave class="no-print" .view=${view} .me=${me} @leave-changed=${() => live.refresh()}></jd-leave>`;
  }

  /** The score sheet, what can be taken home, and what is said at the table. */
  private theSheet() {
    const { point, looking } = this;
    const { view, live, log, start, post } = point;
    return html`
      <jd-score
        .log=${log}
        .start=${start}
        .at=${looking.at}
        .heading=${`${view.title || `${point.nameOf("white")} – ${point.nameOf("black")}`} · ${codeWords(view.header.code).name} · ${ending(view.state)} · ${new Intl.DateTimeFormat("en-GB", { dateStyle: "long" }).format(view.started_ms ?? view.created_ms)}`}
        @show-at=${(event: CustomEvent<number>) => looking.after(event.detail)}
      ></jd-score>
      ${WIDE.matches ? html`<div class="tools no-print">${post ? nothing : this.writing()} ${this.paging()}</div>` : nothing}
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
          .channels=${point.channels}
          .messages=${live.messages}
          .mayWrite=${(channel: Channel) => (channel === "table" ? view.you.role !== "onlooker" : channel === "onlookers" ? view.you.role === "onlooker" : true)}
          @channel=${(event: CustomEvent<Channel>) => void live.loadMessages(event.detail)}
          @spoken=${(event: CustomEvent<Channel>) => void live.loadMessages(event.detail)}
        ></jd-chat>
      </details>
    `;
  }

  private overCard(bare = false) {
    const { view, log, start } = this.point;
    return html`<jd-over
      class="no-print"
      ?bare=${bare}
      .view=${view}
      .log=${log}
      .match=${this.match}
      .start=${start}
      @rematch=${this.rematch}
      @next-game=${this.nextGame}
      @take-home=${(event: CustomEvent<Paper>) => this.download(event.detail)}
      @trouble=${this.trouble}
      >${this.theArbiter()}</jd-over
    >`;
  }

  /** The same persons again; who has which men is for the code to say. */
  private async rematch() {
    if (this.game === HERE) {
      here.lay(this.point.view.header);
      this.open();
    } else await this.follow(async () => (await api.rematch(this.game)).id);
  }

  private nextGame = () => this.follow(async () => (await api.nextGame(this.point.view.match!, this.game)).game.id);

  /** Into the game that comes after this one, in the same seat. */
  private async follow(opened: () => Promise<string>) {
    try {
      const next = await opened();
      const token = seats.get(this.game);
      if (token) seats.set(next, token);
      this.dispatchEvent(new CustomEvent("go", { detail: `/game/${next}`, bubbles: true, composed: true }));
    } catch (error) {
      this.notice = (error as Problem).detail;
    }
  }

  /** Whether he has a move to write and put away. */
  private get seals(): boolean {
    const { view, me } = this.point;
    return view.state.status === "adjourned" && view.sealed?.opened !== null && view.log.length > 0 && me === view.state.turn;
  }

  private sealing() {
    if (!this.seals) return nothing;
    return html`<section class="card panel seal no-print">
      <h3>Seal your move</h3>
      <p class="small soft">Write it so that nobody can doubt it. It lies in the envelope, unseen, until the game is resumed.</p>
      <jd-typed post alone .read=${this.read} action="Seal" @typed=${(event: CustomEvent<Line>) => this.doing.seal(event.detail)}></jd-typed>
    </section>`;
  }

  private bar() {
    const { view, facts, me } = this.point;
    if (isOver(view.state) || (!me && !view.you.parties.includes("umpire"))) return nothing;
    return html`<jd-bar
      class="no-print"
      .view=${view}
      .facts=${facts}
      .me=${me}
      .ask=${this.ask}
      @act=${(event: CustomEvent<Act>) => this.doing.do(event.detail)}
      @form=${(event: CustomEvent<Act["act"] | undefined>) => this.acts.show(event.detail)}
    ></jd-bar>`;
  }

  private waitingFor() {
    const view = this.point.view;
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
