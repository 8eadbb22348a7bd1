/* What would the arbiter say if he had one breath? For the strip at the board's edge, for listeners, and for the card at the end. */
import type { Entry, GameView } from "../api.js";
import { capital, type Colour, type Party } from "../record.js";
import { aloud, reader, sentence, told } from "../say.js";
import { settings } from "../settings.js";
import { ending, isOver } from "../words.js";
import { actWords } from "./acts.js";
import { quiet, unseen, usualTouch } from "./quiet.js";
import { pressRight, pressWords } from "./rights.js";
import { ownOffence } from "./rows.js";
import { inStyle } from "./score.js";

/** One sentence for the edge of the board, where there is anything to say. `me`: the one colour this viewer plays, if any. */
export function inOneBreath({ state, you }: GameView, log: Entry[], me: Colour | null): string {
  const last = log.at(-1);
  const { parties } = you;
  if (isOver(state)) return last ? sentence(actWords(last.act, parties)) : "";
  if (state.refused) return sentence(told(state.refused));
  if (usualTouch(state, last)) return parties.includes(state.turn) ? "" : "A man is touched.";
  // Why something happened comes before what is now to be done: the duty is drawn on the board as well.
  const spoken = last && !quiet(log).has(last.seq) ? last : ownOffence(log, me).at(-1);
  if (spoken?.rulings[0]) return sentence(told(spoken.rulings[0]));
  if (state.duty && (parties as Party[]).includes(state.turn)) return sentence(told(state.duty));
  // To him who is to press, the button says it.
  if (state.made && me && !pressRight(state, parties)) return pressWords(state, parties);
  if (last?.act.say) return `“${capital(String(last.act.say))}.”`;
  return last && unseen(last.act) ? sentence(actWords(last.act, parties)) : "";
}

/** What a listener hears of the last act, and of the end. */
export function spoken(view: GameView, log: Entry[]): string {
  const entry = log.at(-1);
  if (!entry) return "";
  const { parties } = view.you;
  const who = reader(parties) === entry.act.by ? "You" : capital(entry.act.by);
  const written = entry.record ? `${who}: ${aloud(entry.record)}` : actWords(entry.act, parties, !!entry.refused);
  const end = isOver(view.state) ? ` ${ending(view.state, parties)}. ${howItEnded(view, log)}` : "";
  return `${written}.${end}`;
}

/** By what the game ended. */
export function howItEnded({ state, you }: GameView, log: Entry[]): string {
  const last = log.at(-1);
  if (!last) return "";
  const said = last.rulings.at(-1);
  if (said) return sentence(told(said));
  return sentence(last.record ? (state.status === "won" ? "By mate" : inStyle(last.record, settings.now)) : actWords(last.act, you.parties));
}
