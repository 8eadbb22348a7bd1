/* Where does each man stand? FEN to squares and back, and the few facts about squares that drawing needs. */
import type { Colour, Header, Odds } from "./record.js";

export type Square = string;
export type Men = Map<Square, string>;

export const ORDINARY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
export const FILES = "abcdefgh";

export const square = (file: number, rank: number): Square => FILES.charAt(file) + (rank + 1);
export const fileOf = (at: Square): number => at.charCodeAt(0) - 97;
export const rankOf = (at: Square): number => at.charCodeAt(1) - 49;
export const isSquare = (word: string): boolean => /^[a-h][1-8]$/.test(word);

/** All squares in reading order from one side of the board. */
export function squaresFrom(side: Colour): Square[] {
  const all: Square[] = [];
  for (let row = 0; row < 8; row++) {
    for (let column = 0; column < 8; column++) {
      all.push(side === "white" ? square(column, 7 - row) : square(7 - column, row));
    }
  }
  return all;
}

/** The men of a FEN. What is not a board gives an empty one: the server judges positions, the page only draws them. */
export function menOf(fen: string | null | undefined): Men {
  const men: Men = new Map();
  const rows = (fen ?? "").split(" ")[0]!.split("/");
  if (rows.length !== 8) return men;
  rows.forEach((row, down) => {
    let file = 0;
    for (const letter of row) {
      if (/[1-8]/.test(letter)) file += Number(letter);
      else if (/[prnbqk]/i.test(letter) && file < 8) men.set(square(file++, 7 - down), letter);
    }
  });
  return men;
}

/** The first field of a FEN. */
export function placement(men: Men): string {
  const rows: string[] = [];
  for (let rank = 7; rank >= 0; rank--) {
    let row = "";
    let empty = 0;
    for (let file = 0; file < 8; file++) {
      const man = men.get(square(file, rank));
      if (man === undefined) {
        empty++;
        continue;
      }
      row += (empty > 0 ? String(empty) : "") + man;
      empty = 0;
    }
    rows.push(row + (empty > 0 ? String(empty) : ""));
  }
  return rows.join("/");
}

export const colourOf = (man: string): Colour => (man === man.toUpperCase() ? "white" : "black");

/** A whole FEN from men as they stand; castling wherever King and Rook are at home. */
export function fenOf(men: Men, turn: Colour, castling?: string): string {
  const at = (where: Square, letter: string) => men.get(where) === letter;
  const rights =
    castling ??
    ((at("e1", "K") && at("h1", "R") ? "K" : "") +
      (at("e1", "K") && at("a1", "R") ? "Q" : "") +
      (at("e8", "k") && at("h8", "r") ? "k" : "") +
      (at("e8", "k") && at("a8", "r") ? "q" : ""));
  return `${placement(men)} ${turn === "white" ? "w" : "b"} ${rights || "-"} - 0 1`;
}

/** Where a man given as odds stands when only its kind is named: the King's Bishop's Pawn, of the pieces the Queen's. */
const GIVEN: Record<string, string> = { pawn: "f", knight: "b", bishop: "c", rook: "a", queen: "d" };

/** The squares of the men given as odds. */
export function givenSquares({ giver, men = [] }: Odds): Square[] {
  const [home, pawns] = giver === "white" ? ["1", "2"] : ["8", "7"];
  return men.map((man) => (isSquare(man) ? man : GIVEN[man]! + (man === "pawn" ? pawns : home)));
}

/** The position a game begins from. */
export function startOf(header: Header): string {
  if (header.start) return header.start;
  if (!header.odds) return ORDINARY;
  const men = menOf(ORDINARY);
  for (const at of givenSquares(header.odds)) men.delete(at);
  return `${placement(men)} w KQkq - 0 1`;
}

const ORDER = "qrbnp";

/** What each side has lost since the start, heaviest first: letters of the men. A promoted Pawn counts as lost. */
export function taken(men: Men, start: Men): { white: string[]; black: string[] } {
  const lost = { white: [] as string[], black: [] as string[] };
  for (const letter of ORDER) {
    for (const side of ["white", "black"] as const) {
      const own = side === "white" ? letter.toUpperCase() : letter;
      const count = (where: Men) => [...where.values()].filter((man) => man === own).length;
      for (let n = count(men); n < count(start); n++) lost[side].push(own);
    }
  }
  return lost;
}

/** The castling meant by a King set down on his own Rook, where it is among these moves. */
export function castlingOnto(men: Men, moves: string[], from: Square, to: Square): string | null {
  const [king, rook] = [men.get(from), men.get(to)];
  if (king?.toLowerCase() !== "k" || rook?.toLowerCase() !== "r" || colourOf(king) !== colourOf(rook)) return null;
  const way = Math.sign(fileOf(to) - fileOf(from));
  return moves.find((uci) => uci.startsWith(from) && fileOf(uci.slice(2, 4)) - fileOf(from) === 2 * way) ?? null;
}

/** The square of a side's King. */
export function kingOf(men: Men, side: Colour): Square | null {
  const letter = side === "white" ? "K" : "k";
  for (const [at, man] of men) if (man === letter) return at;
  return null;
}

/** Where the Rook goes that castles with its King. */
const CASTLING: Record<string, [from: Square, to: Square]> = {
  e1g1: ["h1", "f1"],
  e1c1: ["a1", "d1"],
  e8g8: ["h8", "f8"],
  e8c8: ["a8", "d8"],
};

/** The men as they will probably stand after a move: only until it is known. `legal`: it is among those the player may play. */
export function afterMove(before: Men, uci: string, legal: boolean): Men {
  const men = new Map(before);
  const [from, to, becomes] = [uci.slice(0, 2), uci.slice(2, 4), uci.slice(4)];
  const letter = men.get(from);
  if (!letter) return men;
  // Taken in passing: the Pawn beside goes.
  if (letter.toLowerCase() === "p" && from[0] !== to[0] && !men.has(to) && legal) men.delete(to[0]! + from[1]!);
  men.delete(from);
  men.set(to, becomes ? (colourOf(letter) === "white" ? becomes.toUpperCase() : becomes) : letter);
  const rook = letter.toLowerCase() === "k" ? CASTLING[uci] : undefined;
  if (rook && men.get(rook[0])?.toLowerCase() === "r" && !men.has(rook[1])) {
    men.set(rook[1], men.get(rook[0])!);
    men.delete(rook[0]);
  }
  return men;
}
