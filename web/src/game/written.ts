/* How is a move read here? In the notation and letters this person likes, and aloud. */
import type { Written } from "../record.js";
import { NAMES, typeset, type Kind } from "../say.js";
import type { Settings } from "../settings.js";

/** Letters of King, Queen, Rook, Bishop and Knight. */
export const LETTERS: Record<Settings["language"], [name: string, letters: string]> = {
  en: ["English", "KQRBN"],
  figurine: ["Figurines", "♔♕♖♗♘"],
  de: ["Deutsch", "KDTLS"],
  fr: ["Français", "RDTFC"],
  es: ["Español", "RDTAC"],
  it: ["Italiano", "RDTAC"],
  pt: ["Português", "RDTBC"],
  nl: ["Nederlands", "KDTLP"],
  sv: ["Svenska", "KDTLS"],
  pl: ["Polski", "KHWGS"],
  cs: ["Čeština", "KDVSJ"],
  hu: ["Magyar", "KVBFH"],
};

/** The algebraic of a code as it is written today, whatever the code's own age: # for the x after a mate, N for Kt, x for :, = before a
    promotion. */
export function modern(algebraic: string, language: Settings["language"] = "en"): string {
  const plain = algebraic
    .replace(/x$/, "#")
    .replace(/Kt/g, "N")
    .replaceAll(":", "x")
    .replaceAll("0", "O")
    .replace(/([a-h][18])[=(/]?([QRBN])\)?/, "$1=$2");
  const letters = [...LETTERS[language][1]];
  return language === "en" ? plain : plain.replace(/[KQRBN]/g, (letter) => letters["KQRBN".indexOf(letter)]!);
}

/** A move in the notation this person reads. */
export function inStyle(written: Written, { notation, language }: Pick<Settings, "notation" | "language">): string {
  if (notation === "modern") return modern(written.algebraic, language);
  return typeset(written[notation] || written.algebraic);
}

const named = (letter: string) => NAMES[letter.toLowerCase() as Kind];

/** For the ear. The British record in full is words already; of algebraic, man and squares are named. */
export function aloud({ full, algebraic, uci }: Written): string {
  if (/[a-z]{4}/.test(full)) return full;
  const [, san, becomes, mark] = /^([^=+#]*)(?:=([A-Z]))?([+#]?)/.exec(modern(algebraic))!;
  const move = san!.startsWith("O-O")
    ? `castles on the ${san === "O-O" ? "King" : "Queen"}’s side`
    : `${named(/^[KQRBN]/.exec(san!)?.[0] ?? "p")} ${uci.slice(0, 2)} ${san!.includes("x") ? "takes" : "to"} ${uci.slice(2, 4)}`;
  return `${move}${becomes ? `, becomes a ${named(becomes)}` : ""}${mark === "#" ? ", mate" : mark === "+" ? ", check" : ""}`;
}
