/* What is heard of these acts? Men, a word, an offence, the end, and that it is one's turn. */
import type { Entry, GameView } from "../api.js";
import { menOf } from "../fen.js";
import type { Party } from "../record.js";
import type { Sound } from "../sound.js";
import { isOver } from "../words.js";
import { givesCheck } from "./preview.js";
import { quiet } from "./quiet.js";

/** `start`: the position the game began with. `mine`: it is this viewer's turn now. */
export function heard(entries: Entry[], view: GameView, start: string, mine: boolean): Sound[] {
  const silent = quiet(view.log);
  const sounds: Sound[] = [];
  const men = (fen: string | null) => menOf(fen).size;
  for (const entry of entries) {
    const { act, board, record, refused, seq } = entry;
    const at = view.log.indexOf(entry);
    const before = at > 0 ? view.log[at - 1]!.board : start;
    if (record || (act.act === "move" && !refused)) sounds.push(board !== null && men(board) < men(before) ? "capture" : "move");
    if (/check|mate/i.test(String(act.say ?? act.words ?? "")) || (view.header.guard && givesCheck(record))) sounds.push("check");
    if (refused || (act.act === "move" && !record && !silent.has(seq))) sounds.push("offence");
  }
  const another = (entry: Entry) => entry.record && !(view.you.parties as Party[]).includes(entry.act.by);
  if (isOver(view.state)) sounds.push("over");
  else if (mine && entries.some(another)) sounds.push("turn");
  return sounds;
}
