/* How do you like it? Sound, board, men, notation: choices that stay in this browser. */
import { LitElement, css, html } from "lit";
import { customElement } from "lit/decorators.js";
import "../board/board.js";
import { LETTERS } from "../game/written.js";
import { settings, type Settings } from "../settings.js";
import { sound } from "../sound.js";
import { shared } from "../style/shared.js";

@customElement("jd-settings")
export class JdSettings extends LitElement {
  static styles = [
    shared,
    css`
      :host {
        display: block;
        max-width: 860px;
        margin: 0 auto;
        padding: clamp(16px, 4vw, 40px) clamp(12px, 3vw, 32px) 56px;
      }
      .keys {
        margin: 28px 0 8px;
      }
      .two {
        display: grid;
        gap: 28px;
        margin-top: 20px;
      }
      @media (min-width: 720px) {
        .two {
          grid-template-columns: 1fr 320px;
        }
      }
      .field {
        display: grid;
        gap: 4px;
      }
      .check {
        display: flex;
        align-items: center;
        min-height: var(--reach);
        gap: 10px;
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

  private choice<Name extends "board" | "men" | "notation" | "language" | "scheme">(name: Name, label: string, all: [Settings[Name], string][]) {
    return html`<div class="field">
      <label for=${name}>${label}</label>
      <select id=${name} @change=${(event: Event) => settings.set({ [name]: (event.target as HTMLSelectElement).value } as Partial<Settings>)}>
        ${all.map(([value, text]) => html`<option value=${value} ?selected=${settings.now[name] === value}>${text}</option>`)}
      </select>
    </div>`;
  }

  private async notify(on: boolean) {
    if (on && typeof Notification !== "undefined" && Notification.permission === "default") await Notification.requestPermission();
    settings.set({ notify: on && typeof Notification !== "undefined" && Notification.permission === "granted" });
    this.requestUpdate();
  }

  render() {
    const refused = typeof Notification === "undefined" || Notification.permission === "denied";
    return html`<h1>Settings</h1>
      <p class="soft">They stay in this browser.</p>
      <div class="two">
        <div class="stack">
          <label class="check"><input type="checkbox" .checked=${settings.now.sound} @change=${(event: Event) => {
            settings.set({ sound: (event.target as HTMLInputElement).checked });
            sound("move");
          }} /> <span>Sounds</span></label>
          <label class="check"><input type="checkbox" .checked=${settings.now.notify} ?disabled=${refused} @change=${(event: Event) => void this.notify((event.target as HTMLInputElement).checked)} />
            <span>Tell me when it is my turn${refused ? " (this browser does not allow it)" : ""}</span></label>
          <label class="check"><input type="checkbox" .checked=${settings.now.press} @change=${(event: Event) => settings.set({ press: (event.target as HTMLInputElement).checked })} /> <span>Press the clock for me when I have moved</span></label>
          <label class="check"><input type="checkbox" .checked=${settings.now.coordinates} @change=${(event: Event) => settings.set({ coordinates: (event.target as HTMLInputElement).checked })} /> <span>Letters and numbers at the board’s edge</span></label>
          ${this.choice("notation", "The score is written", [
            ["modern", "in modern algebraic (Nf3)"],
            ["algebraic", "in algebraic, as the code’s time wrote it"],
            ["descriptive", "in descriptive (Kt–KB3)"],
            ["full", "in full words"],
          ])}
          ${this.choice(
            "language",
            "with the letters of",
            Object.entries(LETTERS).map(([value, [name, letters]]): [Settings["language"], string] => [value as Settings["language"], `${name} (${letters})`]),
          )}
          ${this.choice("board", "Board", [
            ["baize", "Baize"],
            ["wood", "Wood"],
            ["slate", "Slate"],
            ["print", "As in print"],
          ])}
          ${this.choice("men", "Men", [
            ["ivory", "Ivory"],
            ["boxwood", "Boxwood and rosewood"],
            ["outline", "Black and white"],
          ])}
          ${this.choice("scheme", "Page", [
            ["system", "same as the system"],
            ["light", "light"],
            ["dark", "dark"],
          ])}
        </div>
        <jd-board still picture fen="r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3" label="How the board looks"></jd-board>
      </div>
      <h2 class="keys">Keys</h2>
      <p class="small">At a table: ← and → look back and on, wherever you are; the wheel over the board does too. With the board in focus: arrows and Enter play, Escape lets go, <kbd>j</kbd> “I adjust”, <kbd>c</kbd> “check”, <kbd>q</kbd> lets go of a held man, <kbd>f</kbd> turns the board, <kbd>p</kbd> presses the clock, <kbd>m</kbd> sound. The other mouse button draws circles and arrows for yourself.</p>`;
  }
}
