/* What stands at this table, where there is no server? A game at one screen, ruled on by the law in the page and kept by the browser. */
import { Problem, type Channel, type Entry, type GameView, type Message } from "./api.js";
import { engine, sameLaw, type OwnGame } from "./engine.js";
import { ORDINARY } from "./fen.js";
import { HERE, here, KEY } from "./here.js";
import type { Link } from "./live.js";
import type { Act, Header, State } from "./record.js";
import { store } from "./store.js";

export class LocalGame extends EventTarget {
  readonly id = HERE;
  view: GameView | null = null;
  link: Link = "connecting";
  problem: Problem | null = null;
  messages: Message[] = [];
  readonly waiting = 0;
  clockAt = performance.now();
  private game: OwnGame | null = null;
  /** The record as it was last read or written here: it may stand open elsewhere in this browser, and be gone on with there. */
  private kept: string | null = null;

  start() {
    addEventListener("storage", this.elsewhere);
    void this.open();
  }

  stop() {
    removeEventListener("storage", this.elsewhere);
    this.game?.close();
    this.game = null;
  }

  private elsewhere = () => {
    if (this.isBehind) void this.open();
  };

  private get isBehind(): boolean {
    return store.get(KEY) !== this.kept;
  }

  private async open() {
    const own = await engine();
    if (own) await sameLaw();
    const record = store.get(KEY);
    this.kept = record;
    if (!own || !record) {
      this.link = "closed";
      this.problem = own ? new Problem(404, "not-found", "No game is set out here.") : new Problem(503, "unavailable", "The law could not be loaded into this page.");
      this.changed();
      return;
    }
    const [first, ...lines] = record.trim().split("\n");
    const log: Entry[] = [];
    let header: Header;
    let state: State;
    this.game?.close();
    try {
      header = JSON.parse(first!) as Header;
      this.game = own.open(header);
      state = this.game.state();
      for (const line of lines) {
        const act = JSON.parse(line) as Act;
        state = this.game.act(act);
        log.push(entryOf(act, state));
      }
    } catch (error) {
      this.link = "closed";
      this.problem = new Problem(503, "unavailable", `What this browser has kept of it cannot be followed: ${(error as Error).message}.`);
      this.changed();
      return;
    }
    const now = Date.now();
    this.view = {
      id: HERE,
      broken: null,
      signed: null,
      title: null,
      created_ms: now,
      started_ms: now,
      now_ms: now,
      header,
      settings: { blindfold: [], public: false, opponent: "here", vacation: { agreed: [], proposed: null } },
      you: { role: "player", parties: ["white", "black", "umpire"], name: null, seat: 0, blindfold: false },
      seats: [],
      onlookers: 0,
      seq: log.length,
      state,
      log,
      clock: null,
      sealed: null,
      match: null,
      next_game: null,
      computer: null,
    };
    this.link = "open";
    this.changed();
  }

  private changed() {
    this.dispatchEvent(new Event("change"));
  }

  /** Ruled on at once: there is nobody to wait for. */
  async do(act: Act): Promise<State> {
    const { game, view } = this;
    if (!game || !view) throw new Problem(503, "unavailable", "The game is not set out yet.");
    if (this.isBehind) {
      void this.open();
      throw new Problem(409, "stale", "Something happened in this game elsewhere.");
    }
    let state: State;
    try {
      state = game.act(act);
    } catch (error) {
      throw new Problem(422, "impossible", (error as Error).message);
    }
    const entry = entryOf(act, state);
    this.view = { ...view, seq: state.seq, state, log: [...view.log, entry] };
    this.kept = `${this.kept}\n${JSON.stringify(act)}`;
    store.set(KEY, this.kept);
    here.stands(state);
    this.dispatchEvent(new CustomEvent<Entry[]>("acts", { detail: [entry] }));
    this.changed();
    return state;
  }

  async refresh() {}
  async loadMessages(_channel: Channel) {}

  record(): string {
    return this.game?.record() ?? "";
  }

  /** The moves that stand, as PGN. */
  async pgn(): Promise<string> {
    const [{ modern }, { rows }] = await Promise.all([import("./game/written.js"), import("./game/rows.js")]);
    const { log, header, state } = this.view!;
    const result = state.status === "won" ? (state.winner === "white" ? "1-0" : "0-1") : state.status === "drawn" ? "1/2-1/2" : "*";
    const tags = [["Event", "At one screen"], ["Site", "?"], ["Date", new Date().toISOString().slice(0, 10).replaceAll("-", ".")], ["Round", "-"], ["White", "White"], ["Black", "Black"], ["Result", result]];
    if (header.start) tags.push(["SetUp", "1"], ["FEN", header.start]);
    const moves = rows(log, header.start ?? ORDINARY)
      .flatMap(({ number, white, black }) => {
        const stands = (cell: typeof white) => (cell && !cell.struck && !cell.irregular ? modern(cell.written.algebraic) : null);
        const [his, hers] = [stands(white), stands(black)];
        return [his ? `${number}. ${his}` : hers ? `${number}...` : null, hers];
      })
      .filter((text) => text !== null);
    return `${tags.map(([name, value]) => `[${name} "${value}"]`).join("\n")}\n\n${[...moves, result].join(" ")}\n`;
  }
}

const entryOf = (act: Act, state: State): Entry => ({
  seq: state.seq,
  act,
  board: state.board,
  turn: state.turn,
  status: state.status,
  rulings: state.rulings,
  refused: state.refused,
  record: state.record,
  clock: null,
});
