/* How can a game be timed? What is usual under laws that know a time control, and under those that know a limit of moves. */
import type { CodeFacts } from "../codes.js";
import type { TimeLimit } from "../record.js";

interface TimeControl {
  periods: { moves?: number; seconds: number; increment?: number }[];
}

export interface Timing {
  id: string;
  name: string;
  limit?: TimeLimit;
  control?: TimeControl;
}

const hours = (n: number) => Math.round(n * 3600);

const sudden = (minutes: number, increment = 0): Timing => ({
  id: `${minutes}+${increment}`,
  name: `${minutes}+${increment}`,
  control: { periods: [{ seconds: minutes * 60, ...(increment ? { increment } : {}) }] },
});

export const NONE: Timing = { id: "none", name: "No clock" };

/** By which field of the header a code is timed, and what is usual there. */
export const TIMES: Record<CodeFacts["timing"][number], Timing[]> = {
  time_control: [
    sudden(3, 2),
    sudden(5),
    sudden(10),
    sudden(15, 10),
    sudden(30),
    sudden(60, 30),
    { id: "90+30", name: "90+30", control: { periods: [{ moves: 40, seconds: hours(1.5), increment: 30 }, { seconds: hours(0.5), increment: 30 }] } },
    { id: "own", name: "Another…" },
  ],
  time_limit: [
    { id: "blitz", name: "Quick", limit: { by: [{ moves: 40, seconds: 600 }], then: { moves: 40, seconds: 600 } } },
    { id: "hastings", name: "20 an hour", limit: { by: [{ moves: 20, seconds: hours(1) }], then: { moves: 20, seconds: hours(1) } } },
    { id: "1931", name: "30 in two hours", limit: { by: [{ moves: 30, seconds: hours(2) }], then: { moves: 15, seconds: hours(1) } } },
    { id: "evening", name: "Club evening", limit: { by: [{ moves: 24, seconds: hours(1) }], then: { moves: 24, seconds: hours(1) }, close_of_play: hours(3) } },
    { id: "own", name: "Another…" },
  ],
};

/** So many minutes for the whole game, and seconds added before each move. */
export const ownControl = ({ minutes, seconds }: { minutes: number; seconds: number }): Timing => ({
  id: "own",
  name: "",
  control: { periods: [{ seconds: Math.round(minutes * 60), ...(seconds ? { increment: seconds } : {}) }] },
});

/** So many moves in so many minutes, again and again. */
export function ownLimit({ moves, minutes }: { moves: number; minutes: number }): Timing {
  const period = { moves, seconds: Math.round(minutes * 60) };
  return { id: "own", name: "", limit: { by: [period], then: period } };
}
