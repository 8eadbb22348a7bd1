/* Which position is looked at? The present, an earlier one, or what a right would lead to. */
import type { GameView } from "../api.js";
import type { Right } from "../record.js";
import type { Step } from "./replay.js";

/** How far a wheel turns for one step. */
const NOTCH = 60;

export class Looking {
  /** The act after which an earlier position is looked at; none, the present. */
  at: number | null = null;
  /** The last act there was when he began to look back: what came later he has not seen. */
  since = 0;
  /** A right whose outcome is looked at. */
  right: Right | null = null;
  private wheeled = 0;

  constructor(
    private view: () => GameView | null,
    private redraw: () => void,
  ) {}

  /** The position after this act. */
  after(seq: number) {
    this.right = null;
    this.show(seq === this.view()?.seq ? null : seq);
  }

  private show(at: number | null) {
    if (this.at === null) this.since = this.view()?.seq ?? 0;
    this.at = at;
    this.redraw();
  }

  outcome(right: Right | null) {
    this.right = right;
    this.redraw();
  }

  step(step: Step) {
    const view = this.view();
    if (!view) return;
    const log = view.log.filter((entry) => entry.board !== null);
    const now = this.at === null ? log.length : log.findIndex((entry) => entry.seq === this.at) + 1;
    const next = step === "first" ? 0 : step === "present" ? log.length : Math.max(0, Math.min(log.length, now + step));
    this.show(next >= log.length ? null : next === 0 ? 0 : log[next - 1]!.seq);
  }

  /** Left and right turn the pages of the game, wherever one is; a field and the board's own cursor keep their keys. */
  key = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !this.view()) return;
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const at = event.composedPath()[0];
    if (at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement) return;
    event.preventDefault();
    this.step(event.key === "ArrowLeft" ? -1 : 1);
  };

  wheel(event: WheelEvent) {
    if (event.ctrlKey || !this.view()?.log.length) return;
    event.preventDefault();
    this.wheeled += event.deltaY;
    if (Math.abs(this.wheeled) < NOTCH) return;
    this.step(this.wheeled < 0 ? -1 : 1);
    this.wheeled = 0;
  }
}
