/* Who has sealed a move, who may open it, and does the opened move fit the seal? */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import type { Sealed } from "../api.js";
import { envelopeHolds } from "../blake3.js";
import { capital, type Party } from "../record.js";
import { shared } from "../style/shared.js";

@customElement("jd-envelope")
export class JdEnvelope extends LitElement {
  @property({ attribute: false }) sealed!: Sealed;
  @property() game = "";
  @property({ attribute: false }) parties: Party[] = [];

  static styles = [
    shared,
    css`
      :host {
        display: block;
      }
      .card {
        padding: 16px;
        display: grid;
        grid-template-columns: 92px 1fr;
        gap: 16px;
        align-items: start;
      }
      svg {
        width: 92px;
        height: auto;
      }
      .paper {
        fill: var(--brass-wash);
        stroke: var(--brass);
        stroke-width: 1.5;
        stroke-linejoin: round;
      }
      .wax {
        fill: #96302a;
      }
      .stamp {
        fill: none;
        stroke: #f6e8dc;
        stroke-width: 1.6;
      }
      .hash {
        word-break: break-all;
        font-size: 0.75rem;
        color: var(--soft);
      }
      .written {
        font-family: var(--serif);
        font-size: 1.25rem;
      }
      .stack {
        gap: 6px;
      }
    `,
  ];

  private picture(open: boolean) {
    return html`<svg viewBox="0 0 92 64" aria-hidden="true">
      ${open
        ? html`<svg><path class="paper" d="M4 26 46 4l42 22v34H4z" /><path class="paper" d="M14 18h64v30H14z" /><path class="paper" d="M4 26l42 24 42-24v34H4z" /></svg>`
        : html`<svg><path class="paper" d="M4 6h84v54H4z" /><path class="paper" d="M4 6l42 32L88 6" /><circle class="wax" cx="46" cy="38" r="11" /><path class="stamp" d="M46 32a3 3 0 0 1 2 5.200l2 5.800h-8l2-5.800a3 3 0 0 1 2-5.200z" /></svg>`}
    </svg>`;
  }

  render() {
    const { sealed } = this;
    const own = this.parties.length === 1 && this.parties.includes(sealed.by);
    const holds = sealed.opened ? envelopeHolds(this.game, sealed.by, sealed.opened, sealed.commitment) : null;
    return html`<section class="card" aria-label="Sealed move">
      ${this.picture(sealed.opened !== null)}
      <div class="stack">
        <h3>${sealed.opened ? "The envelope is open" : own ? "You have sealed a move" : `${capital(sealed.by)} has sealed a move`}</h3>
        ${sealed.opened
          ? html`<p class="written">${sealed.opened.record || "(nothing was written)"}</p>
              <p class=${holds ? "notice good" : "notice bad"}>
                ${holds
                  ? "Your browser has checked it: this is what was sealed."
                  : "This is not what was sealed: it does not match the fingerprint shown before."}
              </p>`
          : html`<p class="small">
              ${own ? "Only you know" : `Only ${capital(sealed.by)} knows`} what is in it. It is opened when the game is resumed; nobody can open it before.
            </p>`}
        <details class="small">
          <summary>The seal</summary>
          <p class="hash mono">${sealed.commitment}</p>
          <p class="soft">A fingerprint (BLAKE3) of the written move and a secret number. Write it down: the opened move must match it.</p>
          ${sealed.opened ? html`<p class="hash mono">number: ${sealed.opened.nonce}</p>` : nothing}
        </details>
      </div>
    </section>`;
  }
}
