/* How much time is left? One player's clock, running on between the server's words about it. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { LiveClock } from "../api.js";
import type { Colour } from "../record.js";
import { clockTime } from "../words.js";

@customElement("jd-clock")
export class JdClock extends LitElement {
  @property({ attribute: false }) clock: LiveClock | null = null;
  /** The local time at which `clock` was right. */
  @property({ attribute: false }) since = 0;
  @property() side: Colour = "white";
  @state() private now = performance.now();
  private timer = 0;
  private warned = false;

  static styles = css`
    :host {
      display: inline-block;
      font-family: var(--sans);
    }
    .face {
      display: inline-flex;
      align-items: baseline;
      gap: 8px;
      padding: 4px 12px;
      border-radius: 8px;
      background: var(--sunk);
      color: var(--ink);
      font-variant-numeric: tabular-nums;
      font-size: 1.375rem;
      font-weight: 600;
      line-height: 1.3;
    }
    .face.running {
      background: var(--baize);
      color: var(--on-baize);
    }
    /* Short of time is a colour, running is a solid face: both can be seen at once. */
    .face.short {
      background: var(--ox-wash);
      color: var(--ox);
    }
    .face.short.running {
      background: var(--ox-solid);
      color: #fff;
    }
    small {
      font-size: 0.75rem;
      font-weight: 500;
    }
  `;

  connectedCallback() {
    super.connectedCallback();
    this.timer = window.setInterval(() => {
      if (this.clock?.running === this.side) this.now = performance.now();
    }, 100);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.timer);
  }

  protected willUpdate(changed: Map<string, unknown>) {
    if (changed.has("clock") || changed.has("since")) this.now = performance.now();
  }

  render() {
    const { clock, side } = this;
    if (!clock) return nothing;
    const running = clock.running === side;
    const gone = running ? Math.max(0, (this.now - this.since) / 1000) : 0;
    const left = side === "white" ? clock.white_left : clock.black_left;
    const moves = side === "white" ? clock.white_moves : clock.black_moves;
    const used = (side === "white" ? clock.white : clock.black) + gone;
    const shown = left === null || left === undefined ? used : Math.max(0, left - gone);
    const short = left !== null && left !== undefined && shown < 60;
    if (running && left !== null && left !== undefined && shown < 20) {
      if (!this.warned) queueMicrotask(() => this.dispatchEvent(new CustomEvent("clock-low")));
      this.warned = true;
    } else if (shown > 25) this.warned = false;
    const what = left === null || left === undefined ? "used" : "left";
    return html`<span class="face ${running ? "running" : ""} ${short ? "short" : ""}" role="timer" aria-live="off"
      aria-label="${side === "white" ? "White" : "Black"}’s clock: ${clockTime(Math.floor(shown))} ${what}${running ? ", running" : ""}">
      ${clockTime(shown, left !== null && left !== undefined)}
      <small>${moves !== null && moves !== undefined ? `for ${moves}` : what}</small>
    </span>`;
  }
}
