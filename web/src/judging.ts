/* Who judges an incident? The law in the page where it is at hand, at once; else the server, unless it is gone or has no time. */
import { api, Problem, type Judged, type Reading } from "./api.js";
import { codes } from "./codes.js";
import { engine, sameLaw, type Engine } from "./engine.js";
import type { Incident } from "./incident.js";

/** Loaded beside the second question: who asks once need not wait for it to come down, who asks twice will ask again. */
let ready: Engine | null = null;
let asked = 0;

async function prepare() {
  if (++asked !== 2) return;
  const own = await engine();
  if (own && (await sameLaw())) ready = own;
}

/** The server cannot be reached, has too much to do, or has been asked too often. */
const HAS_NO_TIME = [0, 503, 429];

/** The incident as a record: whose code stands in its header makes no difference to a judgement by all. */
async function recordOf({ start, acts }: Incident): Promise<string> {
  const code = await codes.all().then((all) => all[0]?.code, () => "xxv");
  return [{ code, start }, ...acts].map((line) => JSON.stringify(line)).join("\n");
}

export async function judge(incident: Incident, signal?: AbortSignal): Promise<Judged> {
  if (ready) return ready.judge(await recordOf(incident));
  void prepare();
  const { start, acts } = incident;
  try {
    return await api.judge({ header: { start }, acts }, signal);
  } catch (error) {
    const own = error instanceof Problem && HAS_NO_TIME.includes(error.status) && (await sameLaw()) ? await engine() : null;
    if (!own) throw error;
    return own.judge(await recordOf(incident));
  }
}

/** What a text means, without a server. */
export async function readHere(text: string, fen: string): Promise<Reading> {
  const own = ready ?? (await engine());
  if (!own) throw new Problem(0, "unreachable", "The server cannot be reached.");
  const { moves, reading, remarks = [], error } = own.read(text, { fen });
  const board = own.board(fen);
  try {
    return {
      text,
      understood: reading !== null,
      moves: board
        .moves()
        .filter((move) => moves.includes(move.uci))
        .map(({ uci, san }) => ({ uci, algebraic: san, descriptive: san, full: san })),
      count: moves.length,
      remarks,
      problem: error ? `\`${error.found}\` is not understood: expected ${error.expected}` : null,
      span: error?.span ?? null,
    };
  } finally {
    board.close();
  }
}
