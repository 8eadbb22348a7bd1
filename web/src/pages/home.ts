/* What can one do here? The front page: sit down at once, go on with a game, touch a man and hear the codes. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, state } from "lit/decorators.js";
import "../board/board.js";
import "../law/clause.js";
import { account, api, LATE, links, NAME, Problem, seats, secret, type Brief, type GameView, type Judged } from "../api.js";
import { KnownCodes } from "../codes.js";
import { lastComputer } from "../computer.js";
import { withLaw } from "../engine.js";
import type { Square } from "../fen.js";
import { menOf } from "../fen.js";
import { Marks } from "../game/preview.js";
import { HERE, here } from "../here.js";
import { judge } from "../judging.js";
import { capital, type Colour } from "../record.js";
import { listed, manName, sentence } from "../say.js";
import { KnownServer } from "../server.js";
import { store } from "../store.js";
import { shared } from "../style/shared.js";
import { verdict } from "../verdict.js";
import { ago, codeWords, ending, isOver, isYourTurn, titleOf } from "../words.js";
import "./incidents.js";
import { ofTheDay } from "./incidents.js";

/** White King behind three Pawns, his Rook shut in: touch a man, and the codes part ways. */
const HERO = "6k1/6p1/8/8/8/8/5PPP/6KR w - - 0 1";

interface Line {
  id: string;
  title: string;
  code: string;
  status: string;
  yours: boolean;
  over: boolean;
  when: number;
  /** The chair that anyone may take. */
  open: Colour | null;
}

@customElement("jd-home")
export class JdHome extends LitElement {
  @state() private games: Line[] | null = null;
  @state() private open: Line[] = [];
  @state() private problem: string | null = null;
  @state() private busy = false;
  @state() private touched: Square | null = null;
  @state() private judged: Judged | null = null;
  private codes = new KnownCodes(this);
  private server = new KnownServer(this, () => void this.load());

  static styles = [
    shared,
    css`
      :host {
        display: block;
        max-width: 1180px;
        margin: 0 auto;
        padding: clamp(20px, 4vw, 56px) clamp(14px, 3vw, 32px) 56px;
      }
      .hero {
        display: grid;
        gap: 28px clamp(28px, 5vw, 72px);
        align-items: start;
      }
      .hero h1 {
        font-size: clamp(2.2rem, 1.4rem + 3.4vw, 3.9rem);
        letter-spacing: -0.02em;
      }
      .lead {
        font: 1.1875rem/1.55 var(--serif);
        margin: 18px 0 24px;
        max-width: 34em;
      }
      @media (min-width: 820px) {
        .hero {
          grid-template-columns: 1.1fr 0.9fr;
        }
        .hero > :first-child {
          align-self: center;
        }
        /* Board and answers on one screen. */
        .hero .live jd-board {
          max-width: min(460px, 52vh);
        }
        .hero .answers {
          grid-column: 1 / -1;
          grid-template-columns: repeat(2, auto 1fr);
        }
      }
      @media (min-width: 1100px) {
        .hero .answers {
          grid-template-columns: repeat(3, auto 1fr);
        }
      }
      @media (max-width: 520px) {
        .hero {
          gap: 18px;
        }
        .hero h1 {
          font-size: 1.75rem;
        }
        .lead {
          font-size: 1rem;
          line-height: 1.45;
          margin: 10px 0 14px;
        }
        .start .main,
        .start .button {
          flex: 1 0 auto;
          padding-inline: 12px;
        }
        /* “New game” stands in the head of the page. */
        .start .ways {
          display: none;
        }
      }
      .wait {
        margin-top: 12px;
      }
      .live {
        display: grid;
        gap: 14px;
      }
      .live jd-board {
        max-width: 460px;
        width: 100%;
      }
      .invites {
        font: 600 1.0625rem/1.4 var(--serif);
        border-left: 3px solid var(--brass);
        padding-left: 12px;
      }
      .answers {
        display: grid;
        grid-template-columns: auto 1fr;
        gap: 6px 14px;
        margin: 0;
        align-content: start;
      }
      .answers dt {
        font: 600 1.0625rem/1.4 var(--serif);
        color: var(--brass);
        font-variant-numeric: oldstyle-nums;
      }
      .answers dd {
        margin: 0;
        font-size: 0.9375rem;
        line-height: 1.5;
      }
      .start .main {
        min-height: 52px;
        font-size: 1.0625rem;
        padding-inline: 22px;
      }
      .start .button {
        min-height: 52px;
      }
      section {
        margin-top: clamp(36px, 6vw, 64px);
      }
      section > h2 {
        margin-bottom: 14px;
      }
      .games {
        list-style: none;
        margin: 0;
        padding: 0;
        display: grid;
        gap: 8px;
      }
      .games a {
        display: flex;
        flex-wrap: wrap;
        gap: 2px 14px;
        align-items: baseline;
        padding: 12px 16px;
        text-decoration: none;
        color: var(--ink);
      }
      .games a:hover {
        border-color: var(--strong-line);
      }
      .games strong {
        font-family: var(--serif);
        font-size: 1.0625rem;
      }
      .turn {
        color: var(--baize-ink);
        font-weight: 600;
      }
      .games .when {
        margin-left: auto;
      }
      /* Who and when, and below it what and how it stands. */
      @media (max-width: 520px) {
        .games a {
          display: grid;
          grid-template-columns: auto minmax(0, 1fr) auto;
        }
        .games a strong {
          grid-column: 1 / 3;
        }
        .games .when {
          grid-area: 1 / 3;
        }
        .games .state {
          grid-column: 2 / 4;
        }
      }
      .chair {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 14px;
        align-items: center;
        padding: 12px 16px;
      }
      .chair button {
        margin-left: auto;
      }
      .done,
      .done summary {
        margin-block: 12px;
      }
      .codes {
        display: grid;
        gap: 1px;
        grid-template-columns: repeat(auto-fit, minmax(min(100%, 300px), 1fr));
        background: var(--line);
        border: 1px solid var(--line);
        border-radius: var(--round);
        overflow: hidden;
      }
      .codes a {
        background: var(--card);
        padding: 18px;
        text-decoration: none;
        color: var(--ink);
        display: grid;
        gap: 8px;
        align-content: start;
      }
      .codes a:hover {
        background: var(--sunk);
      }
      .codes .year {
        font: 600 1.75rem/1 var(--serif);
        color: var(--brass);
        font-variant-numeric: oldstyle-nums;
      }
      .empty {
        padding: 22px;
        border: 1px dashed var(--strong-line);
        border-radius: var(--round);
        color: var(--soft);
        font-family: var(--serif);
      }
    `,
  ];

  connectedCallback() {
    super.connectedCallback();
    void this.load();
  }

  /** One press, and one sits at the board: the laws of today, no clock, White. */
  private async play() {
    this.busy = true;
    this.problem = null;
    try {
      const code = this.codes.list.at(-1)?.code ?? (await api.about()).codes.at(-1)!;
      const name = store.get(NAME);
      const timed = this.codes.list.at(-1)?.timing.includes("time_control");
      const made = await api.createGame({ header: { code, ...(timed ? { clock: false } : {}) }, opponent: "computer", side: "white", ...lastComputer(), ...(name ? { name } : {}) });
      seats.set(made.id, made.token);
      links.set(made.id, made.invitations);
      this.dispatchEvent(new CustomEvent("go", { detail: `/game/${made.id}`, bubbles: true, composed: true }));
    } catch (error) {
      this.problem = (error as Error).message;
    } finally {
      this.busy = false;
    }
  }

  /** Takes a chair that stands open to anyone. */
  private async sit(game: Line) {
    const key = `jadoube.sitting.${game.id}`;
    const token = store.get(key) ?? secret();
    store.set(key, token);
    try {
      const name = store.get(NAME);
      const seat = await api.sit(game.id, name ? { token, name } : { token });
      seats.set(seat.game, seat.token);
      store.remove(key);
      this.dispatchEvent(new CustomEvent("go", { detail: `/game/${seat.game}`, bubbles: true, composed: true }));
    } catch (error) {
      this.problem = (error as Problem).kind === "taken" ? "Somebody has just sat down there." : (error as Error).message;
      void this.load();
    }
  }

  private async touch(at: Square) {
    if (!menOf(HERO).has(at)) return;
    this.touched = at;
    try {
      const judged = await judge({ start: HERO, acts: [{ by: "white", act: "touch", square: at }] });
      if (this.touched !== at) return;
      this.judged = judged;
      await this.updateComplete;
      // On a narrow screen the answers stand below the fold: he who asked shall see them, and as much of the board as there is room for.
      this.renderRoot.querySelector(".answers")?.scrollIntoView({ block: "nearest" });
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }

  private async load() {
    const lines = new Map<string, Line>();
    const brief = (game: Brief): Line => ({
      id: game.id,
      title: game.title || (["white", "black"] as const).map((side) => listed(game.players[side].filter(Boolean)) || (game.you.includes(side) ? "You" : game.open === side ? "an empty chair" : capital(side))).join(" – "),
      code: codeWords(game.code).name,
      open: game.open,
      status: game.status === "in-play" ? `${capital(game.turn)} to play` : game.winner ? `${capital(game.winner)} won` : game.status.replaceAll("-", " "),
      yours: game.your_turn,
      over: isOver(game),
      when: game.updated_ms,
    });
    const own = here.kept();
    if (own) lines.set(HERE, { ...own, id: HERE, title: "Both at one screen", code: codeWords(own.code).name, yours: false, open: null });
    const seated = seats.games().slice(0, 30);
    const following = new Map<string, string>();
    const views = await Promise.allSettled(seated.map((id) => api.game(id, LATE)));
    views.forEach((answer, at) => {
      if (answer.status === "fulfilled") {
        const line = this.fromView(answer.value);
        lines.set(line.id, line);
        if (line.over) seats.over(line.id, line.when);
        if (answer.value.next_game) following.set(answer.value.id, answer.value.next_game);
      } else if (answer.reason instanceof Problem && (answer.reason.status === 404 || answer.reason.status === 401)) seats.forget(seated[at]!);
      // That the server is away is said already.
      else if (!(answer.reason instanceof Problem) || answer.reason.status !== 0) this.problem = (answer.reason as Error).message;
    });
    // Who left before a rematch, or before the next game of a match, has the same seat in it.
    for (const [id, line] of [...lines]) {
      const next = following.get(id);
      const token = seats.get(id);
      if (!next || lines.has(next) || !token || !line.over) continue;
      try {
        seats.set(next, token);
        lines.set(next, this.fromView(await api.game(next, LATE)));
      } catch {
        seats.forget(next);
      }
    }
    if (account.known()) {
      const known = await api.games().catch(() => null);
      for (const game of known?.games ?? []) if (!lines.has(game.id)) lines.set(game.id, brief(game));
    }
    this.games = [...lines.values()].sort((a, b) => Number(b.yours) - Number(a.yours) || b.when - a.when);
    try {
      this.open = (await api.games(true)).games.map(brief).filter((game) => !lines.has(game.id));
    } catch {
      this.open = [];
    }
  }

  private fromView(view: GameView): Line {
    return {
      id: view.id,
      title: titleOf(view),
      code: codeWords(view.header.code).name,
      open: null,
      status: ending(view.state, view.you.parties),
      yours: isYourTurn(view),
      over: isOver(view.state),
      when: view.created_ms,
    };
  }

  private list(games: Line[]) {
    return html`<ul class="games">
      ${games.map(
        (game) =>
          html`<li>
            <a class="card" href="/game/${game.id}">
              <strong>${game.title}</strong>
              <span class="soft small">${game.code}</span>
              <span class="small state ${game.yours ? "turn" : "soft"}">${game.yours ? "It is your turn" : game.status}</span>
              <span class="soft small when">${ago(game.when)}</span>
            </a>
          </li>`,
      )}
    </ul>`;
  }

  render() {
    const waiting = this.open.filter((game) => game.open);
    const watched = this.open.filter((game) => !game.open);
    const going = this.games?.filter((game) => !game.over) ?? [];
    const done = this.games?.filter((game) => game.over) ?? [];
    const mine = going.filter((game) => game.yours);
    return html`<div class="hero">
        <div>
          <h1>Sit down at a board where everything can happen.</h1>
          <p class="lead">
            Touch a man and you have touched it. Play an illegal move and see what it costs. The laws of chess from the coffee
            house to today, and an arbiter who knows each code by heart.
          </p>
          <div class="row start">
            ${this.server.computer === null || (this.server.away && withLaw)
              ? html`<a class="button main" href="/new?opponent=here">Play at this screen</a>`
              : html`<button class="main" ?disabled=${this.busy || this.server.computer === undefined} @click=${this.play}>${this.busy ? "Setting up…" : "Play the computer"}</button>`}
            <a class="button" href="/new?opponent=link">Invite a friend</a>
            <a class="button ways" href="/new">More ways to play</a>
          </div>
          ${mine.length > 0
            ? html`<p class="wait"><a class="turn" href="/game/${mine[0]!.id}">${mine.length === 1 ? `It is your turn: ${mine[0]!.title}` : `It is your turn in ${mine.length} games; first: ${mine[0]!.title}`}</a></p>`
            : nothing}
          ${this.server.away ? html`<p class="small soft wait" role="status">The server cannot be reached.${withLaw ? " Two can play at this screen without it." : ""}</p>` : nothing}
          ${this.problem ? html`<p class="notice bad" role="alert">${this.problem}</p>` : nothing}
        </div>
        ${this.live()}
      </div>
      ${this.games === null || this.games.length > 0
        ? html`<section aria-labelledby="yours">
            <h2 id="yours">Your games</h2>
            ${this.games === null ? html`<p class="empty">Loading your games…</p>` : this.list(going)}
            ${done.length > 0 ? html`<details class="done" ?open=${going.length === 0}><summary class="soft">Finished (${done.length})</summary>${this.list(done)}</details>` : nothing}
          </section>`
        : nothing}
      ${waiting.length > 0
        ? html`<section aria-labelledby="lobby">
            <h2 id="lobby">Open chairs</h2>
            <ul class="games lobby">
              ${waiting.map(
                (game) => html`<li><div class="card chair"><strong>${game.title}</strong><span class="soft small">${game.code}</span>
                  <button class="main" @click=${() => this.sit(game)}>Play ${capital(game.open!)}</button></div></li>`,
              )}
            </ul>
          </section>`
        : nothing}
      <section aria-labelledby="day">
        <h2 id="day">The incident of the day</h2>
        <jd-incident .told=${ofTheDay()}></jd-incident>
      </section>
      ${watched.length > 0
        ? html`<section aria-labelledby="open"><h2 id="open">Games to watch</h2>${this.list(watched)}</section>`
        : nothing}
      <section aria-labelledby="codes">
        <h2 id="codes">The codes</h2>
        <div class="codes">
          ${this.codes.names.map((code) => {
            const words = codeWords(code);
            return html`<a href="/law/${code}"><span class="year">${words.short}</span><strong>${words.name}</strong><span class="small soft">${words.lines[0]}</span></a>`;
          })}
        </div>
      </section>`;
  }

  /** A board one can touch, and what every code says of it. */
  private live() {
    const marks = new Marks();
    if (this.touched) marks.add(this.touched, "touched");
    const who = this.touched ? menOf(HERO).get(this.touched) : undefined;
    return html`<div class="live">
      <p class="invites" id="try">${who ? `You have touched the ${manName(who)}.` : "Try it: touch the Rook. It cannot move."}</p>
      <jd-board taps fen=${HERO} .marks=${marks} label="White to play: press a man to touch it" @hand-tap=${(event: CustomEvent<{ square: Square }>) => void this.touch(event.detail.square)}></jd-board>
      </div>
      <dl class="answers" aria-live="polite">
        ${this.judged
          ? this.codes.names.map((code) => {
              const under = this.judged!.codes[code];
              if (!under) return nothing;
              const { text, clause, rights } = verdict(under);
              const [first] = rights;
              return html`<dt>${codeWords(code).short}</dt><dd>${text} ${first ? `${capital(first.by)} may ${first.act === "point-out" ? "act on it" : first.act}: ${sentence(first.text)}` : nothing} ${clause ? html`<jd-clause .code=${code} .clause=${clause}></jd-clause>` : nothing}</dd>`;
            })
          : nothing}
      </dl>`;
  }
}
