/* How shall we play? A new game: the code first, and everything else already filled in sensibly. */
import { LitElement, html, nothing } from "lit";
import { customElement, state } from "lit/decorators.js";
import "./odds.js";
import { api, links, NAME, seats, type NewGame, type Problem } from "../api.js";
import { KnownCodes, type CodeFacts } from "../codes.js";
import { KEPT, type ComputerOffered } from "../computer.js";
import { engine, withLaw } from "../engine.js";
import type { Square } from "../fen.js";
import { HERE, here } from "../here.js";
import { capital, type Code, type Colour, type Header, type Shape } from "../record.js";
import { count, listed } from "../say.js";
import { KnownServer } from "../server.js";
import { store } from "../store.js";
import { shared } from "../style/shared.js";
import { controlWords, limitWords, span } from "../terms.js";
import { codeWords } from "../words.js";
import { newStyle } from "./new-style.js";
import { givesRook, NO_ODDS, oddsOf, type Chosen } from "./odds.js";
import { NONE, ownControl, ownLimit, TIMES, type Timing } from "./times.js";

/** What was chosen last is kept by the browser: for the next game, and for whoever comes back by the back button. */
const REMEMBERED = ["code", "side", "opponent", "place", "guard", "time", "odds", "giver", "given", "castle", "umpire", "open", "days", "games", "level", "temper", "flagLoses", "own", "adding"] as const;
/** What belongs to one game alone: there again by the back button, and not in the next game. */
const ONCE = ["pledges", "scheduled", "starts", "firstMove", "freedoms", "lenient", "parties", "from", "moreOpen"] as const;

interface Form {
  form?: Record<string, unknown>;
}

/** What a player may bind himself to do; the British Code's fourth part gives it its law. */
interface Pledge {
  by: Colour;
  what: "with" | "on" | "be-mated" | "be-stalemated";
  square: Square;
}

const PLEDGES: [Pledge["what"], string][] = [
  ["with", "to mate with the man that begins on"],
  ["on", "to mate the King on"],
  ["be-mated", "to be mated"],
  ["be-stalemated", "to be stalemated"],
];

/** What the players may allow each other beforehand. */
const FREEDOMS: [name: string, label: string][] = [
  ["book", "Books may be consulted"],
  ["second_board", "A second board may be used"],
  ["assistance", "Others may advise"],
];

/** A moment as the browser's own field for it wants it, in local time. */
const localMinute = (ms: number): string => new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

const names = (text: string): string[] =>
  text
    .split(/[,;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== "");

@customElement("jd-new")
export class JdNew extends LitElement {
  @state() private code: Code | "" = "";
  @state() private side: Shape<"Side"> = "white";
  @state() private opponent: Shape<"Opponent"> | "anyone" = "link";
  @state() private level = "3";
  @state() private temper = "gentle";
  /** Where a code knows no clock: agreed that a fallen flag loses. */
  @state() private flagLoses = false;
  @state() private place: "board" | "post" | "blindfold" = "board";
  @state() private guard = false;
  @state() private time = "none";
  @state() private odds = NO_ODDS;
  @state() private giver: Colour = "white";
  @state() private given: Square[] = [];
  @state() private castle = true;
  @state() private umpire = false;
  @state() private open = false;
  @state() private days = 3;
  @state() private games = 1;
  @state() private pledges: Pledge[] = [];
  @state() private scheduled = false;
  @state() private starts = "";
  @state() private firstMove: "" | Colour = "";
  @state() private freedoms: string[] = [];
  @state() private lenient = false;
  @state() private own = { moves: 40, minutes: 90 };
  /** A time of one's own where each move adds to it. */
  @state() private adding = { minutes: 20, seconds: 5 };
  /** Who consults on each side, as it was written. */
  @state() private parties = { white: "", black: "" };
  /** Another position to begin from, as FEN. */
  @state() private from = "";
  private codes = new KnownCodes(this);
  private server = new KnownServer(this);
  @state() private problem: string | null = null;
  @state() private busy = false;
  /** He knows that the game kept at this screen gives way to the new one. */
  private warned = false;
  @state() private moreOpen = false;

  static styles = [shared, newStyle];

  connectedCallback() {
    super.connectedCallback();
    this.fill(REMEMBERED, store.values(KEPT));
    const before = (history.state as Form | null)?.form;
    if (before) this.fill([...REMEMBERED, ...ONCE], before);
    const asked = new URLSearchParams(location.search);
    if (asked.has("code") && !before) this.code = asked.get("code") as Code;
    const against = before ? null : asked.get("opponent");
    if (against === "link" || against === "here" || against === "computer" || against === "anyone") this.opponent = against;
  }

  protected willUpdate() {
    if (this.server.computer === null && this.opponent === "computer") this.opponent = "link";
    const known = this.codes.list;
    if (known.length === 0) return;
    // The laws of today, unless he chose others: the newest code is the last.
    if (!known.some((facts) => facts.code === this.code)) this.code = known.at(-1)!.code;
    if (!this.timings().some((timing) => timing.id === this.time)) this.time = "none";
  }

  private fill(names: readonly string[], from: Record<string, unknown>) {
    for (const name of names) if (name in from) (this as unknown as Record<string, unknown>)[name] = from[name];
  }

  private filled(names: readonly string[]): Record<string, unknown> {
    return Object.fromEntries(names.map((name) => [name, (this as unknown as Record<string, unknown>)[name]]));
  }

  protected updated(changed: Map<string, unknown>) {
    // What he has just chosen needs a word more of him: on a small screen that may stand below the fold.
    if (["time", "code", "opponent"].some((name) => changed.get(name)) && !this.flagSettled) this.renderRoot.querySelector("#flag")?.scrollIntoView({ block: "nearest" });
    store.set(KEPT, JSON.stringify(this.filled(REMEMBERED)));
    // The next page has its own place in the browser's history; this one keeps what was written here.
    if (location.pathname === "/new") history.replaceState({ form: this.filled([...REMEMBERED, ...ONCE]) } satisfies Form, "");
  }

  private get facts(): CodeFacts | undefined {
    return this.codes.list.find((facts) => facts.code === this.code);
  }

  /** Whether these laws know a time control: sudden death, and seconds added before each move. */
  private get adds(): boolean {
    return this.facts?.timing.at(-1) === "time_control";
  }

  /** How a game can be timed under this code: as its law knows it, or not at all. */
  private timings(): Timing[] {
    const known = (this.facts?.timing ?? []).slice(-1).flatMap((field) => TIMES[field]);
    // At the close of play an umpire is asked: such a game is not played where none can sit.
    return [NONE, ...known.filter((timing) => !timing.limit?.close_of_play || this.umpired || this.opponent === "here")];
  }

  private pick<T extends string>(name: string, value: T, now: T, set: (value: T) => void, inner: unknown, disabled = false) {
    return html`<label class="pick">
      <input type="radio" name=${name} value=${value} .checked=${value === now} ?disabled=${disabled} @change=${() => set(value)} />
      ${inner}
    </label>`;
  }

  private get chosenOdds(): Chosen {
    const { odds, giver, given, castle } = this;
    return { odds, giver, given, castle };
  }

  private header(): { header: Header; blindfold: Colour[]; days?: number } {
    const header: Header = { code: this.code as Code };
    if (this.place !== "board") header.mode = "communication";
    if (this.guard && this.place === "board") header.guard = true;
    const timing = this.timing();
    if (timing.limit && this.place !== "post") header.time_limit = timing.limit;
    if (timing.control && this.place !== "post") header.time_control = timing.control;
    // Where a code has its moves pressed on a clock, "no clock" means that none stands on the table.
    if (this.time === "none" && this.place === "board" && this.facts?.timing.includes("time_control")) header.clock = false;
    const odds = oddsOf(this.chosenOdds);
    if (odds) header.odds = odds;
    const agreements: Record<string, boolean | string> = {};
    if (odds && givesRook(this.chosenOdds) && !this.castle) agreements.castle_without_rook = false;
    if (this.firstMove) agreements.first_move = this.firstMove;
    for (const freedom of this.freedoms) agreements[freedom] = true;
    if (this.lenient && header.time_limit) agreements.time_forfeit = false;
    else if (this.flagLoses && this.needsUmpire()) agreements.time_forfeit = true;
    if (Object.keys(agreements).length > 0) header.agreements = agreements;
    if (this.pledges.length > 0) {
      header.undertakings = this.pledges.map(({ by, what, square }) =>
        what === "with" || what === "on" ? { by, mate: { [what]: square } } : { by, engage: what },
      );
    }
    if (this.scheduled) header.scheduled = true;
    const sides = { white: names(this.parties.white), black: names(this.parties.black) };
    const name = this.field("name");
    if (this.side === "white" || this.side === "black") {
      // He who opens the game takes the first chair of his side.
      const own = sides[this.side];
      if (name && own.length > 0) sides[this.side] = [name, ...own.filter((each) => each !== name)];
    }
    if (sides.white.length > 1 || sides.black.length > 1) {
      // A side of one is still named, so that there is a chair for him.
      header.sides = {
        white: sides.white.length > 0 ? sides.white : ["White"],
        black: sides.black.length > 0 ? sides.black : ["Black"],
      };
    }
    if (this.from.trim()) header.start = this.from.trim();
    return {
      header,
      blindfold: this.place === "blindfold" ? ["white", "black"] : [],
      days: this.place === "post" ? this.days : undefined,
    };
  }

  private field(id: string): string {
    return this.renderRoot.querySelector<HTMLInputElement>(`#${id}`)?.value.trim() ?? "";
  }

  private timing(): Timing {
    if (this.time === "own") return this.adds ? ownControl(this.adding) : ownLimit(this.own);
    return this.timings().find((timing) => timing.id === this.time) ?? NONE;
  }

  /** A fallen flag would stop this game until an umpire decides. */
  private needsUmpire(): boolean {
    return this.facts?.flag === "umpire" && this.time !== "none" && this.place !== "post" && !this.withoutServer;
  }

  /** Two at this screen can play though the server cannot be reached. */
  private get withoutServer(): boolean {
    return this.opponent === "here" && this.server.away;
  }

  /** What he has chosen that only a server keeps. */
  private keptByServer(): string[] {
    const chosen = { clock: this.time !== "none" && this.place !== "post", match: this.games > 1, blindfold: this.place === "blindfold" };
    return Object.entries(chosen).flatMap(([name, is]) => (is ? [name] : []));
  }

  private get flagSettled(): boolean {
    return this.flagLoses || (this.umpire && this.umpired);
  }

  /** At the close of play this game would stop until an umpire decides. */
  private closes(): boolean {
    return !!this.timing().limit?.close_of_play && !this.lenient && this.place !== "post" && this.opponent !== "here";
  }

  /** Whether an umpire's chair can be set for this game. */
  private get umpired(): boolean {
    return this.opponent === "link" || this.opponent === "anyone";
  }

  private async begin(event: SubmitEvent) {
    event.preventDefault();
    if (this.needsUmpire() && !this.flagSettled) {
      this.problem = `Say first what a fallen flag costs: agree that it loses${this.umpired ? ", or set a chair for an umpire" : ""}.`;
      this.renderRoot.querySelector("#flag")?.scrollIntoView({ block: "center" });
      return;
    }
    const name = this.field("name");
    store.set(NAME, name);
    const { header, blindfold, days } = this.header();
    const opponent = this.opponent === "anyone" ? "link" : this.opponent;
    const body: NewGame = { header, opponent, umpire: opponent === "link" && this.umpire, public: this.open };
    if (this.opponent === "anyone") body.lobby = true;
    if (opponent === "computer") Object.assign(body, this.asked());
    if (this.opponent !== "here") body.side = this.side;
    if (name) body.name = name;
    if (blindfold.length > 0) body.blindfold = blindfold;
    if (days) body.days_per_move = days;
    if (header.scheduled && this.starts) body.starts_ms = new Date(this.starts).getTime();
    this.busy = true;
    this.problem = null;
    try {
      const made = await (this.games > 1 ? api.createMatch({ ...body, games: this.games }) : api.createGame(body));
      this.sitDown(made);
    } catch (error) {
      if ((error as Problem).status === 0 && this.opponent === "here" && (await engine())) {
        // No server: the law in the page is enough for two at one screen.
        const kept = here.kept();
        const told = [];
        if (kept && !kept.over) told.push(`A game at this screen still goes on, under ${codeWords(kept.code).name}: it is among your games on the front page, and the new one takes its place.`);
        if (!this.server.away && this.keptByServer().length > 0) told.push(`The server cannot be reached: there is no ${listed(this.keptByServer(), "or")}.`);
        if (told.length > 0 && !this.warned) {
          this.warned = true;
          this.problem = [...told, "Begin once more to have it so."].join(" ");
          return;
        }
        here.lay(header);
        this.dispatchEvent(new CustomEvent("go", { detail: `/game/${HERE}`, bubbles: true, composed: true }));
      } else this.problem = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }

  /** How the computer shall play, so far as this server lets one choose. */
  private asked(): Record<string, unknown> {
    return { level: Number(this.level), temper: this.temper };
  }

  /** The seat and the links are kept by this browser alone; then to the table. */
  private sitDown(made: Shape<"Opened">) {
    seats.set(made.id, made.token);
    links.set(made.id, made.invitations);
    this.dispatchEvent(new CustomEvent("go", { detail: `/game/${made.id}`, bubbles: true, composed: true }));
  }

  private async bring(event: Event) {
    const file = (event.target as HTMLInputElement).files?.[0];
    if (!file) return;
    this.problem = null;
    try {
      const made = await api.importGame({ record: await file.text(), side: this.side === "random" ? "white" : this.side });
      this.sitDown(made);
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }

  render() {
    const words = codeWords(this.code);
    const timing = this.timing();
    return html`<h1>A new game</h1>
      <form @submit=${this.begin}>
        <fieldset class="row-of">
          <legend>Against</legend>
          <div class="seg against">
            ${this.pick("opponent", "computer", this.opponent, (value) => (this.opponent = value), html`<strong>The computer</strong>`, this.server.computer === null || this.server.away)}
            ${this.pick("opponent", "link", this.opponent, (value) => (this.opponent = value), html`<strong>A friend</strong>`)}
            ${this.pick("opponent", "anyone", this.opponent, (value) => (this.opponent = value), html`<strong>Anyone</strong>`)}
            ${this.pick("opponent", "here", this.opponent, (value) => (this.opponent = value), html`<strong>Both here</strong>`)}
          </div>
          <p class="small soft">${this.whoAbout()}</p>
          ${this.opponent === "computer" && this.server.computer ? this.computerChoices(this.server.computer) : nothing}
        </fieldset>

        <fieldset class="row-of">
          <legend>Laws</legend>
          <div class="seg codes">
            ${this.codes.list.map(({ code }) =>
              this.pick("code", code, this.code, (value) => (this.code = value as Code), html`<span class="year">${codeWords(code).short}</span><span class="unseen">${codeWords(code).name}</span>`),
            )}
          </div>
          <p class="small"><strong>${words.name}.</strong> <span class="first">${words.lines[0]}</span> <span class="second">${words.lines[1]}</span> <a href="/law/${this.code}">Read it</a></p>
        </fieldset>

        ${this.place === "post"
          ? nothing
          : html`<fieldset class="row-of">
              <legend>Time</legend>
              <div class="seg">
                ${this.timings().map((each) => this.pick("time", each.id, this.time, (value) => (this.time = value), html`<strong>${each.name}</strong>`))}
              </div>
              <p class="small soft">
                ${timing.control && this.time !== "own" ? `${controlWords(timing.control)}.` : timing.limit && this.time !== "own" ? `${limitWords(timing.limit)}.` : this.time === "none" ? "As long as it takes." : nothing}
              </p>
              ${this.time === "own" ? this.ownTime() : nothing} ${this.flagWarning()}
            </fieldset>`}

        ${this.opponent === "here"
          ? nothing
          : html`<fieldset class="row-of">
              <legend>Your men</legend>
              <div class="seg mine">
                ${this.pick("side", "white", this.side, (value) => (this.side = value), html`<strong>White</strong>`)}
                ${this.pick("side", "black", this.side, (value) => (this.side = value), html`<strong>Black</strong>`)}
                ${this.pick("side", "random", this.side, (value) => (this.side = value), html`<strong>Random</strong>`)}
                <label class="named"><span class="unseen">Your name, if you like</span><input class="name" id="name" type="text" maxlength="40" autocomplete="nickname" placeholder="Your name, if you like" .value=${store.get(NAME) ?? ""} /></label>
              </div>
            </fieldset>`}

        <div class="begin">
          <button class="main" ?disabled=${this.busy || !this.code}>${this.busy ? "Setting up…" : "Begin"}</button>
          <span class="small soft">${this.summary()}</span>
          ${this.problem ? html`<p class="notice bad" role="alert">${this.problem}</p>` : nothing}
        </div>

        <details class="more" ?open=${this.moreOpen} @toggle=${(event: Event) => (this.moreOpen = (event.target as HTMLDetailsElement).open)}>
        <summary>More <span class="soft">${this.moreAbout()}</span></summary>
        <div class="inside">
        <div class="two">
          <fieldset>
            <legend>What may happen?</legend>
            <div class="cards small-cards">
              ${this.pick("guard", "free", this.guard ? "guard" : "free", () => (this.guard = false), html`<strong>Free</strong><span class="small soft">Anything can happen, and the law answers</span>`)}
              ${this.pick("guard", "guard", this.guard ? "guard" : "free", () => (this.guard = true), html`<strong>Guarded</strong><span class="small soft">A board that refuses what the law forbids</span>`, this.place !== "board")}
            </div>
          </fieldset>
          <fieldset>
            <legend>Where?</legend>
            <div class="cards small-cards">
              ${this.pick("place", "board", this.place, (value) => (this.place = value), html`<strong>Over the board</strong>`)}
              ${this.pick("place", "post", this.place, (value) => (this.place = value), html`<strong>By post</strong><span class="small soft">Moves in writing, days to answer</span>`)}
              ${this.pick("place", "blindfold", this.place, (value) => (this.place = value), html`<strong>Blindfold</strong><span class="small soft">No board is shown to anyone playing</span>`)}
            </div>
            ${this.place === "post"
              ? html`<p class="row"><label for="days">Days for each reply</label>
                  <input id="days" class="name" type="number" min="1" max="30" .value=${String(this.days)} @input=${(event: InputEvent) => (this.days = Number((event.target as HTMLInputElement).value) || 1)} /></p>`
              : nothing}
          </fieldset>
        </div>

        <fieldset>
          <legend>Odds</legend>
          <jd-odds .chosen=${this.chosenOdds} @chosen=${(event: CustomEvent<Partial<Chosen>>) => Object.assign(this, event.detail)}></jd-odds>
        </fieldset>

        <div class="folds">
          <details>
            <summary>The room <span class="soft">umpire, onlookers, a match</span></summary>
            <div class="stack">
              <label class="check"><input type="checkbox" .checked=${this.umpire} ?disabled=${!this.umpired} @change=${() => (this.umpire = !this.umpire)} />
                <span>An umpire’s chair<br /><span class="small soft">A third person decides what the code leaves to him</span></span></label>
              <label class="check"><input type="checkbox" .checked=${this.open} @change=${() => (this.open = !this.open)} />
                <span>Anyone may watch<br /><span class="small soft">Otherwise only those with a link</span></span></label>
              <p><label for="games">Games</label>
                <select class="name" id="games" @change=${(event: Event) => (this.games = Number((event.target as HTMLSelectElement).value))}>
                  ${[1, 2, 4, 6, 10].map((n) => html`<option value=${n} ?selected=${n === this.games}>${n === 1 ? "a single game" : `a match of ${n}`}</option>`)}
                </select></p>
            </div>
          </details>
          <details>
            <summary>Consultation <span class="soft">several persons a side</span></summary>
            <div class="stack">
              <p class="small soft">Name everyone, yourself included. Each person gets a chair and a link, and each side can talk in private.</p>
              <p><label for="white-party">White</label><input class="party" id="white-party" type="text" placeholder="Ann, Amy" autocomplete="off" .value=${this.parties.white} @input=${(event: InputEvent) => (this.parties = { ...this.parties, white: (event.target as HTMLInputElement).value })} /></p>
              <p><label for="black-party">Black</label><input class="party" id="black-party" type="text" placeholder="Bob, Bill" autocomplete="off" .value=${this.parties.black} @input=${(event: InputEvent) => (this.parties = { ...this.parties, black: (event.target as HTMLInputElement).value })} /></p>
            </div>
          </details>
          <details>
            <summary>Undertakings <span class="soft">to mate with one man, on one square, to be mated</span></summary>
            ${this.undertakings()}
          </details>
          <details>
            <summary>Agreements <span class="soft">first move, helps, a fixed hour</span></summary>
            ${this.agreements()}
          </details>
          <details>
            <summary>Another beginning <span class="soft">a position, or a record to go on from</span></summary>
            <div class="stack">
              <p><label for="start">Position, as FEN</label><input id="start" type="text" spellcheck="false" autocomplete="off" placeholder="as usual" .value=${this.from} @input=${(event: InputEvent) => (this.from = (event.target as HTMLInputElement).value)} /></p>
              <div>
                <label for="file">Go on from a record</label>
                <input id="file" type="file" accept=".jsonl,.json,application/jsonl" @change=${this.bring} />
                <p class="small soft">A game record (JSON Lines): every act in it is ruled on again, and play goes on where it stops.</p>
              </div>
            </div>
          </details>
        </div>

        </div>
        </details>
      </form>`;
  }

  private whoAbout(): string {
    if (this.server.away && this.opponent !== "here") {
      return `The server cannot be reached${this.opponent === "link" ? ", so there is no link to send" : ""}.${withLaw ? " “Both here” can be played without it." : ""}`;
    }
    switch (this.opponent) {
      case "computer":
        return "It sits down at once, and knows the law.";
      case "anyone":
        return "Your game is listed on this server’s front page until somebody joins.";
      case "here":
        return `Two people at this screen, by turns.${this.withoutServer && this.keptByServer().length > 0 ? ` Without the server there is no ${listed(this.keptByServer(), "or")}.` : ""}`;
      default:
        return this.server.computer === null ? "You get a link to send. (No computer is set up on this server.)" : "You get a link to send.";
    }
  }

  private computerChoices({ levels, tempers }: ComputerOffered) {
    const choice = (id: "level" | "temper", label: string, all: string[], words: Record<string, string>) =>
      all.length === 0
        ? nothing
        : html`<label>${label}
            <select id=${id} @change=${(event: Event) => (this[id] = (event.target as HTMLSelectElement).value)}>
              ${all.map((each) => html`<option value=${each} ?selected=${each === this[id]}>${words[each] ?? each}</option>`)}
            </select></label>`;
    return html`<div class="row choices">
      ${choice("level", "Level", levels, { 1: "1: a beginner", 3: "3: a friendly game", 6: "6: a club player", 10: "10: as well as it can" })}
      ${choice("temper", "Temper", tempers, { strict: "strict: uses every right", gentle: "gentle: tells you, lets you off", rogue: "rogue: cheats now and then" })}
    </div>`;
  }

  private ownTime() {
    const number = (event: InputEvent, least: number) => Math.max(least, Number((event.target as HTMLInputElement).value) || least);
    if (this.adds) {
      return html`<p class="inline">
        <input aria-label="Minutes" type="number" min="1" max="1440" .value=${String(this.adding.minutes)} @input=${(event: InputEvent) => (this.adding = { ...this.adding, minutes: number(event, 1) })} />
        minutes for the whole game, and
        <input aria-label="Seconds added" type="number" min="0" max="600" .value=${String(this.adding.seconds)} @input=${(event: InputEvent) => (this.adding = { ...this.adding, seconds: number(event, 0) })} />
        seconds added before each move
      </p>`;
    }
    return html`<p class="inline">
      <input aria-label="Moves" type="number" min="1" max="200" .value=${String(this.own.moves)} @input=${(event: InputEvent) => (this.own = { ...this.own, moves: number(event, 1) })} />
      moves in
      <input aria-label="Minutes" type="number" min="1" max="1440" .value=${String(this.own.minutes)} @input=${(event: InputEvent) => (this.own = { ...this.own, minutes: number(event, 1) })} />
      minutes, and the same again in each period after that
    </p>`;
  }

  /** No dead ends: a code that knows no clock says so beforehand, with the remedies. */
  private flagWarning() {
    if (!this.needsUmpire() && this.closes()) {
      return html`<div class=${this.umpire ? "notice good small" : "notice small"}>
        <p>At the close of play an umpire says what becomes of an unfinished game${this.umpire ? "." : ", and this table has none."}</p>
        <label class="check"><input type="checkbox" .checked=${this.umpire} @change=${() => (this.umpire = !this.umpire)} /><span>Set a chair for an umpire</span></label>
      </div>`;
    }
    if (!this.needsUmpire()) return this.facts?.flag === "nothing" && this.time !== "none" ? html`<p class="notice small">These laws give a fallen flag no meaning: the clock only shows the time.</p>` : nothing;
    const settled = this.flagSettled;
    return html`<div id="flag" class=${settled ? "notice good small" : "notice small"}>
      <p>These laws know no clock: a fallen flag stops play until an umpire decides${settled ? "." : ", and this table has none."}</p>
      <div class="row">
        <label class="check"><input type="checkbox" .checked=${this.flagLoses} @change=${() => (this.flagLoses = !this.flagLoses)} /><span>Agree that a fallen flag loses</span></label>
        ${this.umpired
          ? html`<label class="check"><input type="checkbox" .checked=${this.umpire} @change=${() => (this.umpire = !this.umpire)} /><span>Set a chair for an umpire</span></label>`
          : nothing}
      </div>
    </div>`;
  }

  private moreAbout(): string {
    const chosen = [
      this.guard && this.place === "board" ? "guarded" : "",
      this.place === "post" ? "by post" : this.place === "blindfold" ? "blindfold" : "",
      this.odds === NO_ODDS ? "" : `odds: ${this.odds.toLowerCase()}`,
      this.umpire && this.opponent === "link" ? "an umpire" : "",
      this.games > 1 ? `a match of ${this.games}` : "",
      this.open ? "anyone may watch" : "",
      names(this.parties.white).length + names(this.parties.black).length > 1 ? "consultation" : "",
      this.pledges.length > 0 ? "undertakings" : "",
      this.firstMove || this.freedoms.length > 0 || this.lenient ? "agreements" : "",
      this.scheduled ? "a fixed hour" : "",
      this.from.trim() ? "from a position" : "",
    ].filter(Boolean);
    return chosen.join(", ") || "board, odds, post, blindfold, match, agreements, another position";
  }

  private undertakings() {
    const change = (at: number, to: Partial<Pledge>) => {
      this.pledges = this.pledges.map((pledge, n) => (n === at ? { ...pledge, ...to } : pledge));
    };
    return html`<div class="stack">
      <p class="small soft">The British Code gives these their law; in the other codes they are recorded, and that is all.</p>
      ${this.pledges.map(
        (pledge, at) => html`<div class="pledge">
          <select aria-label="Who undertakes it" @change=${(event: Event) => change(at, { by: (event.target as HTMLSelectElement).value as Colour })}>
            ${(["white", "black"] as const).map((side) => html`<option value=${side} ?selected=${pledge.by === side}>${side === "white" ? "White" : "Black"}</option>`)}
          </select>
          <select aria-label="What is undertaken" @change=${(event: Event) => change(at, { what: (event.target as HTMLSelectElement).value as Pledge["what"] })}>
            ${PLEDGES.map(([what, label]) => html`<option value=${what} ?selected=${pledge.what === what}>${label}</option>`)}
          </select>
          ${pledge.what === "with" || pledge.what === "on"
            ? html`<input aria-label="Square" type="text" pattern="[a-h][1-8]" required maxlength="2" .value=${pledge.square} @input=${(event: InputEvent) => change(at, { square: (event.target as HTMLInputElement).value.trim().toLowerCase() })} />`
            : nothing}
          <button type="button" class="plain compact" aria-label="Drop this undertaking" @click=${() => (this.pledges = this.pledges.filter((_, n) => n !== at))}>✕</button>
        </div>`,
      )}
      <div><button type="button" class="compact" @click=${() => (this.pledges = [...this.pledges, { by: "white", what: "with", square: "f2" }])}>Add an undertaking</button></div>
    </div>`;
  }

  private agreements() {
    const toggle = (name: string) => {
      this.freedoms = this.freedoms.includes(name) ? this.freedoms.filter((each) => each !== name) : [...this.freedoms, name];
    };
    return html`<div class="stack">
      <p><label for="first">First move</label>
        <select class="name" id="first" @change=${(event: Event) => (this.firstMove = (event.target as HTMLSelectElement).value as "" | Colour)}>
          ${(["", "white", "black"] as const).map((side) => html`<option value=${side} ?selected=${side === this.firstMove}>${side ? capital(side) : "as the code says"}</option>`)}
        </select></p>
      ${FREEDOMS.map(
        ([name, label]) => html`<label class="check"><input type="checkbox" .checked=${this.freedoms.includes(name)} @change=${() => toggle(name)} /><span>${label}</span></label>`,
      )}
      <label class="check"><input type="checkbox" .checked=${this.lenient} @change=${() => (this.lenient = !this.lenient)} />
        <span>Running out of time does not lose the game<br /><span class="small soft">Where a clock runs at all</span></span></label>
      <label class="check"><input type="checkbox" .checked=${this.scheduled} @change=${() => (this.scheduled = !this.scheduled)} />
        <span>Play starts at a fixed hour<br /><span class="small soft">Both players have to arrive; the code says what being late costs</span></span></label>
      ${this.scheduled
        ? html`<p><label for="starts">Play starts</label>
            <input class="name" id="starts" type="datetime-local" min=${localMinute(Date.now())} .value=${this.starts} @input=${(event: InputEvent) => (this.starts = (event.target as HTMLInputElement).value)} />
            <span class="small soft">Left empty: at once</span></p>`
        : nothing}
    </div>`;
  }

  private summary(): string {
    const timing = this.timings().find((each) => each.id === this.time);
    return [
      codeWords(this.code).name,
      this.opponent === "here" ? "both here" : `you play ${this.side === "random" ? "a random colour" : capital(this.side)}`,
      this.place === "board" ? (this.guard ? "guarded" : "free") : this.place === "post" ? "by post" : "blindfold",
      this.place === "post" ? `${count(this.days, "day")} a move` : this.time === "own" ? (this.adds ? `${this.adding.minutes}+${this.adding.seconds}` : `${count(this.own.moves, "move")} in ${span(this.own.minutes * 60)}`) : (timing?.name.toLowerCase() ?? ""),
      this.odds === NO_ODDS ? "no odds" : `odds: ${this.odds.toLowerCase()}`,
    ].join(" · ");
  }
}
