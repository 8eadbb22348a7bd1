/* How shall we play? A new game: the code first, and everything else already filled in sensibly. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, state } from "lit/decorators.js";
import "../board/board.js";
import { api, links, seats, type NewGame, type Problem } from "../api.js";
import { engine, withLaw } from "../engine.js";
import { HERE, layHere } from "../local.js";
import { KnownCodes, type CodeFacts } from "../codes.js";
import { givenSquares, menOf, ORDINARY, placement, type Square } from "../fen.js";
import { Marks } from "../game/preview.js";
import { count, manName } from "../say.js";
import { capital, other, type Code, type Colour, type Header, type Odds, type Shape, type TimeLimit } from "../record.js";
import { shared } from "../style/shared.js";
import { controlWords, limitWords, span } from "../terms.js";
import { codeWords } from "../words.js";

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

interface TimeControl {
  periods: { moves?: number; seconds: number; increment?: number }[];
}

interface Timing {
  id: string;
  name: string;
  limit?: TimeLimit;
  control?: TimeControl;
}

const sudden = (minutes: number, increment = 0): Timing => ({
  id: `${minutes}+${increment}`,
  name: `${minutes}+${increment}`,
  control: { periods: [{ seconds: minutes * 60, ...(increment ? { increment } : {}) }] },
});

const NONE: Timing = { id: "none", name: "No clock" };

/** By which field of the header a code is timed, and what is usual there. */
const TIMES: Record<CodeFacts["timing"][number], Timing[]> = {
  time_control: [
    sudden(3, 2),
    sudden(5),
    sudden(10),
    sudden(15, 10),
    sudden(30),
    sudden(60, 30),
    { id: "90+30", name: "90+30", control: { periods: [{ moves: 40, seconds: hours(1.5), increment: 30 }, { seconds: hours(0.5), increment: 30 }] } },
    { id: "own", name: "Another…" },
  ],
  time_limit: [
    { id: "blitz", name: "Quick", limit: { by: [{ moves: 40, seconds: 600 }], then: { moves: 40, seconds: 600 } } },
    { id: "hastings", name: "20 an hour", limit: { by: [{ moves: 20, seconds: hours(1) }], then: { moves: 20, seconds: hours(1) } } },
    { id: "1931", name: "30 in two hours", limit: { by: [{ moves: 30, seconds: hours(2) }], then: { moves: 15, seconds: hours(1) } } },
    { id: "evening", name: "Club evening", limit: { by: [{ moves: 24, seconds: hours(1) }], then: { moves: 24, seconds: hours(1) }, close_of_play: hours(3) } },
    { id: "own", name: "Another…" },
  ],
};

/** What was chosen last, kept by the browser: for the next game, and for whoever comes back by the back button. */
const KEPT = "jadoube.new";
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

/** A computer to play against, and what may be asked of it. */
interface ComputerOffered {
  levels: string[];
  tempers: string[];
}

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
  /** A time of one's own where each move adds to it. */
  @state() private adding = { minutes: 20, seconds: 5 };
  /** Who consults on each side, as it was written. */
  @state() private parties = { white: "", black: "" };
  /** Another position to begin from, as FEN. */
  @state() private from = "";
  /** What computer this server has, or none; nothing before it has answered. */
  @state() private computer: ComputerOffered | null | undefined = undefined;
  /** The server cannot be reached. */
  @state() private alone = false;
  private codes = new KnownCodes(this);
  @state() private problem: string | null = null;
  @state() private busy = false;
  @state() private moreOpen = false;

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
        gap: 20px;
        margin-top: 18px;
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
      /* One line of choices: its name, then what there is to choose from. */
      .row-of {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 4px 18px;
      }
      .row-of legend {
        float: left;
        width: 100%;
        margin-bottom: 6px;
      }
      @media (min-width: 760px) {
        .row-of {
          grid-template-columns: 6.9rem minmax(0, 1fr);
        }
        .row-of legend {
          width: auto;
          padding-top: 10px;
        }
        .row-of > :not(legend, .seg) {
          grid-column: 2;
        }
      }
      .seg {
        display: flex;
        flex-wrap: wrap;
        gap: 6px;
        align-items: stretch;
      }
      .seg .pick {
        padding: 10px 16px;
        min-height: 46px;
        align-content: center;
      }
      .seg .year {
        font-size: 1.25rem;
      }
      .seg .named {
        flex: 1;
        min-width: 180px;
        max-width: 260px;
        align-self: center;
      }
      /* On a telephone too the whole choice stands on one screen. */
      @media (max-width: 520px) {
        :host {
          padding-top: 10px;
        }
        h1 {
          font-size: 1.375rem;
        }
        form {
          gap: 12px;
          margin-top: 10px;
        }
        .row-of legend {
          font-size: 1rem;
          margin-bottom: 4px;
        }
        .seg {
          gap: 5px;
        }
        .seg .pick {
          flex: 1 0 auto;
          padding: 6px 9px;
          min-height: 42px;
          text-align: center;
        }
        .seg .pick strong {
          font-size: 0.9375rem;
        }
        .seg .year {
          font-size: 1.0625rem;
        }
        .seg.codes {
          display: grid;
          grid-template-columns: repeat(auto-fit, minmax(3.1rem, 1fr));
        }
        .seg.codes .pick {
          padding-inline: 2px;
        }
        .seg.against {
          display: grid;
          grid-template-columns: 1fr 1fr;
        }
        .row.choices {
          display: grid;
          grid-template-columns: auto minmax(0, 1fr);
        }
        .row.choices label {
          display: contents;
        }
        .row-of .second {
          display: none;
        }
        .begin .small {
          display: none;
        }
        .begin .main {
          flex: 1;
        }
      }
      .choices label {
        display: inline-flex;
        gap: 8px;
        align-items: center;
      }
      .choices label,
      .choices select {
        max-width: 100%;
        min-width: 0;
      }
      .choices select {
        width: auto;
      }
      .more > summary {
        cursor: pointer;
        font: 600 1.2rem/1.2 var(--serif);
        padding: 8px 0;
      }
      .more > summary .soft {
        font: 400 0.9375rem/1.3 var(--sans);
        margin-left: 8px;
      }
      .more .inside {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 28px;
        padding-top: 18px;
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
        grid-template-columns: minmax(0, 1fr);
        gap: 32px;
      }
      @media (min-width: 760px) {
        .two {
          grid-template-columns: 1fr 1fr;
        }
      }
      .odds {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
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
        background: var(--paper);
        border-block: 1px solid var(--line);
        padding: 12px 0;
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
      input[type="file"] {
        display: block;
        max-width: 100%;
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
    try {
      const kept = JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Record<string, unknown>;
      this.fill(REMEMBERED, kept);
    } catch {
      // Nothing that can be read was kept.
    }
    const before = (history.state as Form | null)?.form;
    if (before) this.fill([...REMEMBERED, ...ONCE], before);
    const asked = new URLSearchParams(location.search);
    if (asked.has("code") && !before) this.code = asked.get("code") as Code;
    const against = before ? null : asked.get("opponent");
    if (against === "link" || against === "here" || against === "computer" || against === "anyone") this.opponent = against;
    api.about().then(
      (about) => {
        this.computer = computerOf(about);
        if (!this.computer && this.opponent === "computer") this.opponent = "link";
      },
      () => (this.alone = true),
    );
  }

  protected willUpdate() {
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

  protected updated() {
    try {
      localStorage.setItem(KEPT, JSON.stringify(this.filled(REMEMBERED)));
    } catch {
      // A full store: the form still works.
    }
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

  /** The squares given, whether by name or by hand. */
  private givenSquares(): Square[] {
    if (this.odds === "By hand") return this.given;
    const preset = ODDS.find((each) => each.name === this.odds)!;
    return givenSquares({ giver: this.giver, men: preset.men, moves: preset.moves });
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
    if (this.time === "own" && this.adds) {
      const { minutes, seconds } = this.adding;
      return { id: "own", name: "", control: { periods: [{ seconds: Math.round(minutes * 60), ...(seconds ? { increment: seconds } : {}) }] } };
    }
    if (this.time === "own") {
      const period = { moves: this.own.moves, seconds: Math.round(this.own.minutes * 60) };
      return { id: "own", name: "", limit: { by: [period], then: period } };
    }
    return this.timings().find((timing) => timing.id === this.time) ?? NONE;
  }

  /** A fallen flag would stop this game until an umpire decides. */
  private needsUmpire(): boolean {
    return this.facts?.flag === "umpire" && this.time !== "none" && this.place !== "post";
  }

  /** At the close of play this game would stop until an umpire decides. */
  private closes(): boolean {
    return !!this.timing().limit?.close_of_play && !this.lenient && this.place !== "post" && this.opponent !== "here";
  }

  /** Whether an umpire's chair can be set for this game. */
  private get umpired(): boolean {
    return this.opponent === "link" || this.opponent === "anyone";
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
        layHere(header);
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
    const words = codeWords(this.code);
    const timing = this.timing();
    return html`<h1>A new game</h1>
      <form @submit=${this.begin}>
        <fieldset class="row-of">
          <legend>Against</legend>
          <div class="seg against">
            ${this.pick("opponent", "computer", this.opponent, (value) => (this.opponent = value), html`<strong>The computer</strong>`, this.computer === null || this.alone)}
            ${this.pick("opponent", "link", this.opponent, (value) => (this.opponent = value), html`<strong>A friend</strong>`)}
            ${this.pick("opponent", "anyone", this.opponent, (value) => (this.opponent = value), html`<strong>Anyone</strong>`)}
            ${this.pick("opponent", "here", this.opponent, (value) => (this.opponent = value), html`<strong>Both here</strong>`)}
          </div>
          <p class="small soft">${this.whoAbout()}</p>
          ${this.opponent === "computer" && this.computer ? this.computerChoices(this.computer) : nothing}
        </fieldset>

        <fieldset class="row-of">
          <legend>Laws</legend>
          <div class="seg codes">
            ${this.codes.list.map(({ code }) =>
              this.pick("code", code, this.code, (value) => (this.code = value as Code), html`<span class="year">${codeWords(code).short}</span><span class="unseen">${codeWords(code).name}</span>`),
            )}
          </div>
          <p class="small"><strong>${words.name}.</strong> ${words.lines[0]} <span class="second">${words.lines[1]}</span> <a href="/law/${this.code}">Read it</a></p>
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
              <div class="seg">
                ${this.pick("side", "white", this.side, (value) => (this.side = value), html`<strong>White</strong>`)}
                ${this.pick("side", "black", this.side, (value) => (this.side = value), html`<strong>Black</strong>`)}
                ${this.pick("side", "random", this.side, (value) => (this.side = value), html`<strong>Random</strong>`)}
                <label class="named"><span class="unseen">Your name, if you like</span><input class="name" id="name" type="text" maxlength="40" autocomplete="nickname" placeholder="Your name, if you like" .value=${localStorage.getItem(NAME) ?? ""} /></label>
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
          ${this.oddsPicker()}
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
    switch (this.opponent) {
      case "computer":
        return "It sits down at once, knows the law, and holds you to it.";
      case "anyone":
        return "Your game is listed on this server’s front page until somebody joins.";
      case "here":
        return "Two people at this screen, by turns.";
      default:
        if (this.alone) return `The server cannot be reached, so there is no link to send.${withLaw ? " “Both here” can be played without it." : ""}`;
        return this.computer === null ? "You get a link to send. (No computer is set up on this server.)" : "You get a link to send.";
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
    const settled = this.flagLoses || (this.umpire && this.umpired);
    return html`<div class=${settled ? "notice good small" : "notice small"}>
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
      this.odds === "None" ? "" : `odds: ${this.odds.toLowerCase()}`,
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
      this.odds === "None" ? "no odds" : `odds: ${this.odds.toLowerCase()}`,
    ].join(" · ");
  }

  private oddsPicker() {
    const men = menOf(ORDINARY);
    const given = this.givenSquares();
    const marks = new Marks();
    for (const at of given) marks.add(at, "goes");
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
                ? html`<p class="notice">Castling without the Rook: the codes differ. <a href="/compare/odds">What this one says</a></p>
                    <label class="check"><input type="checkbox" .checked=${this.castle} @change=${() => (this.castle = !this.castle)} /><span>as the code says (untick to agree that it is not allowed)</span></label>`
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

/** How the computer may play: from a beginner's level to as well as it can, and how it takes your offences. */
const LEVELS = Array.from({ length: 10 }, (_, at) => String(at + 1));
const TEMPERS: Shape<"Temper">[] = ["strict", "gentle", "rogue"];

/** What the server says of its computer: none, or one to be chosen. */
export function computerOf(about: Shape<"About">): ComputerOffered | null {
  return about.computer ? { levels: LEVELS, tempers: TEMPERS } : null;
}

/** How he last wanted the computer to play; a newcomer meets a mild one. */
export function lastComputer(): { level: number; temper: Shape<"Temper"> } {
  try {
    const { level, temper } = JSON.parse(localStorage.getItem(KEPT) ?? "{}") as { level?: string; temper?: Shape<"Temper"> };
    return { level: Number(level) || 3, temper: temper && TEMPERS.includes(temper) ? temper : "gentle" };
  } catch {
    return { level: 3, temper: "gentle" };
  }
}
