/* What is played here, on which terms, and who else has a say? The lines over the table. */
import { html, nothing } from "lit";
import type { GameView } from "../api.js";
import type { Shape } from "../record.js";
import { inLine, listed } from "../say.js";
import { controlBriefly, termsOf } from "../terms.js";
import { codeWords, replyDue, titleOf } from "../words.js";

type Match = Shape<"Match"> | null;

const DAY_AND_HOUR = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long", hour: "numeric", minute: "2-digit" });

/** The terms in a line; what differs from an ordinary game stands in full on the card of terms. */
function terms(view: GameView, match: Match): string {
  const { header } = view;
  // When the reply is due is said below, and how it began can be seen.
  const telling = termsOf(header, view.settings, match?.games ?? null).filter(([name]) => name !== "Replies" && name !== "Position" && name !== "Match");
  const time = (what: string) => (header.time_control ? controlBriefly(header.time_control) : what);
  const words = telling.map(([name, what]) => (name === "Board" ? what.replace(/:.*/, " board") : name === "Time" ? time(what) : name.toLowerCase()));
  const due = replyDue(view);
  if (due) words.push(`reply due ${DAY_AND_HOUR.format(due)}`);
  return [...new Set(words)].map((word) => ` · ${word}`).join("");
}

function umpire({ seats, settings, you }: GameView) {
  const umpires = settings.opponent === "here" ? [] : seats.filter((seat) => seat.party === "umpire");
  if (umpires.length === 0) return nothing;
  const names = listed(umpires.map((seat) => seat.name ?? (seat.taken ? "present" : "not yet here")));
  const away = umpires.some((seat) => seat.taken && !seat.present);
  return html` · <span class="umpire">umpire: ${you.role === "umpire" ? "you" : names}${away ? " (away)" : ""}</span>`;
}

const points = (n: number) => `${Math.floor(n) || (n % 1 ? "" : "0")}${n % 1 ? "½" : ""}`;

/** How the match stands: a name and its points are not parted at a line's end. */
export const matchScore = ({ persons, score }: Shape<"Match">): string =>
  `${inLine(persons.a ?? "first player")}\u00a0${points(score.a)}, ${inLine(persons.b ?? "second player")}\u00a0${points(score.b)}`;

function standing({ id }: GameView, match: Match) {
  if (!match) return nothing;
  const { games, played } = match;
  const number = played.find((game) => game.game === id)?.number ?? played.length;
  return html` · <span class="match">game ${number} of ${games}; ${matchScore(match)}</span>`;
}

export const title = (view: GameView, match: Match) =>
  html`<div class="title">
    <h1>${titleOf(view)}</h1>
    <p class="small soft">
      <a href="/law/${view.header.code}">${codeWords(view.header.code).name}</a>${terms(view, match)}
      ${umpire(view)} ${standing(view, match)}
      ${view.onlookers > 0 ? html` · <span class="onlookers">${view.onlookers} watching</span>` : nothing}
    </p>
  </div>`;
