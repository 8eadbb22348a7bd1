/* What can one do here? The front page: sit down, go on with a game, or look something up. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, state } from "lit/decorators.js";
import "../board/board.js";
import { api, Problem, seats, type Brief, type GameView } from "../api.js";
import { CODES, capital } from "../record.js";
import { CODE_WORDS, ago, ending } from "../words.js";
import { shared } from "../style/shared.js";
import { Marks } from "../game/preview.js";

interface Line {
  id: string;
  title: string;
  code: string;
  status: string;
  yours: boolean;
  over: boolean;
  when: number;
}

@customElement("jd-home")
export class JdHome extends LitElement {
  @state() private games: Line[] | null = null;
  @state() private open: Line[] = [];
  @state() private problem: string | null = null;

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
        align-items: center;
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
      }
      figure {
        margin: 0;
      }
      figcaption {
        margin-top: 12px;
        font: italic 0.9688rem/1.5 var(--serif);
        border-left: 3px solid var(--brass);
        padding-left: 12px;
      }
      section {
        margin-top: clamp(36px, 6vw, 64px);
      }
      .games {
        list-style: none;
        margin: 14px 0 0;
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
      .codes {
        display: grid;
        gap: 1px;
        grid-template-columns: repeat(auto-fit, minmax(200px, 1fr));
        margin-top: 14px;
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
        margin-top: 14px;
        padding: 22px;
        border: 1px dashed var(--strong-line);
        border-radius: var(--round);
        color: var(--soft);
        font-family: var(--serif);
        font-style: italic;
      }
    `,
  ];

  connectedCallback() {
    super.connectedCallback();
    void this.load();
  }

  private async load() {
    const lines = new Map<string, Line>();
    const brief = (game: Brief): Line => ({
      id: game.id,
      title: game.title || `${game.players.white.filter(Boolean).join(" and ") || "an empty chair"} – ${game.players.black.filter(Boolean).join(" and ") || "an empty chair"}`,
      code: CODE_WORDS[game.code]?.name ?? game.code,
      status: game.status === "in-play" ? `${capital(game.turn)} to play` : game.winner ? `${capital(game.winner)} won` : game.status,
      yours: game.your_turn,
      over: !["in-play", "adjourned", "suspended"].includes(game.status),
      when: game.updated_ms,
    });
    const seated = seats.games().slice(0, 30);
    const views = await Promise.allSettled(seated.map((id) => api.game(id)));
    views.forEach((answer, at) => {
      if (answer.status === "fulfilled") lines.set(answer.value.id, this.fromView(answer.value));
      else if (answer.reason instanceof Problem && (answer.reason.status === 404 || answer.reason.status === 401)) seats.forget(seated[at]!);
      else this.problem = "The server cannot be reached just now.";
    });
    try {
      for (const game of (await api.games()).games) if (!lines.has(game.id)) lines.set(game.id, brief(game));
    } catch {
      // Not logged in: only the seats of this browser.
    }
    this.games = [...lines.values()].sort((a, b) => Number(b.yours) - Number(a.yours) || b.when - a.when);
    try {
      this.open = (await api.games(true)).games.map(brief).filter((game) => !lines.has(game.id));
    } catch {
      this.open = [];
    }
  }

  private fromView(view: GameView): Line {
    const name = (party: string) => view.seats.filter((seat) => seat.party === party).map((seat) => seat.name).filter(Boolean).join(" and ");
    return {
      id: view.id,
      title:
        view.title ||
        (view.settings.opponent === "here" ? "Both at one screen" : `${name("white") || "an empty chair"} – ${name("black") || "an empty chair"}`),
      code: CODE_WORDS[view.header.code].name,
      status: ending(view.state),
      yours: view.state.status === "in-play" && view.you.parties.includes(view.state.turn),
      over: !["in-play", "adjourned", "suspended"].includes(view.state.status),
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
              <span class="small ${game.yours ? "turn" : "soft"}">${game.yours ? "It is your turn" : game.status}</span>
              <span class="soft small when">${ago(game.when)}</span>
            </a>
          </li>`,
      )}
    </ul>`;
  }

  render() {
    const marks = new Marks();
    marks.add("h1", "touched");
    marks.add("g1", "duty");
    return html`<div class="hero">
        <div>
          <h1>Sit down at a board where everything can happen.</h1>
          <p class="lead">
            Touch a man and you have touched it. Play an illegal move and see what it costs. Five codes of the laws of chess,
            from the coffee house to 1931, and an arbiter who knows each of them by heart.
          </p>
          <div class="row">
            <a class="button main" href="/new">New game</a>
            <a class="button" href="/judge">Judge an incident</a>
            <a class="button" href="/law">The law room</a>
          </div>
        </div>
        <figure>
          <jd-board
            still
            picture
            fen="6k1/6p1/8/8/8/8/5PPP/6KR w - - 0 1"
            .marks=${marks}
            label="White King on g1 and Rook on h1 behind three Pawns: the Rook has been touched and has no move"
          ></jd-board>
          <figcaption>
            White has touched the Rook, which cannot move. In 1862 the King must move instead; in 1931 nothing follows. Which
            laws are you playing by?
          </figcaption>
        </figure>
      </div>
      <section aria-labelledby="yours">
        <h2 id="yours">Your games</h2>
        ${this.problem ? html`<p class="notice bad">${this.problem}</p>` : nothing}
        ${this.games === null
          ? html`<p class="empty">Looking through the score sheets…</p>`
          : this.games.length === 0
            ? html`<p class="empty">No game yet in this browser. A new one takes less than half a minute, and nobody needs an account.</p>`
            : this.list(this.games)}
      </section>
      ${this.open.length > 0
        ? html`<section aria-labelledby="open"><h2 id="open">Games to watch</h2>${this.list(this.open)}</section>`
        : nothing}
      <section aria-labelledby="codes">
        <h2 id="codes">Five codes</h2>
        <div class="codes">
          ${CODES.map((code) => {
            const words = CODE_WORDS[code];
            return html`<a href="/law/${code}"><span class="year">${words.short}</span><strong>${words.name}</strong><span class="small soft">${words.lines[0]}</span></a>`;
          })}
        </div>
      </section>`;
  }
}
