/* What is said at a table before, and beside, what the arbiter says? Where it cannot be sat down at, when play starts, what was missed by
   him who looks back, and which conditional lines stand. */
import { html, nothing } from "lit";
import type { GameView } from "../api.js";
import { face } from "../face.js";
import type { LiveGame } from "../live.js";
import type { LocalGame } from "../local.js";
import { capital } from "../record.js";
import { reader, sentence } from "../say.js";
import { ago, isOver } from "../words.js";
import { missed } from "./breath.js";
import type { Looking } from "./looking.js";
import type { Viewpoint } from "./viewpoint.js";

/** While the table has not been seen yet, or is not to be seen at all. */
export function beforeSeated(live: LiveGame | LocalGame | null) {
  if (live?.link === "closed" && live.problem) {
    const home = html`<a class="button main" href="/">To the front page</a>`;
    return live.problem.status === 404
      ? face("K", "No such table", "There is no game here, or it is private and this browser has no seat in it. Ask for the invitation link.", home)
      : face("K", live.problem.status === 503 ? "This game cannot be opened now" : "This table is not open to you", sentence(live.problem.detail), home);
  }
  return html`<div role="status">
    ${live?.link === "lost" ? face("p", "The server cannot be reached", "Trying again…") : face("P", "Sitting down…", "")}
  </div>`;
}

/** Over the table, while the server cannot be heard. */
export function connectionLost({ link, waiting }: LiveGame | LocalGame) {
  if (link !== "lost" && link !== "connecting") return nothing;
  return html`<div class="lost" role="status">
    <span class="pulse"></span>
    <span>
      <strong>The connection is lost.</strong>
      ${waiting > 0 ? "What you did is kept, and will be sent when the server is back." : "Trying again…"}
    </span>
  </div>`;
}

/** Before the hour that was fixed. */
export function startsLater({ header, seq, started_ms: starts }: GameView) {
  if (!header.scheduled || starts === null || starts <= Date.now() || seq > 0) return nothing;
  const when = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "short" }).format(starts);
  return html`<p class="notice no-print">Play starts ${ago(starts)}: ${when}.</p>`;
}

/** In the place of the hand, which cannot reach into an earlier position: the way back, and what was missed. */
export const lookingBack = (point: Viewpoint, looking: Looking) =>
  html`<p class=${point.atStake.length > 0 ? "notice back bad no-print" : "notice back no-print"} role="status">
    <span>An earlier position. ${missed(point, looking.since)}</span>
    <button class="compact" @click=${() => looking.step("present")}>Back to the present</button>
  </p>`;

/** Conditional lines that stand: both players know them, and see them until they are answered. */
export function givenLines({ log, state, you }: GameView) {
  const last = log.findLast((entry) => entry.act.act === "send" && entry.record && !entry.refused);
  const lines = last?.act.if as [string, string][] | undefined;
  if (!last || !lines?.length || isOver(state)) return nothing;
  return html`<div class="given">
    <p class="caps">${reader(you.parties) === last.act.by ? "Your" : `${capital(last.act.by)}’s`} conditional lines</p>
    <ul>
      ${lines.map(([reply, own]) => html`<li>if ${reply}, then ${own}</li>`)}
    </ul>
  </div>`;
}
