/* How did it end, what happened on the way, and what next? The card of a finished game. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import "../law/clause.js";
import type { Entry, GameView } from "../api.js";
import { momentOf } from "../incident.js";
import { capital, type Shape } from "../record.js";
import { count } from "../say.js";
import { shared } from "../style/shared.js";
import { ending, isOver } from "../words.js";
import { howItEnded } from "./breath.js";
import { incidents, movesMade } from "./rows.js";
import { matchScore } from "./title.js";

@customElement("jd-over")
export class JdOver extends LitElement {
  @property({ attribute: false }) view!: GameView;
  /** What happened, as this viewer may read it. */
  @property({ attribute: false }) log: Entry[] = [];
  @property({ attribute: false }) match: Shape<"Match"> | null = null;
  /** The position the game began with. */
  @property() start = "";

  static styles = [
    shared,
    css`
      :host {
        display: block;
      }
      .over {
        display: grid;
        gap: 8px;
        padding: 16px;
        border-color: var(--brass);
        background: var(--brass-wash);
      }
      .row {
        margin-top: 4px;
      }
      /* On a sheet there is a frame already. */
      :host([bare]) .over {
        border: 0;
        background: none;
        box-shadow: none;
        padding: 0 2px;
      }
      h2 {
        padding-right: var(--beside-close, 0);
      }
    `,
  ];

  /** The focus goes to the card inside: were this element itself put out of the tabulator's way, all that is in it would be. */
  focus(options?: FocusOptions) {
    this.renderRoot.querySelector<HTMLElement>(".over")?.focus(options);
  }

  private ask(name: string, detail?: unknown) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  private next() {
    const { view, match } = this;
    if (view.next_game) return html`<a class="button main" href="/game/${view.next_game}">To the next game</a>`;
    if (view.you.parties.length === 0) return nothing;
    if (!view.match) return html`<button class="main" @click=${() => this.ask("rematch")}>Rematch</button>`;
    return match && isMatchOver(match) ? nothing : html`<button class="main" @click=${() => this.ask("next-game")}>Next game of the match</button>`;
  }

  private course(): string {
    const { view, log, start } = this;
    const moves = movesMade(view.log, start);
    const known = log.some((entry) => entry.rulings.length > 0 || entry.refused);
    const wrong = known ? incidents(view.log) : 0;
    return `${moves === 0 ? "No move was made" : capital(count(moves, "move"))}, ${wrong > 0 ? count(wrong, "incident") : "no incidents"}.`;
  }

  render() {
    const { view, match } = this;
    const { state, header } = view;
    const judge = momentOf(header, this.start, view.log);
    return html`<section class="card over" tabindex="-1" aria-label="The game is over">
      <h2>${ending(state, view.you.parties)}</h2>
      <p class="soft">
        ${howItEnded(view, this.log)} ${state.clause ? html`<jd-clause .code=${header.code} .clause=${state.clause}></jd-clause>` : nothing}
      </p>
      <p class="small soft">${this.course()}</p>
      <div class="row">
        ${this.next()}
        <a class="button" href="/new">New game</a>
        <button @click=${() => this.ask("take-home", "pgn")}>PGN</button>
        <button @click=${() => this.ask("take-home", "record")}>Record</button>
        ${judge ? html`<a class="button" href=${judge}>Judge it under the other codes</a>` : nothing}
      </div>
      ${match && isMatchOver(match) ? html`<p><strong>The match is over:</strong> ${matchScore(match)}.</p>` : nothing}
      <slot></slot>
    </section>`;
  }
}

/** Its last game is over, not only begun. */
const isMatchOver = ({ played, games }: Shape<"Match">): boolean => played.length >= games && played.every(isOver);
