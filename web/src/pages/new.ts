/* How shall we play? A new game: the code first, and everything else already filled in sensibly. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, state } from "lit/decorators.js";
import "../board/board.js";
import { api, links, seats, type NewGame } from "../api.js";
import { givenSquares, menOf, ORDINARY, placement, type Square } from "../fen.js";
import { Marks } from "../game/preview.js";
import { manName } from "../men.js";
import { CODES, other, type Code, type Colour, type Header, type Odds, type Shape, type TimeLimit } from "../record.js";
import { shared } from "../style/shared.js";
import { CODE_WORDS } from "../words.js";

const NAME = "jadoube.name";

interface OddsPreset {
  name: string;
  men: string[];
  moves: number;
}

const ODDS: OddsPreset[] = [
  { name: "None", men: [], moves: 0 },
  { name: "The move", men: [], moves: 1 },
  { name: "Pawn and move", men: ["pawn"], moves: 1 },
  { name: "Pawn and two", men: ["pawn"], moves: 2 },
  { name: "Knight", men: ["knight"], moves: 0 },
  { name: "Rook", men: ["rook"], moves: 0 },
  { name: "Rook and Knight", men: ["rook", "knight"], moves: 0 },
  { name: "Queen", men: ["queen"], moves: 0 },
];

const hours = (n: number) => Math.round(n * 3600);

const TIMES: { id: string; name: string; about: string; limit: TimeLimit | null; scheduled?: boolean }[] = [
  { id: "none", name: "No clock", about: "As long as it takes", limit: null },
  {
    id: "1931",
    name: "1931",
    about: "30 moves in two hours, then 15 an hour",
    limit: { by: [{ moves: 30, seconds: hours(2) }], then: { moves: 15, seconds: hours(1) } },
  },
  {
    id: "hastings",
    name: "Hastings style",
    about: "20 moves an hour, hour after hour",
    limit: { by: [{ moves: 20, seconds: hours(1) }], then: { moves: 20, seconds: hours(1) } },
  },
  {
    id: "evening",
    name: "Club evening",
    about: "24 moves an hour; play closes after three hours",
    limit: { by: [{ moves: 24, seconds: hours(1) }], then: { moves: 24, seconds: hours(1) }, close_of_play: hours(3) },
  },
  {
    id: "blitz",
    name: "Children’s blitz",
    about: "40 moves in ten minutes, then 40 more",
    limit: { by: [{ moves: 40, seconds: 600 }], then: { moves: 40, seconds: 600 } },
  },
];

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
  @state() private code: Code = "bcc-1899";
  @state() private side: Shape<"Side"> = "white";
  @state() private opponent: Shape<"Opponent"> = "link";
  @state() private place: "board" | "post" | "blindfold" = "board";
  @state() private guard = false;
  @state() private time = "none";
  @state() private odds = "None";
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
  @state() private computer = false;
  @state() private carried: Code[] = CODES;
  @state() private problem: string | null = null;
  @state() private busy = false;

  static styles = [
    shared,
    css`
      :host {
        display: block;
        max-width: 1180px;
        margin: 0 auto;
        padding: clamp(16px, 3vw, 40px) clamp(12px, 3vw, 32px) 24px;
      }
      fieldset {
        border: 0;
        margin: 0;
        padding: 0;
        min-width: 0;
      }
      legend {
        font: 600 1.2rem/1.2 var(--serif);
        padding: 0;
        margin-bottom: 10px;
      }
      form {
        display: grid;
        gap: 32px;
        margin-top: 22px;
      }
      .cards {
        display: grid;
        gap: 10px;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 208px), 1fr));
      }
      .cards.small-cards {
        grid-template-columns: repeat(auto-fill, minmax(min(47%, 168px), 1fr));
        gap: 8px;
      }
      .cards.three {
        grid-template-columns: repeat(3, 1fr);
      }
      .pick {
        position: relative;
        display: grid;
        gap: 6px;
        align-content: start;
        padding: 14px 16px;
        border: 1.5px solid var(--line);
        border-radius: 10px;
        background: var(--card);
        cursor: pointer;
      }
      .pick:hover {
        border-color: var(--strong-line);
      }
      .pick:has(input:checked) {
        border-color: var(--baize-ink);
        background: var(--baize-wash);
        box-shadow: inset 0 0 0 1px var(--baize-ink);
      }
      .pick:has(:focus-visible) {
        outline: 3px solid var(--focus);
        outline-offset: 2px;
      }
      .pick input {
        position: absolute;
        opacity: 0;
        inset: 0;
        width: 100%;
        height: 100%;
        cursor: pointer;
      }
      .pick:has(input:disabled) {
        opacity: 0.5;
      }
      .year {
        font: 600 1.75rem/1 var(--serif);
        color: var(--brass);
        font-variant-numeric: oldstyle-nums;
      }
      .pick strong {
        font-family: var(--serif);
        font-size: 1.0625rem;
        line-height: 1.2;
      }
      .two {
        display: grid;
        gap: 32px;
      }
      @media (min-width: 760px) {
        .two {
          grid-template-columns: 1fr 1fr;
        }
      }
      .odds {
        display: grid;
        gap: 20px;
      }
      @media (min-width: 620px) {
        .odds {
          grid-template-columns: minmax(0, 1fr) 300px;
        }
      }
      .odds jd-board {
        max-width: 320px;
        width: 100%;
      }
      .chips {
        display: flex;
        flex-wrap: wrap;
        gap: 6px;
      }
      .begin {
        position: sticky;
        bottom: 0;
        background: color-mix(in srgb, var(--paper) 92%, transparent);
        backdrop-filter: blur(6px);
        border-top: 1px solid var(--line);
        padding: 14px 0;
        display: flex;
        flex-wrap: wrap;
        gap: 10px 16px;
        align-items: center;
        z-index: 9;
      }
      .begin .main {
        min-width: 180px;
        min-height: 48px;
        font-size: 1.0625rem;
      }
      .check {
        display: flex;
        gap: 10px;
        align-items: flex-start;
      }
      .check input {
        margin-top: 3px;
      }
      .name {
        display: block;
        max-width: 260px;
      }
      .mine {
        margin-top: 14px;
      }
      .hint {
        margin-top: 8px;
      }
      .hint p {
        margin-top: 4px;
      }
      .inline {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
        align-items: center;
        margin-top: 12px;
      }
      .inline input {
        width: 5.5em;
      }
      .party {
        max-width: 460px;
        display: block;
      }
      .folds {
        border-top: 1px solid var(--line);
      }
      .folds details {
        border-bottom: 1px solid var(--line);
      }
      .folds summary {
        cursor: pointer;
        padding: 14px 4px;
        font: 600 1.0625rem/1.3 var(--serif);
      }
      .folds summary .soft {
        font: 400 0.9375rem/1.3 var(--sans);
        margin-left: 6px;
      }
      .folds .stack {
        padding: 4px 4px 22px 20px;
      }
      .pledge {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
        align-items: center;
      }
      .pledge select {
        width: auto;
        max-width: 100%;
      }
      .pledge input {
        width: 4.2em;
      }
    `,
  ];

  connectedCallback() {
    super.connectedCallback();
    const wanted = new URLSearchParams(location.search).get("code") as Code | null;
    if (wanted && CODES.includes(wanted)) this.code = wanted;
    api.about().then(
      (about) => {
        this.computer = about.computer;
        this.carried = about.codes;
      },
      () => undefined,
    );
  }

  private pick<T extends string>(name: string, value: T, now: T, set: (value: T) => void, inner: unknown, disabled = false) {
    return html`<label class="pick">
      <input type="radio" name=${name} value=${value} .checked=${value === now} ?disabled=${disabled} @change=${() => set(value)} />
      ${inner}
    </label>`;
  }

  /** The squares given, whether by name or by hand. */
  private givenSquares(): Square[] {
    if (this.odds === "By hand") return this.given;
    const preset = ODDS.find((each) => each.name === this.odds)!;
    return givenSquares({ giver: this.giver, men: preset.men, moves: preset.moves });
  }

  private header(): { header: Header; blindfold: Colour[]; days?: number } {
    const header: Header = { code: this.code };
    if (this.place !== "board") header.mode = "communication";
    if (this.guard && this.place === "board") header.guard = true;
    const limit = this.limit();
    if (limit && this.place !== "post") header.time_limit = limit;
    const preset = ODDS.find((each) => each.name === this.odds);
    const odds: Odds | null = preset
      ? preset.men.length > 0 || preset.moves > 0
        ? { giver: this.giver, men: preset.men, moves: preset.moves }
        : null
      : this.given.length > 0
        ? { giver: this.giver, men: this.given, moves: 0 }
        : null;
    if (odds) header.odds = odds;
    const agreements: Record<string, boolean | string> = {};
    if (odds && this.rookGiven() && !this.castle) agreements.castle_without_rook = false;
    if (this.firstMove) agreements.first_move = this.firstMove;
    for (const freedom of this.freedoms) agreements[freedom] = true;
    if (this.lenient && header.time_limit) agreements.time_forfeit = false;
    if (Object.keys(agreements).length > 0) header.agreements = agreements;
    if (this.pledges.length > 0) {
      header.undertakings = this.pledges.map(({ by, what, square }) =>
        what === "with" || what === "on" ? { by, mate: { [what]: square } } : { by, engage: what },
      );
    }
    if (this.scheduled) header.scheduled = true;
    const sides = { white: names(this.field("white-party")), black: names(this.field("black-party")) };
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
    const start = this.field("start");
    if (start) header.start = start;
    return {
      header,
      blindfold: this.place === "blindfold" ? ["white", "black"] : [],
      days: this.place === "post" ? this.days : undefined,
    };
  }

  private field(id: string): string {
    return this.renderRoot.querySelector<HTMLInputElement>(`#${id}`)?.value.trim() ?? "";
  }

  private limit(): TimeLimit | null {
    if (this.time !== "own") return TIMES.find((time) => time.id === this.time)!.limit;
    const period = { moves: this.own.moves, seconds: Math.round(this.own.minutes * 60) };
    return { by: [period], then: period };
  }

  private rookGiven(): boolean {
    const men = menOf(ORDINARY);
    return this.givenSquares().some((at) => men.get(at)?.toLowerCase() === "r");
  }

  private async begin(event: SubmitEvent) {
    event.preventDefault();
    const name = this.field("name");
    localStorage.setItem(NAME, name);
    const { header, blindfold, days } = this.header();
    const body: NewGame = { header, opponent: this.opponent, umpire: this.opponent === "link" && this.umpire, public: this.open };
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
      this.problem = (error as Error).message;
    } finally {
      this.busy = false;
    }
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

  private toggle(at: Square) {
    const who = menOf(ORDINARY).get(at);
    if (!who || who.toLowerCase() === "k") return;
    const side: Colour = who === who.toUpperCase() ? "white" : "black";
    const now = this.odds === "By hand" || side !== this.giver ? this.given : this.givenSquares();
    const kept = side === this.giver ? now : [];
    this.giver = side;
    this.odds = "By hand";
    this.given = kept.includes(at) ? kept.filter((each) => each !== at) : [...kept, at];
    if (this.given.length === 0) this.odds = "None";
  }

  render() {
    return html`<h1>A new game</h1>
      <form @submit=${this.begin}>
        <fieldset>
          <legend>By which laws?</legend>
          <div class="cards">
            ${CODES.map((code) => {
              const words = CODE_WORDS[code];
              const carried = this.carried.includes(code);
              return this.pick(
                "code",
                code,
                this.code,
                (value) => (this.code = value),
                html`<span class="year">${words.short}</span><strong>${words.name}</strong
                  ><span class="small">${words.lines[0]}</span><span class="small soft">${carried ? words.lines[1] : "Not yet carried by this arbiter."}</span>`,
                !carried,
              );
            })}
          </div>
        </fieldset>

        <div class="two">
          <fieldset>
            <legend>Against whom?</legend>
            <div class="cards small-cards">
              ${this.pick("opponent", "link", this.opponent, (value) => (this.opponent = value), html`<strong>A friend</strong><span class="small soft">You get a link to send</span>`)}
              ${this.pick("opponent", "here", this.opponent, (value) => (this.opponent = value), html`<strong>Both here</strong><span class="small soft">At this screen, by turns</span>`)}
              ${this.pick("opponent", "computer", this.opponent, (value) => (this.opponent = value), html`<strong>The computer</strong><span class="small soft">${this.computer ? "It plays the other side" : "None is set up here"}</span>`, !this.computer)}
            </div>
            ${this.computer
              ? nothing
              : html`<details class="hint small soft"><summary>How to set up a computer</summary>
                  <p>Whoever runs this server names a UCI engine when starting it: <code>jadoube serve --engine /usr/games/stockfish</code></p></details>`}
          </fieldset>
          <fieldset ?hidden=${this.opponent === "here"}>
            <legend>Your men</legend>
            <div class="cards small-cards three">
              ${this.pick("side", "white", this.side, (value) => (this.side = value), html`<strong>White</strong>`)}
              ${this.pick("side", "black", this.side, (value) => (this.side = value), html`<strong>Black</strong>`)}
              ${this.pick("side", "random", this.side, (value) => (this.side = value), html`<strong>By lot</strong>`)}
            </div>
            <p class="mine"><label for="name">Your name, if you like</label><input class="name" id="name" type="text" maxlength="40" autocomplete="nickname" .value=${localStorage.getItem(NAME) ?? ""} /></p>
          </fieldset>
        </div>

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

        ${this.place === "post" ? nothing : html`<fieldset>
          <legend>Time</legend>
          <div class="cards small-cards">
            ${TIMES.map((time) => this.pick("time", time.id, this.time, (value) => (this.time = value), html`<strong>${time.name}</strong><span class="small soft">${time.about}</span>`))}
            ${this.pick("time", "own", this.time, (value) => (this.time = value), html`<strong>Another</strong><span class="small soft">So many moves in so many minutes</span>`)}
          </div>
          ${this.time === "own"
            ? html`<p class="inline">
                <input aria-label="Moves" type="number" min="1" max="200" .value=${String(this.own.moves)} @input=${(event: InputEvent) => (this.own = { ...this.own, moves: Math.max(1, Number((event.target as HTMLInputElement).value)) })} />
                moves in
                <input aria-label="Minutes" type="number" min="1" max="1440" .value=${String(this.own.minutes)} @input=${(event: InputEvent) => (this.own = { ...this.own, minutes: Math.max(1, Number((event.target as HTMLInputElement).value)) })} />
                minutes, and as many again in each further period
              </p>`
            : nothing}
        </fieldset>`}

        <fieldset>
          <legend>Odds</legend>
          ${this.oddsPicker()}
        </fieldset>

        <div class="folds">
          <details>
            <summary>The room <span class="soft">umpire, onlookers, a match</span></summary>
            <div class="stack">
              <label class="check"><input type="checkbox" .checked=${this.umpire} ?disabled=${this.opponent !== "link"} @change=${() => (this.umpire = !this.umpire)} />
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
              <p class="small soft">Name everyone, you too. Each gets a chair and a link, and each side has a channel of its own to confer in.</p>
              <p><label for="white-party">White</label><input class="party" id="white-party" type="text" placeholder="Ann, Amy" autocomplete="off" /></p>
              <p><label for="black-party">Black</label><input class="party" id="black-party" type="text" placeholder="Bob, Bill" autocomplete="off" /></p>
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
              <p><label for="start">Position, as FEN</label><input id="start" type="text" spellcheck="false" autocomplete="off" placeholder="as usual" /></p>
              <div>
                <label for="file">Go on from a record</label>
                <input id="file" type="file" accept=".jsonl,.json,application/jsonl" @change=${this.bring} />
                <p class="small soft">A game record (JSON Lines): every act in it is ruled on again, and play goes on where it stops.</p>
              </div>
            </div>
          </details>
        </div>

        <div class="begin">
          <button class="main" ?disabled=${this.busy}>${this.busy ? "Setting up…" : "Begin"}</button>
          <span class="small soft">${this.summary()}</span>
          ${this.problem ? html`<p class="notice bad" role="alert">${this.problem}</p>` : nothing}
        </div>
      </form>`;
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
          <option value="">as the code has it</option><option value="white">White</option><option value="black">Black</option>
        </select></p>
      ${FREEDOMS.map(
        ([name, label]) => html`<label class="check"><input type="checkbox" .checked=${this.freedoms.includes(name)} @change=${() => toggle(name)} /><span>${label}</span></label>`,
      )}
      <label class="check"><input type="checkbox" .checked=${this.lenient} @change=${() => (this.lenient = !this.lenient)} />
        <span>Overstepping the time costs no game<br /><span class="small soft">Where a clock runs at all</span></span></label>
      <label class="check"><input type="checkbox" .checked=${this.scheduled} @change=${() => (this.scheduled = !this.scheduled)} />
        <span>Both are expected at a fixed hour<br /><span class="small soft">Each must arrive; the code says what lateness costs</span></span></label>
      ${this.scheduled
        ? html`<p><label for="starts">Play starts</label>
            <input class="name" id="starts" type="datetime-local" min=${localMinute(Date.now())} .value=${this.starts} @input=${(event: InputEvent) => (this.starts = (event.target as HTMLInputElement).value)} />
            <span class="small soft">Left empty: at once</span></p>`
        : nothing}
    </div>`;
  }

  private summary(): string {
    const time = this.time === "own" ? `${this.own.moves} moves in ${this.own.minutes} minutes` : TIMES.find((each) => each.id === this.time)!.name.toLowerCase();
    return [
      CODE_WORDS[this.code].name,
      this.opponent === "here" ? "both here" : `you have ${this.side === "random" ? "what the lot gives" : this.side}`,
      this.place === "board" ? (this.guard ? "guarded" : "free") : this.place === "post" ? "by post" : "blindfold",
      this.place === "post" ? `${this.days} days a move` : time,
      this.odds === "None" ? "no odds" : `odds: ${this.odds.toLowerCase()}`,
    ].join(" · ");
  }

  private oddsPicker() {
    const men = menOf(ORDINARY);
    const given = this.givenSquares();
    const marks = new Marks();
    for (const at of given) marks.add(at, "goes");
    const words = CODE_WORDS[this.code];
    return html`<div class="odds">
      <div class="stack">
        <div class="chips" role="group" aria-label="Odds">
          ${ODDS.map((odds) => html`<button type="button" class="compact" aria-pressed=${this.odds === odds.name} @click=${() => this.preset(odds)}>${odds.name}</button>`)}
          ${this.odds === "By hand" ? html`<button type="button" class="compact" aria-pressed="true">By hand</button>` : nothing}
        </div>
        ${this.odds === "None"
          ? html`<p class="small soft">An even game. To give odds, choose one of the classic ones or take men off the picture.</p>`
          : html`<div class="row" role="group" aria-label="Who gives">
                <span class="small">Given by</span>
                ${(["white", "black"] as const).map((side) => html`<button type="button" class="compact" aria-pressed=${this.giver === side} @click=${() => this.swap(side)}>${side === "white" ? "White" : "Black"}</button>`)}
              </div>
              <p class="small">
                ${given.length > 0 ? `Without ${given.map((at) => `${manName(men.get(at)!)} ${at}`).join(", ")}.` : "All men stand."}
                ${this.movesWord()}
              </p>
              ${this.rookGiven()
                ? html`<p class="notice">Castling without the Rook: ${words.castlingWithoutRook}</p>
                    <label class="check"><input type="checkbox" .checked=${this.castle} @change=${() => (this.castle = !this.castle)} /><span>as the code has it (untick: agreed that he may not)</span></label>`
                : nothing}`}
      </div>
      <jd-board
        .fen=${`${placement(men)} w KQkq - 0 1`}
        .marks=${marks}
        .side=${this.giver}
        taps
        label="Men to be given as odds: press one to take it off"
        @hand-tap=${(event: CustomEvent<{ square: Square }>) => this.toggle(event.detail.square)}
      ></jd-board>
    </div>`;
  }

  private movesWord(): string {
    const preset = ODDS.find((each) => each.name === this.odds);
    if (!preset || preset.moves === 0) return "";
    return preset.moves === 1 ? "The receiver has the first move." : `The receiver begins with ${preset.moves} moves.`;
  }

  private preset(odds: OddsPreset) {
    this.odds = odds.name;
    // He who gives a piece has White by custom; he who gives the move has Black.
    if (odds.name !== "None") this.giver = odds.moves > 0 ? "black" : "white";
  }

  private swap(side: Colour) {
    if (this.odds === "By hand" && side !== this.giver) {
      this.given = this.given.map((at) => at.charAt(0) + (9 - Number(at.charAt(1))));
    }
    this.giver = side === this.giver ? side : other(this.giver);
  }
}
