/* What can be taken home from a table? The record of everything that happened, or the game as PGN, as a file. */
import { api } from "../api.js";
import type { LiveGame } from "../live.js";
import { LocalGame } from "../local.js";

export type Paper = "record" | "pgn";

/** Hands the file to the browser. */
export async function takeHome(live: LiveGame | LocalGame, what: Paper): Promise<void> {
  const blob = live instanceof LocalGame ? new Blob([what === "pgn" ? await live.pgn() : live.record()]) : await api.download(live.id, what);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `jadoube-${live.id}.${what === "pgn" ? "pgn" : "jsonl"}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
