/* How is something said to the one who reads it? What the law says to a player it says itself; here it is made fit to be read. */
import { capital, type Colour, type Party } from "./record.js";

export type Kind = "k" | "q" | "r" | "b" | "n" | "p";

export const NAMES: Record<Kind, string> = {
  k: "King",
  q: "Queen",
  r: "Rook",
  b: "Bishop",
  n: "Knight",
  p: "Pawn",
};

/** "white Knight", as it is read aloud. */
export function manName(letter: string): string {
  const kind = letter.toLowerCase() as Kind;
  return `${letter === kind ? "black" : "white"} ${NAMES[kind]}`;
}

/** From one square to another: the word joiner keeps both on one line. */
export const TO = "–\u2060";

/** As people read it: "f1–f3" for "f1f3", apostrophes and quotation marks for the signs that stand for them in a record, and the men with
    their capitals; what somebody said is left as he said it. */
export const typeset = (text: string): string =>
  text
    .replace(/"([^"]*)"/g, "“$1”")
    .replace(/\b([a-h][1-8])([a-h][1-8])([qrbnp])?\b/g, (_, from: string, to: string, becomes?: string) => `${from}${TO}${to}${becomes ? `=${becomes.toUpperCase()}` : ""}`)
    .replace(/“[^”]*”|\b(?:king|queen|rook|bishop|knight|pawn)s?\b/g, (found) => capital(found))
    .replace(/(\p{L})'/gu, "$1’");

/** The one player whom a text can address; whoever has both sides, or none, reads of White and Black. */
export function reader(parties: readonly Party[] | undefined): Colour | null {
  const own = (parties ?? []).filter((party): party is Colour => party === "white" || party === "black");
  return own.length === 1 ? own[0]! : null;
}

/** What the law says, as it is said to him who reads it: the server sends both. */
export const told = ({ text, why, you }: { text?: string | undefined; why?: string; you?: string | undefined }): string => typeset(you ?? text ?? why ?? "");

/** "one move", "3 moves". */
export const count = (n: number, one: string, many = `${one}s`): string => (n === 1 ? `one ${one}` : `${n} ${many}`);

/** What somebody wrote, as a part of a line: written from right to left, it turns nothing beside it. */
export const inLine = (text: string): string => (/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(text) ? `\u2068${text}\u2069` : text);

/** "Ann", "Ann and Amy", "Ann, Amy and Bob". */
export const listed = ([...names]: string[], word = "and"): string => {
  const last = inLine(names.pop() ?? "");
  return names.length > 0 ? `${names.map(inLine).join(", ")} ${word} ${last}` : last;
};

const bare = (text: string): string => text.toLowerCase().replace(/[’']/g, "").replaceAll("-", " ");
/** What people put around the word they look for. */
const AROUND = new Set(["what", "is", "a", "an", "the", "are", "of", "how", "do", "i", "does", "mean", "rule", "to", "in"]);

/** Whether a text speaks of what somebody looks for: each of his words begins a word of it, in whatever order. */
export function speaksOf(text: string, wanted: string): boolean {
  const all = bare(wanted).split(/[^\p{L}\d.()]+/u).filter(Boolean);
  const telling = all.filter((word) => !AROUND.has(word));
  const within = `${bare(text)} ${bare(text.replaceAll("-", ""))}`;
  const begins = (word: string) => new RegExp(`(?<![\\p{L}\\d])${word.replace(/[.()]/g, "\\$&")}`, "u").test(within);
  return (telling.length > 0 ? telling : all).every(begins);
}

/** A sentence with its capital and its stop. */
export const sentence = (text: string): string => {
  const whole = capital(typeset(text.trim()));
  return /[.!?][”"]?$/.test(whole) ? whole : `${whole}.`;
};

