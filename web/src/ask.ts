/* Are you sure? One question, two answers; asked once, where an act cannot be taken back by a second press. Where there is nothing to
   say yes to, it is only told. */
import { LitElement, css, html, nothing, type TemplateResult } from "lit";
import { customElement, query, state } from "lit/decorators.js";
import { dialogStyle, shared } from "./style/shared.js";

export interface Asked {
  title: string;
  text: string | TemplateResult;
  yes?: string;
  no?: string;
  /** Yes gives something away: no is what is offered first. */
  careful?: boolean;
}

@customElement("jd-ask")
export class JdAsk extends LitElement {
  @state() private asked: Asked | null = null;
  @query("dialog") private dialog!: HTMLDialogElement;
  private opened = 0;
  private answer: (yes: boolean) => void = () => undefined;

  static styles = [
    shared,
    dialogStyle,
    css`
      dialog {
        width: min(420px, calc(100vw - 24px));
      }
      p {
        margin: 8px 0 16px;
      }
    `,
  ];

  /** Whether he says yes. A question asked while another stands answers that one with no. */
  async ask(asked: Asked): Promise<boolean> {
    this.answer(false);
    this.asked = asked;
    await this.updateComplete;
    this.opened = performance.now();
    if (!this.dialog.open) this.dialog.showModal();
    return new Promise((done) => (this.answer = done));
  }

  /** There is nothing to ask any more: what was asked has the answer no. */
  withdraw() {
    this.say(false);
  }

  /** A press beside it means no. The end of the very press that made it open means nothing, wherever it falls. */
  private pressed = {
    capture: true,
    handleEvent: (event: MouseEvent) => {
      // A finger's click comes a little after the finger.
      const late = (event as PointerEvent).pointerType === "touch" ? 300 : 0;
      if (event.timeStamp < this.opened + late && event.detail > 0) event.stopPropagation();
      else if (event.target === this.dialog) this.say(false);
    },
  };

  private say(yes: boolean) {
    const answer = this.answer;
    this.answer = () => undefined;
    if (this.dialog.open) this.dialog.close();
    answer(yes);
  }

  private no(asked: Asked) {
    return html`<button class=${asked.careful || !asked.yes ? "main" : ""} @click=${() => this.say(false)}>${asked.no ?? "Not now"}</button>`;
  }

  render() {
    const { asked } = this;
    return html`<dialog aria-labelledby="title" @close=${() => this.say(false)} @click=${this.pressed}>
      ${asked
        ? html`<h2 id="title">${asked.title}</h2>
            <p>${asked.text}</p>
            <div class="row">
              ${asked.careful ? this.no(asked) : nothing}
              ${asked.yes ? html`<button class=${asked.careful ? "" : "main"} @click=${() => this.say(true)}>${asked.yes}</button>` : nothing}
              ${asked.careful ? nothing : this.no(asked)}
            </div>`
        : nothing}
    </dialog>`;
  }
}
