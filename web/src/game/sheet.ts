/* How does the arbiter come up on a narrow screen? As a sheet over the board, that goes again when one wants to be rid of it. */
import { html, nothing, unsafeCSS, type LitElement, type ReactiveController, type TemplateResult } from "lit";
import { onClose, type Closing } from "../closing.js";

/** A telephone lying on its side: as wide as a small tablet, and hardly higher than the board. */
const LYING = "(orientation: landscape) and (max-height: 520px) and (max-width: 1000px)";
const ROOMY = "(min-width: 1001px), (min-width: 900px) and (min-height: 521px)";
const NO_ROOM = `(max-width: 899px), ${LYING}`;

/** There is no room for the arbiter beside the board. */
export const NARROW = matchMedia(NO_ROOM);

/* The same for style sheets. */
export const narrow = unsafeCSS(NO_ROOM);
export const lying = unsafeCSS(LYING);
export const roomy = unsafeCSS(ROOMY);
/** The board is seen beside whatever the arbiter says. */
export const boardInSight = unsafeCSS(`${ROOMY}, ${LYING}`);

export class Sheet implements ReactiveController {
  private isUp = false;
  private wasUp = false;
  /** The press now under way began beside the sheet. */
  private onShade = false;
  private closing: Closing | null = null;

  constructor(private host: LitElement) {
    host.addController(this);
  }

  get up(): boolean {
    return this.isUp;
  }

  set up(up: boolean) {
    this.isUp = up;
    this.host.requestUpdate();
  }

  /** Whether it lies over the board now. */
  get covers(): boolean {
    return NARROW.matches && this.isUp;
  }

  /** Comes up where there is no room for the arbiter beside the board. */
  rise() {
    if (NARROW.matches) this.up = true;
  }

  private redraw = () => this.host.requestUpdate();

  hostConnected() {
    NARROW.addEventListener("change", this.redraw);
  }

  hostDisconnected() {
    NARROW.removeEventListener("change", this.redraw);
    this.closing?.destroy();
    this.closing = null;
  }

  hostUpdated() {
    if (this.isUp === this.wasUp) return;
    this.wasUp = this.isUp;
    this.onShade = false;
    this.focus();
    this.closing?.destroy();
    this.closing = this.isUp ? onClose(this.close) : null;
  }

  private close = () => (this.up = false);

  /** The focus goes with the sheet, and back to the strip when it is gone; nobody is interrupted in the middle of a word. */
  private focus() {
    const root = this.host.shadowRoot;
    const now = root?.activeElement ?? null;
    const to = (selector: string) => root?.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
    if (this.isUp && !now?.matches("jd-chat, jd-typed")) to(".risen");
    else if (!this.isUp && now === null) to(".strip .line");
  }

  /** A press beside the sheet closes it; the end of a press that began before the sheet came up does not mean it. */
  private beside = () => {
    if (this.onShade) this.close();
  };

  render(content: () => TemplateResult) {
    if (!this.covers) return nothing;
    return html`<div class="shade" @pointerdown=${() => (this.onShade = true)} @click=${this.beside}></div>
      <section class="risen" role="dialog" aria-modal="true" aria-label="The arbiter" tabindex="-1" @keydown=${(event: KeyboardEvent) => event.key === "Escape" && this.close()}>
        <button class="plain close" aria-label="Close" @click=${this.close}>✕</button>
        ${content()}
      </section>`;
  }
}
