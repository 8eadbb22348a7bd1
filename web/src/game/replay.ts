/* How does one look back, turn the board, and silence it? The small buttons under the board. */
import { LitElement, css, html } from "lit";
import { customElement } from "lit/decorators.js";
import { settings } from "../settings.js";
import { shared } from "../style/shared.js";

const ICONS = {
  first: "M5 4v12M16 4l-8 6 8 6z",
  back: "M14 4l-8 6 8 6z",
  on: "M6 4l8 6-8 6z",
  last: "M15 4v12M4 4l8 6-8 6z",
  turn: "M6 16V4M3 7l3-3 3 3M14 4v12M11 13l3 3 3-3",
  sound: "M4 8v4h3l4 3V5L7 8zM14 7.500a4 4 0 0 1 0 5M16 5a7 7 0 0 1 0 10",
  mute: "M4 8v4h3l4 3V5L7 8zM14 8l4 4M18 8l-4 4",
};

const icon = (name: keyof typeof ICONS) => html`<svg viewBox="0 0 20 20" aria-hidden="true"><path d=${ICONS[name]} /></svg>`;

/** To the first position, a step, or to the present. */
export type Step = "first" | -1 | 1 | "present";

@customElement("jd-replay")
export class JdReplay extends LitElement {
  static styles = [
    shared,
    css`
      .replay {
        display: flex;
        gap: 4px;
        align-items: center;
      }
      .space {
        flex: 1;
      }
      button {
        min-width: max(42px, var(--reach));
      }
      svg {
        width: 1.25rem;
        height: 1.25rem;
        fill: none;
        stroke: currentColor;
        stroke-width: 2;
        stroke-linecap: round;
        stroke-linejoin: round;
      }
    `,
  ];

  private redraw = () => this.requestUpdate();

  connectedCallback() {
    super.connectedCallback();
    settings.addEventListener("change", this.redraw);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    settings.removeEventListener("change", this.redraw);
  }

  private step(detail: Step) {
    this.dispatchEvent(new CustomEvent("step", { detail }));
  }

  render() {
    const on = settings.now.sound;
    return html`<div class="replay" role="group" aria-label="Replay">
      <button class="plain" aria-label="Start" @click=${() => this.step("first")}>${icon("first")}</button>
      <button class="plain" aria-label="One back" title="←" @click=${() => this.step(-1)}>${icon("back")}</button>
      <button class="plain" aria-label="One on" title="→" @click=${() => this.step(1)}>${icon("on")}</button>
      <button class="plain" aria-label="Present" @click=${() => this.step("present")}>${icon("last")}</button>
      <span class="space"></span>
      <button class="plain" aria-label="Sound" aria-pressed=${on} title="M: ${on ? "sound is on" : "sound is off"}" @click=${() => settings.set({ sound: !on })}>${icon(on ? "sound" : "mute")}</button>
      <button class="plain" aria-label="Turn the board" title="F" @click=${() => this.dispatchEvent(new Event("turn"))}>${icon("turn")}</button>
    </div>`;
  }
}
