/* What would the arbiter say if he had one breath? For the strip at the board's edge, for listeners, and for the card at the end. */
import type { Entry, GameView } from "../api.js";
import { startOf } from "../fen.js";
import { capital, type Colour, type Party } from "../record.js";
import { count, reader, sentence, told } from "../say.js";
import { settings } from "../settings.js";
import { ending, isOver } from "../words.js";
import { actWords } from "./acts.js";
import { quiet, touchBehind, unseen, usualTouch } from "./quiet.js";
import { canBeAnswered, pressRight, pressWords } from "./rights.js";
import { completed, ownOffence } from "./rows.js";
import type { Viewpoint } from "./viewpoint.js";
import { aloud, inStyle } from "./written.js";

/** One sentence for the edge of the board, where there is anything to say. `me`: the one colour this viewer plays, if any. */
export function inOneBreath({ state, you }: GameView, log: Entry[], me: Colour | null): string {
  const last = log.at(-1);
  const { parties } = you;
  if (isOver(state)) return last ? sentence(actWords(last.act, parties)) : "";
  if (state.refused) return `Refused. ${sentence(told(state.refused))}`;
  if (usualTouch(state, last)) return parties.includes(state.turn) ? "" : "A man is touched.";
  // Why something happened comes before what is now to be done: the duty is drawn on the board as well.
  const spoken = last && !quiet(log).has(last.seq) ? last : ownOffence(log, me).at(-1);
  if (spoken?.rulings[0]) return sentence(told(spoken.rulings[0]));
  const why = canBeAnswered(state, parties) ? touchBehind(log)?.rulings.at(-1) : undefined;
  if (why) return sentence(told(why));
  if (state.duty && (parties as Party[]).includes(state.turn)) return sentence(told(state.duty));
  if (last?.act.say) return `“${capital(String(last.act.say))}.”`;
  if (last && unseen(last.act)) return sentence(actWords(last.act, parties));
  // To him who is to press, the button says it.
  return state.made && me && !pressRight(state, parties) ? pressWords(state, parties) : "";
}

/** What a listener hears of the last act: what it binds a player to, how many rights he who listens has now, and the end. */
export function spoken(view: GameView, log: Entry[], open: number): string {
  const entry = log.at(-1);
  if (!entry) return "";
  const { parties } = view.you;
  const { duty } = view.state;
  const moves = completed(log, log.length - 1, startOf(view.header)).map(({ by, written }) => `${reader(parties) === by ? "You" : capital(by)}: ${aloud(written)}`);
  const said = moves.length > 0 ? moves : [actWords(entry.act, parties, !!entry.refused)];
  const end = isOver(view.state) ? ` ${ending(view.state, parties)}. ${howItEnded(view, log)}` : "";
  const bound = duty && entry.rulings.some(({ text }) => text === duty.text) && !usualTouch(view.state, entry) ? ` ${sentence(told(duty))}` : "";
  const rights = open > 0 && !end ? ` You have ${count(open, "choice")}.` : "";
  return `${said.map(sentence).join(" ")}${bound}${rights}${end}`;
}

/** What he who looks back has missed since then; the arbiter says the rest. */
export function missed({ view, log, start, rights, atStake }: Viewpoint, since: number): string {
  const { seq, state, you } = view;
  const { length } = rights;
  if (length > 0) return `You have ${count(length, "choice")} now${atStake.length > 0 ? `, and may lose ${length > 1 ? "them" : "it"}` : ""}.`;
  const last = log.at(-1);
  if (seq === since || !last) return "";
  if (isOver(state)) return `Meanwhile: ${ending(state, you.parties)}.`;
  const move = completed(log, log.length - 1, start).at(-1);
  return `Meanwhile: ${move ? `${capital(move.by)} played ${inStyle(move.written, settings.now)}` : actWords(last.act, you.parties, !!last.refused)}.`;
}

/** By what the game ended. */
export function howItEnded({ state, you }: GameView, log: Entry[]): string {
  const last = log.at(-1);
  if (!last) return "";
  const said = last.rulings.at(-1);
  if (said) return sentence(told(said));
  return sentence(last.record ? (state.status === "won" ? "By mate" : inStyle(last.record, settings.now)) : actWords(last.act, you.parties));
}
