/* Who may talk to whom? The table's talk, a side's private counsel, and the onlookers among themselves. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { api, type Channel, type Message } from "../api.js";
import { shared } from "../style/shared.js";
import { capital } from "../record.js";
import { inLine } from "../say.js";

@customElement("jd-chat")
export class JdChat extends LitElement {
  @property() game = "";
  @property({ attribute: false }) channels: Channel[] = ["table"];
  @property({ attribute: false }) messages: Message[] = [];
  /** Whether this viewer may write in a channel. */
  @property({ attribute: false }) mayWrite: (channel: Channel) => boolean = () => true;
  @state() private channel: Channel = "table";
  @state() private problem: string | null = null;

  static styles = [
    shared,
    css`
      :host {
        display: block;
      }
      .list {
        max-height: 220px;
        overflow: auto;
        display: grid;
        gap: 6px;
        padding: 8px 0;
        overflow-wrap: anywhere;
      }
      .who {
        font-weight: 600;
      }
      form {
        display: flex;
        gap: 8px;
      }
      .empty {
        color: var(--soft);
        font-family: var(--serif);
      }
    `,
  ];

  protected willUpdate(changed: Map<string, unknown>) {
    if (!changed.has("messages")) return;
    const before = (changed.get("messages") as Message[] | undefined) ?? [];
    const last = this.messages.at(-1);
    // Counsel is answered to counsel: the channel turns to where something was said, so long as nothing is half written.
    const writing = this.renderRoot?.querySelector<HTMLInputElement>("#say")?.value;
    if (last && this.messages.length > before.length && !writing && this.channels.includes(last.channel) && last.channel !== this.channel) this.channel = last.channel;
  }

  private async speak(event: SubmitEvent) {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const input = form.querySelector("input")!;
    const text = input.value.trim();
    if (!text) return;
    // Said once, however often the key is pressed; what is written meanwhile is the next word.
    input.value = "";
    try {
      this.problem = null;
      await api.speak(this.game, this.channel, text);
      this.dispatchEvent(new CustomEvent("spoken", { detail: this.channel }));
    } catch (error) {
      this.problem = (error as Error).message;
      input.value ||= text;
    }
  }

  private hearers(channel: Channel): string {
    return channel === "table" ? "all at the table" : channel === "onlookers" ? "the onlookers" : `${capital(channel)}’s side alone`;
  }

  private name(channel: string): string {
    return channel === "table" ? "At the table" : channel === "onlookers" ? "Onlookers" : `${capital(channel)}’s counsel`;
  }

  render() {
    const here = this.messages.filter((message) => message.channel === this.channel);
    return html`${this.channels.length > 1
        ? html`<div class="row" role="group" aria-label="Who hears it">
            ${this.channels.map(
              (channel) =>
                html`<button class="compact" aria-pressed=${channel === this.channel} @click=${() => {
                  this.channel = channel;
                  this.dispatchEvent(new CustomEvent("channel", { detail: channel }));
                }}>${this.name(channel)}</button>`,
            )}
          </div>`
        : nothing}
      <div class="list" role="log" aria-label=${this.name(this.channel)} tabindex="0">
        ${here.length === 0
          ? html`<p class="empty">No messages yet.</p>`
          : here.map((message) => html`<p><span class="who">${inLine(message.author ?? capital(message.party ?? "someone"))}:</span> ${inLine(message.text)}</p>`)}
      </div>
      ${this.mayWrite(this.channel)
        ? html`<form @submit=${this.speak}>
            <label class="unseen" for="say">Say something, to ${this.hearers(this.channel)}</label>
            <input id="say" type="text" maxlength="500" autocomplete="off" placeholder=${this.channels.length > 1 ? `To ${this.hearers(this.channel)}` : "Say something"} />
            <button>Say</button>
          </form>`
        : nothing}
      ${this.problem ? html`<p class="small" role="alert">${this.problem}</p>` : nothing}`;
  }
}
