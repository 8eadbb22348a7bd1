/* Who is on leave, who asks for it? In a game by post the reply clock may stand still so long as both players agree to it. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { api, type GameView } from "../api.js";
import { capital, other, type Colour, type Shape } from "../record.js";
import { shared } from "../style/shared.js";
import { isOver } from "../words.js";

type Proposed = NonNullable<Shape<"VacationView">["proposed"]>;

/** Who asks for how much: "Black asks for 14 days’ leave". */
const asks = ({ by, days }: Proposed, me: Colour | null) => `${by === me ? "You ask" : `${capital(by)} asks`} for ${days} ${days === 1 ? "day’s" : "days’"} leave`;

/** Whether this player is to agree: the other asks, or both sit at one screen. */
const isAsked = ({ you }: GameView, { by }: Proposed, me: Colour | null) => me !== null && (by !== me || you.parties.includes(other(by)));

/** What a player is asked by the other, in a line. */
export function leaveAsked(view: GameView, me: Colour | null): string | null {
  const proposed = view.settings.vacation?.proposed;
  return proposed && !isOver(view.state) && isAsked(view, proposed, me) ? asks(proposed, me) : null;
}

@customElement("jd-leave")
export class JdLeave extends LitElement {
  @property({ attribute: false }) view!: GameView;
  /** The player at this screen. */
  @property() me: Colour = "white";
  @state() private problem: string | null = null;
  @state() private asking = false;

  static styles = [
    shared,
    css`
      :host {
        display: block;
      }
      form,
      .stack {
        display: grid;
        gap: 10px;
      }
      .days {
        display: flex;
        gap: 8px;
        align-items: center;
      }
      .days input {
        width: 5.5em;
      }
    `,
  ];

  private async send(body: { days: number } | { accept: true }) {
    this.problem = null;
    try {
      await api.vacation(this.view.id, body);
      this.asking = false;
      this.dispatchEvent(new CustomEvent("leave-changed", { bubbles: true, composed: true }));
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }

  private ask(event: SubmitEvent) {
    event.preventDefault();
    const days = Number(new FormData(event.target as HTMLFormElement).get("days"));
    void this.send({ days });
  }

  render() {
    const { proposed, agreed } = this.view.settings.vacation ?? { proposed: null, agreed: [] };
    const now = agreed?.find((pause) => pause.from_ms <= this.view.now_ms && this.view.now_ms < pause.until_ms);
    const day = (ms: number) => new Intl.DateTimeFormat("en-GB", { dateStyle: "long" }).format(ms);
    return html`<div class="stack">
      ${now ? html`<p class="notice good">Leave is agreed: no reply is due before ${day(now.until_ms)}.</p>` : nothing}
      ${proposed
        ? html`<div class="notice stack">
            <p>${asks(proposed, this.me)}; the reply clock would stand still.</p>
            ${isAsked(this.view, proposed, this.me)
              ? html`<div><button class="main" @click=${() => this.send({ accept: true })}>Agree</button></div>`
              : html`<p class="small soft">Your opponent has to agree.</p>`}
          </div>`
        : nothing}
      ${this.asking
        ? html`<form @submit=${this.ask}>
            <label for="days">Leave of absence, in days</label>
            <div class="days">
              <input id="days" name="days" type="number" min="1" max="60" value="14" required />
              <button class="main">Ask for it</button>
              <button type="button" class="plain" @click=${() => (this.asking = false)}>Not now</button>
            </div>
            <p class="small soft">Your opponent has to agree. Until then the clock runs.</p>
          </form>`
        : proposed
          ? nothing
          : html`<div><button class="compact" @click=${() => (this.asking = true)}>Leave of absence…</button></div>`}
      ${this.problem ? html`<p class="notice bad" role="alert">${this.problem}</p>` : nothing}
    </div>`;
  }
}
