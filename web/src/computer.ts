/* What computer is there to play against, and how shall it play? From a beginner's level to as well as it can, and how it takes your
   offences. */
import type { Shape } from "./record.js";
import { store } from "./store.js";

/** A computer to play against, and what may be asked of it. */
export interface ComputerOffered {
  levels: string[];
  tempers: string[];
}

const LEVELS = Array.from({ length: 10 }, (_, at) => String(at + 1));
const TEMPERS: Shape<"Temper">[] = ["strict", "gentle", "rogue"];

/** Where the browser keeps what was chosen last for a new game. */
export const KEPT = "jadoube.new";

/** What the server says of its computer: none, or one to be chosen. */
export function computerOf(about: Shape<"About">): ComputerOffered | null {
  return about.computer ? { levels: LEVELS, tempers: TEMPERS } : null;
}

/** How he last wanted the computer to play; a newcomer meets a mild one. */
export function lastComputer(): { level: number; temper: Shape<"Temper"> } {
  const { level, temper } = store.values(KEPT) as { level?: string; temper?: Shape<"Temper"> };
  return { level: Number(level) || 3, temper: temper && TEMPERS.includes(temper) ? temper : "gentle" };
}
