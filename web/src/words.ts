/* What is each code called, and what is different about playing under it? The page's own words about the codes. */
import type { GameView } from "./api.js";
import { capital, other, type Colour, type Party, type State } from "./record.js";
import { listed } from "./say.js";

export interface CodeWords {
  short: string;
  name: string;
  /** Two lines: what a player will notice. */
  lines: [string, string];
}

const CODE_WORDS: Record<string, CodeWords> = {
  xxv: {
    short: "XXV",
    name: "The Twenty-five Laws",
    lines: [
      "A check nobody announces may be ignored, and a false move may be left standing against you.",
      "Say “check” aloud: silence costs you the attack.",
    ],
  },
  "bca-1862": {
    short: "1862",
    name: "British Chess Association",
    lines: [
      "A Pawn on the last rank may remain a Pawn, which can save a lost game.",
      "Touch a man that cannot move and your King must; check has to be announced.",
    ],
  },
  "bcc-1896": {
    short: "1896",
    name: "British Chess Code",
    lines: [
      "Three penalties, A, B and C, exacted at the opponent’s choice before he touches a man.",
      "An illegal move does not end your turn: it can be taken back, at a price.",
    ],
  },
  "bcc-1899": {
    short: "1899",
    name: "British Chess Code, revised",
    lines: [
      "Penalties A, B and C as in 1896, with equity for boards found wrongly set up.",
      "The most complete of the old codes: most of what can go wrong has its own law.",
    ],
  },
  "fide-1931": {
    short: "1931",
    name: "F.I.D.E. 1931",
    lines: [
      "Touch and move, but a touched man that cannot move costs nothing.",
      "No draw by agreement before Black’s thirtieth move; the clock forgives nobody.",
    ],
  },
  "fide-2023": {
    short: "2023",
    name: "FIDE, the laws of today",
    lines: [
      "Touch and move; the clock is pressed after each move, and only then is the move complete.",
      "An illegal move gives your opponent two minutes; the second one loses.",
    ],
  },
};

/** What the page says about a code; of one it has never heard, its name. */
export const codeWords = (code: string): CodeWords =>
  CODE_WORDS[code] ?? { short: code.replace(/^.*-/, ""), name: code, lines: ["", ""] };

/** How a game stands, in a line: whose turn it is, or how it ended. */
export function ending(state: State, parties: readonly Party[] = []): string {
  const own = parties.filter((party) => party === "white" || party === "black");
  const me = own.length === 1 ? own[0] : null;
  switch (state.status) {
    case "won":
      if (state.winner && me) return state.winner === me ? "You have won" : "You have lost";
      return state.winner ? `${capital(state.winner)} has won` : "The game is won";
    case "drawn":
      return "The game is drawn";
    case "annulled":
      return state.next_first_move
        ? `The game is annulled; ${capital(state.next_first_move)} begins the next`
        : "The game is annulled";
    case "lost-by-both":
      return "The game is lost by both";
    case "adjourned":
      return "The game is adjourned";
    case "suspended":
      return parties.length === 1 && parties[0] === "umpire" ? "Play is suspended until you decide" : "Play is suspended until the umpire decides";
    case "in-play":
      if (state.turn === me) return "Your turn";
      if (state.made === null || state.made === state.turn) return `${capital(state.turn)} to play`;
      return state.made === me ? "Your move is not complete yet" : `${capital(state.turn)} to play; ${capital(state.made)} has still to press the clock`;
    default:
      return `The game is ${String(state.status).replaceAll("-", " ")}`;
  }
}

/** In these play goes on, or will. */
const GOING = new Set<State["status"]>(["in-play", "adjourned", "suspended"]);
export const isOver = (state: Pick<State, "status">): boolean => !GOING.has(state.status);

/** Whether it is for him who looks to play; of two at one screen it is nobody's more than the other's. */
export const isYourTurn = ({ settings, state, you }: GameView): boolean =>
  state.status === "in-play" && you.role === "player" && settings.opponent !== "here" && you.parties.includes(state.turn);

/** Who has these men: his name, or the colour of whoever gave none. */
export function playerOf(view: GameView, side: Colour): string {
  if (view.settings.opponent === "here") return capital(side);
  return listed(view.seats.flatMap((seat) => (seat.party === side && seat.name ? seat.name : []))) || capital(side);
}

/** What a game is called. */
export function titleOf(view: GameView): string {
  if (view.title) return view.title;
  if (view.settings.opponent === "here") return "Both at one screen";
  const sides = ["white", "black"] as const;
  const empty = sides.find((side) => {
    const chairs = view.seats.filter((seat) => seat.party === side);
    return chairs.length > 0 && chairs.every((seat) => !seat.taken && !seat.name);
  });
  const called = (side: Colour) => {
    const name = playerOf(view, side);
    return name === capital(side) && view.you.parties.includes(side) ? "You" : name;
  };
  return empty ? `${called(other(empty))} and an empty chair` : sides.map(called).join(" – ");
}

/** "1 h 04", "3:09", "0:58.4": short, and steady in width. */
export function clockTime(seconds: number, tenths = false): string {
  const negative = seconds < 0;
  const left = Math.abs(seconds);
  const hours = Math.floor(left / 3600);
  const minutes = Math.floor(left / 60) % 60;
  const rest = Math.floor(left) % 60;
  const two = (n: number) => String(n).padStart(2, "0");
  const text =
    hours > 0
      ? `${hours}:${two(minutes)}:${two(rest)}`
      : tenths && left < 20
        ? `0:${two(rest)}.${Math.floor((left * 10) % 10)}`
        : `${minutes}:${two(rest)}`;
  return negative ? `−${text}` : text;
}

/** When the reply is due, in a game by post: so long after the last move arrived, leave not counted. */
export function replyDue({ header, log, started_ms, settings, state }: GameView): number | null {
  if (header.mode !== "communication" || !header.reply_hours || started_ms === null || state.status !== "in-play") return null;
  const last = log.findLast((entry) => entry.record);
  let due = started_ms + (last?.act.at ?? 0) * 1000 + header.reply_hours * 3_600_000;
  for (const { from_ms, until_ms } of settings.vacation.agreed) if (due > from_ms) due += until_ms - from_ms;
  return due;
}

/** "in two days", "3 minutes ago". */
export function ago(ms: number, now = Date.now()): string {
  const format = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  const seconds = (ms - now) / 1000;
  const size = Math.abs(seconds);
  if (size < 60) return format.format(Math.round(seconds), "second");
  if (size < 3600) return format.format(Math.round(seconds / 60), "minute");
  if (size < 86_400) return format.format(Math.round(seconds / 3600), "hour");
  return format.format(Math.round(seconds / 86_400), "day");
}
