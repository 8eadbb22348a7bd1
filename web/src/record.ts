/* Which words does the page share with the server? Those of the game record: acts, and the states that follow them. */

export type Colour = "white" | "black";
export type Party = Colour | "umpire" | "timekeeper";
export type Code = "xxv" | "bca-1862" | "bcc-1896" | "bcc-1899" | "fide-1931";
export type Status =
  | "in-play"
  | "adjourned"
  | "suspended"
  | "won"
  | "drawn"
  | "annulled"
  | "lost-by-both";

/** One act of the record. Its fields depend on its name; `ACTS` in game/acts.ts lists them. */
export interface Act {
  by: Party;
  act: string;
  at?: number;
  player?: string;
  [field: string]: unknown;
}

/** What would follow. */
export interface Then {
  board: string;
  turn: Colour;
  moves: string[];
  status: Status;
  winner: Colour | null;
}

/** A right now open: an act that can be given back as it stands, with what is said about it. */
export interface Right extends Act {
  clause?: string;
  text?: string;
  then: Then | null;
  /** It lapses as soon as he who has it touches a man. */
  lapses?: boolean;
}

export interface Ruling {
  clause: string | null;
  party: Party | null;
  text: string;
}

export interface Written {
  uci: string;
  descriptive: string;
  algebraic: string;
  full: string;
}

export interface Clock {
  white: number;
  black: number;
  running: Colour | null;
}

export interface State {
  seq: number;
  /** Absent where the server shows no board (blindfold). */
  board: string | null;
  turn: Colour;
  status: Status;
  winner: Colour | null;
  clause: string | null;
  next_first_move?: Colour | null;
  moves: string[];
  duty: { clause: string; text: string } | null;
  options: { white: Right[]; black: Right[]; umpire: Right[] };
  rulings: Ruling[];
  clock: Clock | null;
  record: Written | null;
  refused: { clause: string | null; why: string } | null;
}

export interface TimeLimit {
  by: { moves: number; seconds: number }[];
  then?: { moves: number; seconds: number };
  close_of_play?: number;
}

export interface Odds {
  giver: Colour;
  men: string[];
  moves: number;
}

/** The header of a record. */
export interface Header {
  code: Code;
  mode?: "board" | "communication";
  start?: string;
  odds?: Odds;
  undertakings?: unknown[];
  time_limit?: TimeLimit;
  reply_hours?: number;
  sides?: { white: string[]; black: string[] };
  scheduled?: boolean;
  previous?: { first_move: Colour; status: string };
  agreements?: Record<string, unknown>;
  guard?: boolean;
}

export const CODES: Code[] = ["xxv", "bca-1862", "bcc-1896", "bcc-1899", "fide-1931"];

export const other = (colour: Colour): Colour => (colour === "white" ? "black" : "white");
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The act inside a right, without what is said about it: what is sent back. */
export function actOf(right: Right): Act {
  const { then: _then, lapses: _lapses, ...rest } = right;
  // A waiver names its clause itself and a communication its text; everything else only carries them as remarks.
  if (rest.act !== "waive") delete rest.clause;
  if (rest.act !== "send") delete rest.text;
  return rest;
}
