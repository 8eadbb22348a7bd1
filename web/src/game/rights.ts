/* Which rights has somebody here, and what would he lose who plays on? For the arbiter's list, for the strip at the board's edge,
   and for the question before a touch. */
import type { Party, Right, State } from "../record.js";
import { isOver } from "../words.js";

/** What is always open, or belongs to every move: it has buttons elsewhere and would only be noise among rights. */
const ALWAYS = new Set<Right["act"]>(["press", "resign", "abandon", "refuse", "upset", "dispute", "touch", "lift", "adjust", "move"]);

export const isNews = (right: Right): boolean => !ALWAYS.has(right.act);

/** What these parties may choose now. */
export const rightsOf = (state: State, parties: readonly Party[]): Right[] =>
  (["white", "black", "umpire"] as const)
    .filter((party) => parties.includes(party))
    .flatMap((party) => state.options?.[party] ?? [])
    .filter(isNews);

/** Whether using it would change anything: to let a thing pass is what playing on does too. */
const changes = ({ then }: Right, state: State): boolean =>
  !then || then.status !== state.status || then.turn !== state.turn || then.board !== state.board || then.moves.length !== state.moves.length;

/** Whether it would have the other player's move back: playing on may be the end of that. */
const hasItBack = ({ by, then }: Right, state: State): boolean => by === state.turn && then?.status === "in-play" && then.turn !== by;

/** What is lost, or may be, by playing on: rights that a touch ends, and those to have back what the other played. */
export const atStake = (state: State, rights: Right[]): Right[] =>
  isOver(state) ? [] : rights.filter((right) => changes(right, state) && (right.lapses || hasItBack(right, state)));

/** Two ways to one end. */
export const sameEnd = (one: Right, two: Right): boolean => !!one.then && !!two.then && JSON.stringify(one.then) === JSON.stringify(two.then);

/** A right by which one knows it again in the next state. */
export const named = ({ then: _then, lapses: _lapses, ...right }: Right): string => JSON.stringify(right);
