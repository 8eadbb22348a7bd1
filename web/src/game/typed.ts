/* What does the written move mean? A line to write on, with its readings shown as one writes. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Reading } from "../api.js";
import { sentence, typeset } from "../say.js";
import { shared } from "../style/shared.js";

export interface Line {
  text: string;
  reading: Reading | null;
  if: [string, string][];
}

@customElement("jd-typed")
export class JdTyped extends LitElement {
  /** Asks the server what a text means. */
  @property({ attribute: false }) read!: (text: string, signal: AbortSignal) => Promise<Reading>;
  /** By post the text itself is sent, whatever it means; at the board it has to be one move. */
  @property({ type: Boolean }) post = false;
  /** One move only: nothing follows it, as in an envelope. */
  @property({ type: Boolean }) alone = false;
  @property({ type: Boolean }) disabled = false;
  @property() action = "Play";
  @property() hint = "";
  @state() private text = "";
  @state() private reading: Reading | null = null;
  @state() private pairs: [string, string][] = [];
  @state() private problem: string | null = null;
  private asked: AbortController | null = null;
  private timer = 0;

  static styles = [
    shared,
    css`
      :host {
        display: block;
      }
      .write {
        display: flex;
        gap: 8px;
      }
      .write input {
        font-family: var(--serif);
        font-size: 1.0625rem;
        min-width: 0;
      }
      .reading {
        min-height: 1.6em;
        margin-top: 6px;
        font-size: 0.875rem;
      }
      .reading .row {
        gap: 6px;
      }
      .reading button {
        font-family: var(--serif);
      }
      .pair {
        display: grid;
        grid-template-columns: auto 1fr auto 1fr auto;
        gap: 6px;
        align-items: center;
        margin-top: 6px;
        font-size: 0.875rem;
      }
      @media (max-width: 520px) {
        .pair {
          grid-template-columns: auto 1fr;
        }
      }
    `,
  ];

  /** To the line itself, in the middle of the screen. */
  go() {
    const line = this.renderRoot.querySelector<HTMLInputElement>(".write input");
    line?.scrollIntoView({ block: "center" });
    line?.focus({ preventScroll: true });
  }

  /** Writes a move that was made by hand; it goes out when it is sent. */
  put(text: string) {
    this.write(text);
    this.renderRoot.querySelector<HTMLButtonElement>(".write button")?.focus({ preventScroll: true });
  }

  private write(text: string) {
    this.text = text;
    this.problem = null;
    clearTimeout(this.timer);
    this.asked?.abort();
    if (text.trim() === "") {
      this.reading = null;
      return;
    }
    this.timer = window.setTimeout(() => void this.ask(text), 120);
  }

  private async ask(text: string): Promise<Reading | null> {
    this.asked?.abort();
    const asked = new AbortController();
    this.asked = asked;
    try {
      const reading = await this.read(text, asked.signal);
      if (asked.signal.aborted) return null;
      this.reading = reading;
      return reading;
    } catch (error) {
      if (asked.signal.aborted) return null;
      this.problem = (error as Error).message;
      return null;
    }
  }

  private async submit(event: Event) {
    event.preventDefault();
    const text = this.text.trim();
    if (text === "" || this.disabled) return;
    clearTimeout(this.timer);
    const reading = this.reading?.text === text ? this.reading : await this.ask(text);
    if (this.post) this.give({ text, reading, if: this.pairs.filter(([a, b]) => a.trim() && b.trim()) });
    else if (reading && reading.moves.length === 1) this.give({ text, reading, if: [] });
    else if (reading && reading.moves.length === 0) {
      this.problem = reading.problem ?? "This is no move that can be played now.";
    }
  }

  private give(line: Line) {
    this.dispatchEvent(new CustomEvent("typed", { detail: line, bubbles: true, composed: true }));
    this.text = "";
    this.reading = null;
    this.pairs = [];
  }

  render() {
    const { reading } = this;
    const id = "line";
    return html`<form @submit=${this.submit}>
      <label class="unseen" for=${id}>${this.alone ? "The move you seal, as you write it" : this.post ? "The move you send, as you write it" : "Write a move"}</label>
      <div class="write">
        <input
          id=${id}
          type="text"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          placeholder=${this.hint || "P–K4, Kt-KB3, e4, exd5…"}
          .value=${this.text}
          ?disabled=${this.disabled}
          aria-describedby="reading"
          @input=${(event: InputEvent) => this.write((event.target as HTMLInputElement).value)}
        />
        <button class="main" ?disabled=${this.disabled || this.text.trim() === ""}>${this.action}</button>
      </div>
      <div class="reading" id="reading" aria-live="polite">${this.problem ? html`<span class="soft">${sentence(this.problem)}</span>` : this.means(reading)}</div>
      ${this.post && !this.alone ? this.conditions() : nothing}
    </form>`;
  }

  private means(reading: Reading | null) {
    if (!reading) return nothing;
    if (reading.count === 0 || (reading.moves.length === 0 && !reading.understood)) {
      return html`<span class="soft">${sentence(reading.problem ?? "No move answers to this.")}</span>`;
    }
    if (reading.moves.length === 1) {
      const move = reading.moves[0]!;
      return html`<span>Reads as <strong>${typeset(move.full || move.algebraic)}</strong> <span class="soft">(${move.algebraic}, ${move.descriptive})</span></span>
        ${reading.remarks.map((remark) => html`<br /><span class="soft">${sentence(remark)}</span>`)}`;
    }
    if (reading.moves.length === 0) return html`<span class="soft">Understood; ${reading.count} ${reading.count === 1 ? "move answers" : "moves answer"} to it.</span>`;
    return html`<span>It can mean ${reading.moves.length} moves${!this.post ? "; which?" : this.alone ? ": write it so that it means one" : `: your opponent may adopt ${reading.moves.length === 2 ? "either" : "any"} of them`}</span>
      <div class="row">
        ${reading.moves.map((move) =>
          this.post
            ? html`<button type="button" class="compact" @click=${() => this.write(move.algebraic)} aria-label="Write ${move.algebraic} instead">${move.algebraic}</button>`
            : html`<button
                type="button"
                class="compact"
                ?disabled=${this.disabled}
                @click=${() => this.give({ text: move.algebraic, reading: { ...reading, moves: [move] }, if: [] })}
              >
                ${move.algebraic}
              </button>`,
        )}
      </div>`;
  }

  private conditions() {
    return html`${this.pairs.map(
        ([reply, own], index) =>
          html`<div class="pair">
            <span>if</span>
            <input type="text" aria-label="Assumed reply ${index + 1}" .value=${reply} @input=${(event: InputEvent) => this.pair(index, 0, event)} />
            <span>then</span>
            <input type="text" aria-label="Your move after it, ${index + 1}" .value=${own} @input=${(event: InputEvent) => this.pair(index, 1, event)} />
            <button type="button" class="plain compact" aria-label="Drop this line" @click=${() => (this.pairs = this.pairs.filter((_, n) => n !== index))}>✕</button>
          </div>`,
      )}
      <button type="button" class="plain compact" ?disabled=${this.disabled} @click=${() => (this.pairs = [...this.pairs, ["", ""]])}>
        + add a conditional line
      </button>`;
  }

  private pair(index: number, part: 0 | 1, event: InputEvent) {
    const value = (event.target as HTMLInputElement).value;
    this.pairs = this.pairs.map((pair, n): [string, string] =>
      n !== index ? pair : part === 0 ? [value, pair[1]] : [pair[0], value],
    );
  }
}
