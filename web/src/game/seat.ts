/* Who sits on this side of the board? His name, whether he is there, the men he has lost, and his clock. */
import { html, nothing } from "lit";
import "./clock.js";
import type { GameView } from "../api.js";
import { withLeft } from "../live.js";
import { man } from "../men.js";
import type { Colour } from "../record.js";
import { sound } from "../sound.js";
import { playerOf } from "../words.js";

export const isTimed = ({ header }: GameView): boolean => !!(header.time_limit ?? header.time_control);

/** What is said of him beside his name. */
function presence({ computer, seats, state, you }: GameView, side: Colour): string {
  if (computer?.side === side) return computer.thinking && state.turn === side ? "thinking…" : "the computer";
  if (you.parties.length === 1 && you.parties[0] === side) return "you";
  const chairs = seats.filter((seat) => seat.party === side);
  if (chairs.length === 0 || chairs.some((seat) => seat.present)) return "";
  if (chairs.every((seat) => !seat.taken)) return "not yet here";
  return state.status === "adjourned" ? "not here" : "away";
}

/** `lost`: the men taken from him. `since`: when the clocks were right, by the time of this page. */
export const seat = (view: GameView, side: Colour, lost: string[], since: number) =>
  html`<div class="player">
    <span class="dot ${side}" aria-hidden="true"></span>
    <div class="who">
      <div class="name"><span class="called">${playerOf(view, side)}</span> <span class="away">${presence(view, side)}</span></div>
      ${lost.length > 0
        ? html`<div class="taken" role="img" aria-label="Men taken: ${lost.length}">
            ${lost.map((letter) => html`<svg viewBox="0 0 100 100" aria-hidden="true">${man(letter)}</svg>`)}
          </div>`
        : nothing}
    </div>
    <jd-clock .clock=${isTimed(view) ? withLeft(view.clock, view.state) : null} .since=${since} .side=${side} @clock-low=${() => view.you.parties.includes(side) && sound("low")}></jd-clock>
  </div>`;
