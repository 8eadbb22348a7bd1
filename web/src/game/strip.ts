/* What does one read at the board's edge on a narrow screen? Whose turn it is, one sentence, and a way to one's rights; the way back to
   him who looks at an earlier position; the clock to press, what waits further down, and what was just said at the table. */
import { html, nothing } from "lit";
import type { Entry, GameView, Message } from "../api.js";
import { capital, other, type Colour, type Right } from "../record.js";
import { inLine, reader } from "../say.js";
import { ending, isYourTurn, playerOf } from "../words.js";
import { inOneBreath } from "./breath.js";
import { usualTouch } from "./quiet.js";
import { alarms, onlyReleases } from "./rights.js";

interface Edge {
  view: GameView;
  /** What happened, as this viewer may read it. */
  log: Entry[];
  me: Colour | null;
  /** The rights he may use. */
  open: Right[];
  overheard: Message | null;
  /** What could not be done, until he has read it. */
  trouble: { words: string; read: () => void } | null;
  /** What waits for him further down. */
  calls: { words: string; go: () => void }[];
  /** Whether the arbiter's sheet is up, and what brings it up. */
  risen: boolean;
  rise: () => void;
  /** Presses the clock, where a move waits for it. */
  press: (() => void) | null;
  talk: () => void;
  /** While an earlier position is looked at: what was missed, and the way back. */
  back: { missed: string; go: () => void } | null;
}

export function strip(edge: Edge) {
  const { open, overheard, trouble, calls, press, talk, back, view } = edge;
  return html`<div class="strip no-print ${open.some((right) => alarms(right, view.state)) ? "rights" : ""} ${press ? "pressing" : ""}">
    ${back ? earlier(back) : present(edge)} ${press ? html`<button class="main press" @click=${press}>Press the clock</button>` : nothing}
    ${trouble ? html`<div class="heard trouble"><span role="alert">${trouble.words}</span> <button class="plain" @click=${trouble.read}>OK</button></div>` : nothing}
    ${calls.map(({ words, go }) => html`<button class="heard" @click=${go}>${words}</button>`)}
    ${overheard ? html`<button class="heard" @click=${talk}><strong>${inLine(overheard.author ?? capital(overheard.party))}:</strong> ${inLine(overheard.text)}</button>` : nothing}
  </div>`;
}

const earlier = ({ missed, go }: NonNullable<Edge["back"]>) =>
  html`<button class="line" @click=${go}>
    <span class="words"><strong class="turn">An earlier position.</strong> <span class="breath">${missed}</span></span>
    <span class="open some">Back to the present</span>
  </button>`;

function present({ view, log, me, open, risen, rise, press }: Edge) {
  const { state, you } = view;
  const mine = isYourTurn(view);
  // The offender is told that the other is choosing.
  const chooses = me && state.pending?.length && !usualTouch(state, log.at(-1)) && !onlyReleases(state);
  const alarm = open.some((right) => alarms(right, state));
  return html`<button class="line" aria-expanded=${risen} @click=${rise}>
    <span class="words">
      <strong class=${mine ? "turn mine" : "turn"}>${ending(state, you.parties)}</strong>
      <span class="breath">${inOneBreath(view, log, reader(you.parties))}</span>
    </span>
    <span class=${alarm ? "open many" : open.length > 0 ? "open some" : "open"}
      >${open.length > 0 ? `You may (${open.length})` : press ? "" : chooses ? html`<span class="who">${playerOf(view, other(me))}</span> may choose` : "Arbiter"}</span
    >
  </button>`;
}
