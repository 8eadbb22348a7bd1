/* What goes in and comes out, in the words of the game record. Fields may be added to it; none is renamed. */

/** A code of laws: those that `codes()` lists. */
export type Code = "xxv" | "bca-1862" | "bcc-1896" | "bcc-1899" | "fide-1931" | "fide-2023" | (string & {});
export type Colour = "white" | "black";
export type Party = Colour | "umpire" | "timekeeper";
/** Who is looking: the arbiter sees everything, a player his own rights, a spectator none. */
export type Eye = "arbiter" | Colour | "spectator";
export type Status = "in-play" | "adjourned" | "suspended" | "won" | "drawn" | "annulled" | "lost-by-both";

/** What was settled before play; the rest of its fields are those of the game record's header. */
export interface Header {
  code: Code;
  mode?: "board" | "communication";
  start?: string;
  guard?: boolean;
  [field: string]: unknown;
}

/** Something done at the board: `{ by: "white", act: "touch", square: "f1" }`. An option can be given back as it stands. */
export interface Act {
  by: Party;
  act: string;
  at?: number;
  [field: string]: unknown;
}

export interface Ruling {
  clause: string;
  party: Party | null;
  text: string;
  /** The text as it is said to the player who looks (`as`), where it speaks of him. */
  you?: string;
}

/** What would follow from using a right. */
export interface Then {
  board: string;
  turn: Colour;
  moves: string[];
  status: Status;
  winner: Colour | null;
}

/** A right now open: an act, with the clause that gives it and what would follow. */
export interface Option extends Act {
  clause: string;
  text: string;
  /** It ends as soon as he who has it touches a man. */
  lapses?: boolean;
  then: Then;
}

/** The state of a game after an act. */
export interface State {
  seq: number;
  /** FEN of the men as they now stand. */
  board: string;
  turn: Colour;
  status: Status;
  winner: Colour | null;
  clause: string | null;
  next_first_move: Colour | null;
  /** What the player on turn may play without breaking the law, in UCI. */
  moves: string[];
  /** Why that is less than all legal moves. */
  duty: { clause: string; text: string; you?: string } | null;
  options: { white: Option[]; black: Option[]; umpire: Option[] };
  rulings: Ruling[];
  /** Seconds used, and under today's time controls what is left and what was added. */
  clock: {
    white: number;
    black: number;
    running: Colour | null;
    left: ForEach<number> | null;
    added: ForEach<number> | null;
  } | null;
  record: { uci: string; descriptive: string; algebraic: string; full: string } | null;
  refused: { clause: string | null; why: string; you?: string } | null;
  /** Whose move has been made on the board and not yet completed by pressing the clock. */
  made: Colour | null;
  /** Illegal moves completed by each, where the code counts them. */
  illegal: ForEach<number> | null;
  /** The points of each, where the game has ended under a code that gives them. */
  score: ForEach<number> | null;
}

/** Something said of each player. */
export interface ForEach<T> {
  white: T;
  black: T;
}

/** One record before several codes. */
export interface Judged {
  codes: Record<Code, { states: State[]; stopped: { act: number; detail: string } | null }>;
}

export interface CodeBriefly {
  code: Code;
  title: string;
  year: number | null;
  clauses: number;
}

export interface Clause {
  code: Code;
  clause: string;
  heading: string;
  gist: string;
  disposition: string;
  reason: string | null;
  parts: { gist: string; disposition: string; reason: string | null }[];
  questions: { question: string; title: string; answer: string }[];
  /** What rests on it besides. */
  rules: { question: string; what: string }[];
  readings: NumberedReading[];
}

export interface NumberedReading {
  reading: string;
  question: string;
  choice: string;
  why: string;
}

export interface Comparison {
  question: string;
  title: string;
  tables: { title: string; codes: Record<Code, { answer: string; authority: string[]; reading: boolean }> }[];
  /** What is ruled by single clauses. */
  rules: { what: string; codes: Code[]; clause: string }[];
}

/** Which legal moves a text can express. */
export interface Reading {
  /** In UCI; several where the text leaves it open. */
  moves: string[];
  /** What was understood. */
  reading: string | string[] | null;
  /** What had to be supposed. */
  remarks?: string[];
  /** Where the text is not understood. */
  error?: { span: [number, number]; found: string; expected: string };
}

/** A game found on a printed page, with every doubt about it. */
export interface Converted {
  tags: Record<string, string>;
  /** FEN of the position it starts from, where that is not the ordinary one. */
  start: string | null;
  /** In UCI. */
  moves: string[];
  result: string;
  /** Read throughout, with nothing tied, faulty, repaired or odd. */
  clean: boolean;
  doubts: string[];
  pgn: string;
}

export interface Move {
  uci: string;
  san: string;
}

export interface BoardState {
  fen: string;
  turn: Colour;
  check: boolean;
  checkmate: boolean;
  stalemate: boolean;
  insufficient_material: boolean;
  /** How often this position has stood, itself included. */
  repetitions: number;
  may_claim_fifty_moves: boolean;
  may_claim_repetition: boolean;
  outcome: { termination: string; winner: Colour | null; result: "1-0" | "0-1" | "1/2-1/2" } | null;
}

/** A game of an audited text. */
export interface AuditedGame {
  file: string;
  /** Of its first byte, the text being UTF-8. */
  byte: number;
  /** From 1. */
  game: number;
  /** Start, moves and players: two games of one audit that share it are one. */
  hash: string;
  plies: number;
  start: "ordinary" | "odds" | "set-up";
  event: string;
  year: number | null;
  white: string;
  black: string;
  result: "1-0" | "0-1" | "1/2-1/2" | "*";
}

/** Something irregular in one game. */
export type Finding = {
  file: string;
  byte: number;
  game: number;
  /** Half-moves made when it arises. */
  ply: number;
  /** Nothing where no law is asked. */
  code: Code | null;
  clause: string | null;
  /** The position at that moment. */
  fen: string | null;
} & (
  | { kind: "illegal-move"; text: string; allowed: { clause: string; text: string }[] }
  | { kind: "claimable"; ground: "repetition" | "fifty-moves" }
  | { kind: "passed-over"; end: "checkmate" | "stalemate" | "dead-position" | "fivefold" | "seventy-five" }
  | { kind: "result"; why: "mate-not-scored" | "stalemate-scored" | "time-loss-unwinnable" | "tag-text-conflict" | "comment-conflict" }
  | { kind: "early-agreement" }
  | { kind: "clock"; text: string; why: string }
  | { kind: "duplicate"; of: number; of_file: string }
  | { kind: "damaged"; why: string }
);

/** What an audit found. */
export interface Audited {
  games: AuditedGame[];
  findings: Finding[];
}
