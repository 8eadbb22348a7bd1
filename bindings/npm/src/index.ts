/* The laws of chess, executable, in a browser or in Node. `await load()` once; everything after it answers at once, but for
   `convert`, which fetches a module of its own. */
import type {
  Act,
  Audited,
  BoardState,
  Clause,
  Code,
  CodeBriefly,
  Comparison,
  Converted,
  Eye,
  Header,
  Judged,
  Move,
  NumberedReading,
  Reading,
  State,
} from "./types.js";

export type * from "./types.js";

/** What `fetch` gives: as much of it as is needed here. */
export interface Fetched {
  readonly ok: boolean;
  readonly url: string;
  readonly status: number;
  readonly statusText: string;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Where the WebAssembly comes from, where it is not the file beside this one; `object` is a `WebAssembly.Module`. */
export type Source = string | { readonly href: string } | Fetched | PromiseLike<Fetched> | ArrayBuffer | ArrayBufferView | object;

/** What was asked cannot be answered: what is wrong, and for a record on which line. Nothing has changed. */
export class JadoubeError extends Error {
  override name = "JadoubeError";
  constructor(
    message: string,
    readonly line: number | null = null,
  ) {
    super(message);
  }
}

interface Exports {
  memory: WebAssembly.Memory;
  request(length: number): number;
  answer(): number;
  answered(): number;
}

/** A file, in Node and what is like it. Nothing is imported for it, so that bundlers for browsers find nothing to miss. */
async function fromDisk(place: URL): Promise<BufferSource> {
  type Files = { readFile(place: URL): Promise<BufferSource> };
  const host = (globalThis as { process?: { getBuiltinModule?(name: string): Files } }).process;
  const files = host?.getBuiltinModule?.("node:fs/promises");
  if (!files) throw new JadoubeError(`${place}: files are read in Node 20.16 or later`);
  return files.readFile(place);
}

async function compile(source: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source as BufferSource);
  let response: Fetched;
  if (typeof source === "string" || source instanceof URL) {
    const place = new URL(source, import.meta.url);
    if (place.protocol === "file:") return WebAssembly.compile(await fromDisk(place));
    response = await fetch(place);
  } else {
    response = await (source as Fetched | PromiseLike<Fetched>);
    if (typeof response?.arrayBuffer !== "function") {
      throw new JadoubeError(`load(): expected an address, a response, bytes or a module, not ${String(response)}`);
    }
  }
  if (!response.ok) throw new JadoubeError(`${response.url}: ${response.status} ${response.statusText}`);
  // A server that does not know the media type of WebAssembly still gives the bytes.
  return WebAssembly.compile(await response.arrayBuffer());
}

async function opened(module: WebAssembly.Module): Promise<Exports> {
  return (await WebAssembly.instantiate(module, {})).exports as unknown as Exports;
}

/**
 * Loads the engine. Without a source it takes `jadoube.wasm` beside this file. `converter` is the source of the module that
 * `convert` fetches when it is first called, where that is not `jadoube-convert.wasm` beside this file.
 */
export async function load(
  source: Source = new URL("./jadoube.wasm", import.meta.url),
  { converter = new URL("./jadoube-convert.wasm", import.meta.url) }: { converter?: Source } = {},
): Promise<Jadoube> {
  return new Jadoube(await opened(await compile(source)), converter);
}

/** Loads the reader of archives, a module of its own. Without a source it takes `jadoube-audit.wasm` beside this file. */
export async function loadAuditor(source: Source = new URL("./jadoube-audit.wasm", import.meta.url)): Promise<Auditor> {
  return new Auditor(await opened(await compile(source)));
}

/** A record as text, as its lines, or as objects: the header, then the acts. */
export type GameRecord = string | readonly (Header | Act)[];

function written(record: GameRecord): string {
  if (typeof record === "string") return record;
  if (!Array.isArray(record)) throw new JadoubeError("`record`: expected a text, or a list of its lines as objects");
  return record.map((line) => JSON.stringify(line)).join("\n");
}

/** What must be named is named: nothing is not everything. */
function named(what: string, value: string): string {
  if (typeof value !== "string") throw new JadoubeError(`\`${what}\` is missing: expected a text`);
  return value;
}

/** A request of more bytes than this is refused: the engine would run out of memory, and with it out of life. */
const MOST_BYTES = 64_000_000;

export interface Look {
  /** Who is looking; the arbiter where nobody is named. */
  as?: Eye;
  /** Leaves out the options, which take longest to work out. */
  brief?: boolean;
}

/** What answers: a WebAssembly module with its memory. */
class Module {
  readonly #exports: Exports;
  #broken = false;

  /** @internal */
  constructor(exports: Exports) {
    this.#exports = exports;
  }

  /** The version of the package. */
  get version(): string {
    return this.ask({ do: "version" });
  }

  /** Which law it carries: modules and servers that show the same rule alike. */
  get law(): string {
    return this.ask({ do: "law" });
  }

  /** @internal A fault of its own has stopped it. */
  get broken(): boolean {
    return this.#broken;
  }

  /** @internal One request, one answer. */
  ask<T>(request: object): T {
    if (this.#broken) throw new JadoubeError("the engine stopped at a fault of its own: load() another");
    const text = new TextEncoder().encode(JSON.stringify(request));
    if (text.length > MOST_BYTES) {
      throw new JadoubeError(`a request of ${text.length} bytes: expected at most ${MOST_BYTES}; give the text in parts`);
    }
    let length: number;
    try {
      const at = this.#exports.request(text.length);
      new Uint8Array(this.#exports.memory.buffer, at, text.length).set(text);
      length = this.#exports.answer();
    } catch (fault) {
      this.#broken = true;
      throw new JadoubeError(`a fault of the engine's own: ${fault}`);
    }
    // The memory may have grown and moved meanwhile.
    const bytes = new Uint8Array(this.#exports.memory.buffer, this.#exports.answered(), length);
    const answer = JSON.parse(new TextDecoder().decode(bytes));
    if (answer.error) throw new JadoubeError(answer.error.message, answer.error.line);
    return answer.ok;
  }
}

/** The engine. */
export class Jadoube extends Module {
  readonly #source: Source;
  #converter: Promise<WebAssembly.Module> | null = null;
  readonly #closing = new FinalizationRegistry<{ do: string; id: number }>((close) => {
    if (!this.broken) this.ask(close);
  });

  /** @internal */
  constructor(exports: Exports, converter: Source) {
    super(exports);
    this.#source = converter;
  }

  /** Opens a game: `open({ code: "bcc-1899" })`. */
  open(header: Header): Game {
    return this.#game({ do: "game", header: JSON.stringify(header) });
  }

  /** Opens a game with everything that a record tells of it. */
  replay(record: GameRecord): Game {
    return this.#game({ do: "game.replay", record: written(record) });
  }

  /** Every state of a record: before any act, then after each. */
  rule(record: GameRecord, code?: Code): State[] {
    return this.ask({ do: "rule", record: written(record), code });
  }

  /** One record before several codes; all of them where none is named. */
  judge(record: GameRecord, codes?: readonly Code[]): Judged {
    return this.ask({ do: "judge", record: written(record), codes });
  }

  /** The codes of laws. */
  codes(): CodeBriefly[] {
    return this.ask({ do: "laws" });
  }

  /** Every clause of a code, in printed order, in our own words. */
  clauses(code: Code): Clause[] {
    return this.ask({ do: "laws", code: named("code", code) });
  }

  /** One clause however it is written (`"II.5(c)"`, `"ii 5 c"`), several where the words fit several, or a reading. */
  clause(code: Code, clause: string): Clause | Clause[] | NumberedReading {
    return this.ask({ do: "laws", code: named("code", code), clause: named("clause", clause) });
  }

  /** The questions on which the codes are compared. */
  questions(): { question: string; title: string }[] {
    return this.ask({ do: "compare" });
  }

  /** One question of law, the codes side by side. */
  compare(question: string): Comparison {
    return this.ask({ do: "compare", question: named("question", question) });
  }

  /** Which legal moves a text can express: `read("Kt-KB3")`, `read("Sf3", { language: "german" })`. */
  read(
    text: string,
    where: { fen?: string; moves?: string | readonly string[]; code?: Code; language?: string } = {},
  ): Reading {
    const moves = typeof where.moves === "object" ? where.moves.join(" ") : where.moves;
    return this.ask({ do: "read", text, ...where, moves });
  }

  /**
   * Every game on a printed page or in a PGN text, as PGN and move by move; what is not certain is said. The first call
   * fetches the reader of pages. Each page is read in a memory of its own, which goes when it is done.
   */
  async convert(page: string, how: { repair?: boolean; language?: string } = {}): Promise<Converted[]> {
    named("page", page);
    this.#converter ??= compile(this.#source);
    const module = await this.#converter.catch((fault) => {
      // What could not be fetched is tried again the next time.
      this.#converter = null;
      throw fault;
    });
    return new Module(await opened(module)).ask({ do: "convert", page, ...how });
  }

  /** The men of a FEN as a drawing. */
  svg(fen: string, how: { flipped?: boolean; bare?: boolean } = {}): string {
    return this.ask({ do: "svg", fen, ...how });
  }

  /** An act in plain words: `white touches f1`; with `may`, as something that may be done. */
  words(act: Act, may = false): string {
    return this.ask({ do: "words", act: JSON.stringify(act), may });
  }

  /** A board to play and analyse on, from the ordinary array or a FEN as people paste it. */
  board(fen?: string): Board {
    return this.#keep(new Board(this, this.ask({ do: "board", fen })), "board.close");
  }

  #game(request: object): Game {
    return this.#keep(new Game(this, this.ask(request)), "game.close");
  }

  #keep<T extends Board | Game>(thing: T, how: string): T {
    this.#closing.register(thing, { do: how, id: thing.id });
    return thing;
  }

  /** @internal */
  adopt(kind: "board" | "game", id: number): Board | Game {
    return kind === "board"
      ? this.#keep(new Board(this, id), "board.close")
      : this.#keep(new Game(this, id), "game.close");
  }

}

/** The reader of archives. */
export class Auditor extends Module {
  /**
   * What is irregular in the games of a PGN text, under some codes or all: moves against the rules that stood, draws nobody
   * claimed, ends passed over, results that cannot be, clocks, duplicates.
   */
  audit(pgn: string, how: { codes?: readonly Code[]; goOn?: boolean; name?: string } = {}): Audited {
    return this.ask({ do: "audit", pgn, codes: how.codes, go_on: how.goOn, name: how.name });
  }
}

/** A game under a code of laws. */
export class Game {
  /** @internal */
  constructor(
    private readonly engine: Jadoube,
    /** @internal */
    readonly id: number,
  ) {}

  /** Takes an act and gives the state that follows. A breach is an act like any other; what cannot have happened throws. */
  act(act: Act, look: Look = {}): State {
    return this.engine.ask({ do: "game.act", id: this.id, act: JSON.stringify(act), ...look });
  }

  /** The state now. */
  state(look: Look = {}): State {
    return this.engine.ask({ do: "game.state", id: this.id, ...look });
  }

  /** The record so far: JSON Lines, a header and one act a line. */
  record(): string {
    return this.engine.ask({ do: "game.record", id: this.id });
  }

  /** The same game again, to try something on. */
  copy(): Game {
    return this.engine.adopt("game", this.engine.ask({ do: "game.copy", id: this.id })) as Game;
  }

  /** Gives its memory back at once; otherwise that happens when nothing refers to it any more. */
  close(): void {
    this.engine.ask({ do: "game.close", id: this.id });
  }
}

/** A board with its past. */
export class Board {
  /** @internal */
  constructor(
    private readonly engine: Jadoube,
    /** @internal */
    readonly id: number,
  ) {}

  #ask<T>(what: string, more: object = {}): T {
    return this.engine.ask({ do: `board.${what}`, id: this.id, ...more });
  }

  /** How things stand. */
  state(): BoardState {
    return this.#ask("state");
  }

  /** The position as FEN. */
  fen(): string {
    return this.state().fen;
  }

  /** Every legal move. */
  moves(): Move[] {
    return this.#ask("moves");
  }

  /** The legal move that a text means, in UCI, SAN or any other style. */
  find(move: string): Move {
    return this.#ask("find", { move });
  }

  /** Makes a move, in UCI, SAN or any other style. */
  push(move: string): Move {
    return this.#ask("push", { move });
  }

  /** Takes the last move back: its UCI, or `null` at the beginning. */
  pop(): string | null {
    return this.#ask("pop");
  }

  /** The moves made, in UCI. */
  history(): string[] {
    return this.#ask("history");
  }

  /** The same board again. */
  copy(): Board {
    return this.engine.adopt("board", this.#ask("copy")) as Board;
  }

  /** Gives its memory back at once. */
  close(): void {
    this.#ask("close");
  }
}
