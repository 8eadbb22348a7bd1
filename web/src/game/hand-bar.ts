/* What can a hand do besides reaching for a man? Adjust, announce, press the clock, keep hold: the buttons under the board. */
import { html, nothing } from "lit";
import { capital } from "../record.js";
import { settings } from "../settings.js";
import type { Doing } from "./doing.js";
import { unfinished } from "./moving.js";
import { NARROW } from "./sheet.js";
import type { Viewpoint } from "./viewpoint.js";

/** `chose`: whose hand it is has been chosen. */
export function handBar(point: Viewpoint, doing: Doing, chose: (actor: Viewpoint["actor"]) => void) {
  const { view, me, free, facts, playsBoth, post } = point;
  if (me === null || view.state.status !== "in-play") return nothing;
  // Who sees no board has nothing to reach for.
  const reaches = free && view.state.board !== null;
  return html`${free && playsBoth ? whoseHand(point, chose) : nothing}
  ${!post && (free || facts?.announces) ? html`<div class="hand">${reaches ? adjusting(doing) : nothing} ${facts?.announces ? announcing(doing) : nothing} ${reaches ? holding(doing) : nothing} ${clock(point, doing)}</div>` : nothing}`;
}

const whoseHand = ({ actor }: Viewpoint, chose: (actor: Viewpoint["actor"]) => void) =>
  html`<div class="hand" role="group" aria-label="Whose hand">
    <span class="small soft">Whose hand:</span>
    ${(["turn", "white", "black"] as const).map(
      (who) => html`<button class="compact" aria-pressed=${actor === who} @click=${() => chose(who)}>${who === "turn" ? "by turns" : capital(who)}</button>`,
    )}
  </div>`;

const adjusting = (doing: Doing) => html`<button aria-pressed=${doing.adjusting} title="J" @click=${() => doing.adjust()}>I adjust</button>`;

const announcing = (doing: Doing) =>
  html`<button aria-pressed=${doing.saying === "check"} title="C: said with the move, or at once after it" @click=${() => doing.say("check")}>“Check”</button>
    <button aria-pressed=${doing.saying === "mate"} title="Said with the move, or at once after it" @click=${() => doing.say("mate")}>“Mate”</button>`;

function clock({ view, facts, me, pressing }: Viewpoint, doing: Doing) {
  if (!pressing) return unfinished(view, facts, me) ? html`<button title="P" @click=${() => doing.pressClock()}>Press the clock</button>` : nothing;
  // On a narrow screen it is pressed at the board's edge; else the button beside it says what is done.
  const pressIt = NARROW.matches ? "press it" : html`<span class="unseen">press it</span>`;
  return html`${NARROW.matches ? nothing : html`<button class="main" title="P" @click=${() => doing.pressClock()}>Press the clock</button>`}
    <label class="small always"><input type="checkbox" .checked=${settings.now.press} @change=${() => settings.set({ press: !settings.now.press })} /> <span>always ${pressIt} for me</span></label>`;
}

const holding = (doing: Doing) =>
  doing.hand.holding
    ? html`<button class="main" title="Q" @click=${() => doing.letGo()}>Let go</button>`
    : html`<button aria-pressed=${doing.slow} title="Lift, put down and let go as separate acts" @click=${() => doing.keepHold()}>Keep hold</button>`;
