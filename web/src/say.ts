/* How is something said to the one who reads it? Sentences about White and Black, addressed to "you" where it is you. */
import { capital, other, type Party, type Written } from "./record.js";

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

const VERBS: Record<string, string> = { has: "have", is: "are", was: "were", does: "do" };
/** Words after a player's name that change with the person; "White and Black" or "White to play" are left alone. */
const UNCHANGED = /^(must|may|can|cannot|could|did|win|should|would|will|had|touched|moved|played|made|took|said|resigned|left|gave)$/;

function verb(word: string): string | null {
  if (UNCHANGED.test(word)) return word;
  if (VERBS[word]) return VERBS[word];
  if (!/^[a-z]{3,}s$/.test(word) || /ss$/.test(word)) return null;
  if (/ies$/.test(word)) return `${word.slice(0, -3)}y`;
  return /(ch|sh|ss|x)es$/.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/** As people read it: "f1–f3" for "f1f3", apostrophes and quotation marks for the signs that stand for them in a record, and the men with
    their capitals; what somebody said is left as he said it. */
export const typeset = (text: string): string =>
  text
    .replace(/"([^"]*)"/g, "“$1”")
    .replace(/\b([a-h][1-8])([a-h][1-8])([qrbnp])?\b/g, (_, from: string, to: string, becomes?: string) => `${from}–${to}${becomes ? `=${becomes.toUpperCase()}` : ""}`)
    .replace(/“[^”]*”|\b(?:king|queen|rook|bishop|knight|pawn)s?\b/g, (found) => capital(found))
    .replace(/(\p{L})'/gu, "$1’");

const PRONOUNS: Record<string, string> = { his: "your", him: "you", himself: "yourself" };
/** Who is named, what he does, and for whom "he" stands; where the opponent may do something it is he from there on. "His" can stand
    alone: "no Rook of his stands there". */
const PERSONS = /\b(?:(of|by|to|against|from) )?(White|Black)(’s)?\b(?: ([a-z]+))?|\bopponent (?:may|can)\b|\b(and|but|or) (has|is|was|does|gives|annoys)\b|\b(?:(he)\b(?: ([a-z]+))?|(his)(?=[.,;:)]|$| (?:stands|can|has|is|was|may|must|on|that|which)\b)|(his|him|himself)\b)|:/g;

/** "White touches e2" to him who has White: "You touch e2". Whoever has both sides, or none, reads it as it stands. `ofYou`: it is
    about him who reads it, even where it names nobody. */
export function toYou(told: string, parties: readonly Party[] | undefined, ofYou = false): string {
  const text = typeset(told);
  const own = parties?.filter((party) => party === "white" || party === "black") ?? [];
  if (own.length !== 1) return text;
  const me = capital(own[0]!);
  // Where nobody else is named, "he" is he of whom it speaks; where somebody is, only until then.
  let he = ofYou || (text.includes(me) && !text.includes(capital(other(own[0]!))));
  let alone = true;
  /** What has been said last has me for its subject. */
  let doing = false;
  type Found = (string | undefined)[];
  const said = text.replace(PERSONS, (whole: string, ...[at, name, owns, next, joint, goesOn, subject, does, owner, pronoun]: Found) => {
    if (name === me) {
      const before = at ? `${at} ` : "";
      const after = next ? ` ${next}` : "";
      if (owns) return `${before}your${after}`;
      if (at) return `${before}${at === "of" ? "yours" : "you"}${after}`;
      const second = next ? verb(next) : null;
      if (!second) return whole;
      he ||= alone;
      doing = true;
      return `you ${second}`;
    }
    if (joint) return doing ? `${joint} ${verb(goesOn!)}` : whole;
    if (subject) return he ? (does ? `you ${verb(does) ?? does}` : "you") : whole;
    if (owner) return he ? "yours" : whole;
    if (pronoun) return he ? PRONOUNS[pronoun]! : whole;
    doing = false;
    if (whole !== ":") he = alone = false;
    return whole;
  });
  return capital(said);
}

/** "one move", "3 moves". */
export const count = (n: number, one: string, many = `${one}s`): string => (n === 1 ? `one ${one}` : `${n} ${many}`);

/** "Ann", "Ann and Amy", "Ann, Amy and Bob". */
export const listed = (names: string[], word = "and"): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}`;

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
  return /[.!?”"]$/.test(whole) ? whole : `${whole}.`;
};

/** A written move for the ear. The British record in full is words already; of algebraic, man and squares are named. */
export function aloud({ full, algebraic, uci }: Written): string {
  if (/[a-z]{4}/.test(full)) return full;
  const named = (letter: string) => NAMES[letter.toLowerCase() as Kind];
  const [, san, becomes, mark] = /^([^=+#]*)(?:=([A-Z]))?([+#]?)/.exec(algebraic)!;
  const move = san!.startsWith("O-O")
    ? `castles on the ${san === "O-O" ? "King" : "Queen"}’s side`
    : `${named(/^[KQRBN]/.exec(san!)?.[0] ?? "p")} ${uci.slice(0, 2)} ${san!.includes("x") ? "takes" : "to"} ${uci.slice(2, 4)}`;
  return `${move}${becomes ? `, becomes a ${named(becomes)}` : ""}${mark === "#" ? ", mate" : mark === "+" ? ", check" : ""}`;
}
