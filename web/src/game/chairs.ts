/* Whom is one waiting for? The links that bring people to their chairs, to be sent or copied. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import type { Invitation } from "../api.js";
import { capital } from "../record.js";
import { shared } from "../style/shared.js";

/** Telephones can send a link on; elsewhere it is copied. */
const SHARES = matchMedia("(pointer: coarse)").matches && typeof navigator.share === "function";

@customElement("jd-chairs")
export class JdChairs extends LitElement {
  @property({ attribute: false }) invitations: Invitation[] = [];
  @state() private copied: string | null = null;

  static styles = [
    shared,
    css`
      :host {
        display: block;
      }
      .link {
        display: grid;
        grid-template-columns: 1fr auto;
        gap: 6px 8px;
        align-items: center;
        margin-top: 8px;
      }
      .link input {
        font-size: 0.8125rem;
      }
      .link p {
        grid-column: 1 / -1;
      }
    `,
  ];

  /** A link goes out the way this machine sends things, or into the clipboard. */
  private async send(url: string) {
    if (SHARES) {
      try {
        await navigator.share({ title: "A game of chess", url });
        return;
      } catch (error) {
        if ((error as Error).name === "AbortError") return;
      }
    }
    try {
      await navigator.clipboard.writeText(url);
      this.copied = url;
    } catch {
      this.dispatchEvent(new CustomEvent("trouble", { detail: "Copying is not allowed here: select the link and copy it by hand." }));
    }
  }

  private chair(invitation: Invitation) {
    const url = new URL(invitation.link, location.href).href;
    const onlookers = invitation.party === "onlooker";
    const who = invitation.name ?? (onlookers ? "Onlookers" : capital(invitation.party));
    return html`<div class="link">
      ${onlookers ? nothing : html`<p class="small"><strong>${who}</strong></p>`}
      <input type="text" readonly .value=${url} aria-label="Link for ${who}" data-party=${invitation.party} @focus=${(event: Event) => (event.target as HTMLInputElement).select()} />
      <button class=${onlookers ? "" : "main"} @click=${() => this.send(url)}>${this.copied === url ? "Copied" : SHARES ? "Send" : "Copy"}</button>
    </div>`;
  }

  render() {
    return this.invitations.map((invitation) => this.chair(invitation));
  }
}
