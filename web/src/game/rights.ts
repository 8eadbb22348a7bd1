/* Which rights has somebody here, and what would he lose who plays on? For the arbiter's list, for the strip at the board's edge,
   and for the question before a touch. */
import { capital, other, type Party, type Right, type State } from "../record.js";
import { listed } from "../say.js";
import { isOver } from "../words.js";

/** What is always open, or belongs to every move: it has buttons elsewhere and would only be noise among rights. */
const ALWAYS = new Set<Right["act"]>(["press", "resign", "abandon", "refuse", "upset", "dispute", "touch", "lift", "adjust", "move"]);

export const isNews = (right: Right): boolean => !ALWAYS.has(right.act);

/** The right to complete a move that waits for a hand on the clock. */
export const pressRight = (state: State, parties: readonly Party[]): Right | undefined =>
  parties.flatMap((party) => (party === "timekeeper" ? [] : (state.options?.[party] ?? []))).find((right) => right.act === "press");

/** What a player is told of a move that waits for a hand on the clock: his own, or the one he is to answer. */
export function pressWords(state: State, parties: readonly Party[]): string {
  if (pressRight(state, parties)) return "Press the clock: only then is your move complete.";
  const { made, status } = state;
  return made && status === "in-play" && parties.includes(other(made)) ? `${capital(made)} has not pressed the clock yet: ${capital(made)}’s time still runs.` : "";
}

/** What a player has to see for himself: an arbiter who told him that he can check for ever, or mate, would be advising him. It is claimed
    like anything else he sees. */
const isForHimToSee = ({ act, ground }: Right): boolean => act === "claim" && ground === "endless-checks";

/** Whether a game is claimed that the other has lost by what he did. */
const isForfeit = ({ act, offence }: Right): boolean => act === "claim" && offence !== undefined;

/** What a player may do whether anything has happened or not. */
const OF_HIS_OWN_ACCORD = new Set<Right["act"]>(["claim", "demand", "offer"]);

/** Whether it answers something that happened. What a player may ask for of his own accord is no alarm. */
export const isAnswer = (right: Right): boolean => isForfeit(right) || !OF_HIS_OWN_ACCORD.has(right.act);

/** What these parties may choose now. */
export const rightsOf = (state: State, parties: readonly Party[]): Right[] =>
  (["white", "black", "umpire"] as const)
    .filter((party) => parties.includes(party))
    .flatMap((party) => state.options?.[party] ?? [])
    .filter((right) => isNews(right) && !isForHimToSee(right));

/** Whether somebody may now answer what happened: he who reads this, or the other player. */
export const canBeAnswered = (state: State, parties: readonly Party[]): boolean => !!state.pending?.length || rightsOf(state, parties).some(isAnswer);

/** Whether all the other may do is to let one off: then one's duty stands as it is. */
export const onlyReleases = ({ duty, pending }: State): boolean => !!duty && !!pending?.length && pending.every(({ text }) => text.startsWith("Release "));

/** Whether using it would change anything: to let a thing pass is what playing on does too. */
const changes = ({ then }: Right, state: State): boolean =>
  !then || then.status !== state.status || then.turn !== state.turn || then.board !== state.board || then.moves.length !== state.moves.length;

/** Whether it would have the other player's move back: playing on may be the end of that. */
const hasItBack = ({ by, then }: Right, state: State): boolean => by === state.turn && then?.status === "in-play" && then.turn !== by;

/** Whether he should look at it before anything else: that the other has a man in his hand, and may be told to put it back, is no alarm. */
export const alarms = (right: Right, state: State): boolean => isAnswer(right) && (right.act !== "require" || changes(right, state));

/** What is lost, or may be, by playing on: rights that a touch ends, and those to have back what the other played, or the game for it. */
export const atStake = (state: State, rights: Right[]): Right[] =>
  isOver(state) ? [] : rights.filter((right) => changes(right, state) && (right.lapses || hasItBack(right, state) || (isForfeit(right) && right.by === state.turn)));

/** Two ways to one end. What an offer comes to is for the other to say. */
export const sameEnd = (one: Right, two: Right): boolean => one.act !== "offer" && !!one.then && !!two.then && JSON.stringify(one.then) === JSON.stringify(two.then);

/** A right by which one knows it again in the next state. */
export const named = ({ then: _then, lapses: _lapses, ...right }: Right): string => JSON.stringify(right);

const LAST_SQUARE = /\b[a-h][1-8]\b(?!.*\b[a-h][1-8]\b)/;

/** Rights that differ in the last square they name only are told as one: "the man on a7, e7 or g7". */
export function together<Told extends { text: string }>(rights: Told[]): Told[] {
  const kinds = new Map<string, { right: Told; squares: Set<string> }>();
  for (const right of rights) {
    const square = LAST_SQUARE.exec(right.text)?.[0];
    const kind = right.text.replace(LAST_SQUARE, "…");
    const known = kinds.get(kind) ?? { right, squares: new Set() };
    if (square) known.squares.add(square);
    kinds.set(kind, known);
  }
  return [...kinds.values()].map(({ right, squares }) => ({ ...right, text: right.text.replace(LAST_SQUARE, () => listed([...squares], "or")) }));
}
