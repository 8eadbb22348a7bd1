/* Which words does the page share with the server? Those of the game record: acts, and the states that follow them. */

import type { components } from "./schema.js";

/** A shape of the server's own description. */
export type Shape<Name extends keyof components["schemas"]> = components["schemas"][Name];

export type Colour = Shape<"Colour">;
export type Party = Shape<"Party">;
export type Code = Shape<"Code">;
export type Status = Shape<"Status">;
export type Act = Shape<"Act">;
export type Right = Shape<"Right">;
export type Written = Shape<"Written">;
export type State = Shape<"State">;
export type TimeLimit = Shape<"TimeLimit">;
export type Odds = Shape<"Odds">;
export type Header = Shape<"Header">;

export const other = (colour: Colour): Colour => (colour === "white" ? "black" : "white");
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The act inside a right, without what is said about it: what is sent back. */
export function actOf(right: Right): Act {
  const { then: _then, lapses: _lapses, you: _you, ...rest } = right;
  // A waiver names its clause itself and a communication its text; everything else only carries them as remarks.
  if (rest.act !== "waive") delete rest.clause;
  if (rest.act !== "send") delete rest.text;
  return rest;
}
