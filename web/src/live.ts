/* What stands at the table now? One game as the server tells it: kept up to date over a WebSocket, acts given back
   one after another, everything resumed after a lost connection. */
import { api, Problem, secret, seats, type Channel, type Entry, type GameView, type LiveClock, type Message, type Sealed, type Told } from "./api.js";
import { pressRight } from "./game/rights.js";
import type { Act, Shape, State } from "./record.js";

export type Link = "connecting" | "open" | "lost" | "closed";

interface Waiting {
  act: Act;
  /** The last act he knew of when he did it; nothing yet, where that is one of his own on its way. */
  after: number | null;
  key: string;
  done: (state: State) => void;
  fail: (problem: Problem) => void;
}

/** How often somebody who looks makes sure that the connection is one, and how long an answer may take, in ms. */
const BEAT = 30_000;
const SILENCE = 5_000;

/** So many messages the server gives at once. */
const PAGE = 500;

/** How long to wait before the n-th attempt to reconnect, in ms. */
const patience = (attempt: number) => Math.min(10_000, 400 * 2 ** attempt) * (0.75 + Math.random() / 2);

/** The clocks after a word about the running one: what it has used more, it has left less. */
export function counted(clock: LiveClock, told: Extract<Told, { type: "clock" }>): LiveClock {
  const now = { ...clock, at: told.at, now_ms: told.now_ms, flag_ms: told.flag_ms, running: told.running };
  for (const side of ["white", "black"] as const) {
    const used = told[side];
    if (used === undefined) continue;
    const left = now[`${side}_left`];
    if (left !== null) now[`${side}_left`] = left - (used - now[side]);
    now[side] = used;
  }
  return now;
}

/** The clocks with what is left by a time control, where the state tells it: as it was at the last act, less what was used since. */
export function withLeft(clock: LiveClock | null, state: State): LiveClock | null {
  const told = state.clock;
  if (!clock || !told?.left || clock.white_left !== null || clock.black_left !== null) return clock;
  const left = (side: "white" | "black") => Math.max(0, told.left![side] - (clock[side] - told[side]));
  return { ...clock, white_left: left("white"), black_left: left("black") };
}

/** The talk with more of it, however it came: each message once, in order. */
export const joined = (known: Message[], more: Message[]): Message[] =>
  [...new Map([...known, ...more].map((message) => [message.id, message])).values()].sort((a, b) => a.id - b.id);

/** Whether an act that crossed others is meant as before: the other player has only completed his lawful move, or the move that was to
    be completed can still be. */
const stillMeant = (act: Act, state: State, missed: Entry[]): boolean => {
  const onlyPressed = missed.every(({ act, rulings, refused }) => act.act === "press" && rulings.length === 0 && !refused);
  return missed.length > 0 && (onlyPressed || (act.act === "press" && pressRight(state, [act.by]) !== undefined));
};

export class LiveGame extends EventTarget {
  view: GameView | null = null;
  link: Link = "connecting";
  problem: Problem | null = null;
  messages: Message[] = [];
  /** How many acts of ours the server has not yet acknowledged. */
  get waiting(): number {
    return this.queue.length;
  }
  /** The local time at which the clock of `view` was right. */
  clockAt = performance.now();

  private socket: WebSocket | null = null;
  private queue: Waiting[] = [];
  private sending = false;
  private attempt = 0;
  private timer = 0;
  private beat = 0;
  /** How many messages have come. */
  private heard = 0;
  private over = false;
  /** What we had when the socket was asked for: no greeting on it is older. */
  private from = 0;
  /** The number of this view: what we do ourselves need not be told to it. */
  private number: number | null = null;
  /** What came before the answer to our own act. */
  private later: Extract<Told, { type: "acts" }>[] = [];
  /** How far each channel was read. What the socket told does not count: something before it may have been missed. */
  private read = new Map<Channel, number>();

  constructor(readonly id: string) {
    super();
  }

  start() {
    this.over = false;
    addEventListener("online", this.nudge);
    document.addEventListener("visibilitychange", this.nudge);
    this.beat = window.setInterval(this.nudge, BEAT);
    this.connect();
  }

  stop() {
    this.over = true;
    removeEventListener("online", this.nudge);
    document.removeEventListener("visibilitychange", this.nudge);
    clearInterval(this.beat);
    clearTimeout(this.timer);
    this.socket?.close();
    this.socket = null;
  }

  /** Someone looks, or the network is back: no need to wait out the pause. */
  private nudge = () => {
    if (document.visibilityState !== "visible") return;
    if (this.link === "open") this.listen();
    else if (this.link === "lost") this.again();
  };

  /** Is anybody there? A telephone that slept, or is on another network now, has not been told that its connection is dead. */
  private listen() {
    const { socket, heard } = this;
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ type: "ping" } satisfies Shape<"Says">));
    setTimeout(() => {
      if (this.link !== "open" || this.socket !== socket || this.heard !== heard) return;
      this.link = "lost";
      this.changed();
      this.again();
    }, SILENCE);
  }

  private again() {
    clearTimeout(this.timer);
    this.attempt = 0;
    this.connect();
  }

  private changed() {
    this.dispatchEvent(new Event("change"));
  }

  private connect() {
    if (this.over) return;
    this.socket?.close();
    const from = (this.from = this.view?.seq ?? 0);
    const url = new URL(`/api/games/${encodeURIComponent(this.id)}/live?from=${from}`, location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: "sit", token: seats.get(this.id), from }));
    socket.onmessage = (event) => {
      this.heard++;
      try {
        this.hear(JSON.parse(String(event.data)) as Told);
      } catch (error) {
        console.error("a message of the server could not be understood", error);
      }
    };
    socket.onclose = () => {
      if (this.socket !== socket || this.over || this.link === "closed") return;
      this.socket = null;
      void this.lost();
    };
  }

  /** The socket is gone. Where it never opened, ask once over HTTP, which tells us why. */
  private async lost() {
    const first = this.view === null;
    if (first) {
      try {
        this.take(await api.game(this.id));
      } catch (error) {
        this.problem = error as Problem;
        if (this.problem.status >= 400 && this.problem.status < 500 && this.problem.status !== 429) {
          this.link = "closed";
          this.changed();
          return;
        }
      }
    }
    this.link = "lost";
    this.changed();
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.connect(), patience(this.attempt++));
  }

  /** The socket only says that it will not have us; HTTP says why. */
  private async whyNot(detail: string) {
    this.problem = new Problem(401, "unauthorized", detail);
    try {
      await api.game(this.id);
    } catch (error) {
      if (error instanceof Problem && error.status >= 400) this.problem = error;
    }
    this.changed();
  }

  private hear(message: Told) {
    switch (message.type) {
      case "hello":
        this.link = "open";
        this.problem = null;
        this.attempt = 0;
        this.number = message.view;
        this.later = [];
        this.greeted(message.game);
        // The socket tells only of what is said from now on.
        for (const channel of this.read.keys()) void this.loadMessages(channel).catch(() => undefined);
        void this.send();
        break;
      case "acts":
        // The reply to our act may overtake the answer to it.
        if (this.sending && (message.entries[0]?.seq ?? 0) > (this.view?.seq ?? 0) + 1) this.later.push(message);
        else this.add(message.entries, message.state, message.clock, message.sealed);
        break;
      case "clock":
        if (this.view?.clock) this.setClock(counted(this.view.clock, message));
        break;
      case "computer":
        // What is told again is no news.
        if (!this.view || JSON.stringify(this.view.computer) === JSON.stringify(message.computer)) return;
        this.view = { ...this.view, computer: message.computer };
        break;
      case "seats":
        if (this.view) {
          this.view = {
            ...this.view,
            seats: message.seats,
            onlookers: message.onlookers,
          };
          // By post, leave may have been asked for or granted: only the whole view tells of it.
          if (this.view.header.mode === "communication") void this.refresh();
        }
        break;
      case "chat":
        if (this.messages.some((each) => each.id === message.message.id)) break;
        this.messages = joined(this.messages, [message.message]);
        this.dispatchEvent(new CustomEvent<Message>("said", { detail: message.message }));
        break;
      case "next":
        if (this.view) this.view = { ...this.view, next_game: message.game };
        this.dispatchEvent(new Event("next"));
        break;
      case "bye":
        if (message.reason === "unauthorized") {
          this.link = "closed";
          void this.whyNot(message.detail);
        }
        break;
      default:
        return;
    }
    this.changed();
  }

  private setClock(clock: LiveClock | null) {
    if (!this.view) return;
    this.view = { ...this.view, clock };
    this.clockAt = performance.now();
  }

  /** Takes the view of a greeting. The answer to our own act may have overtaken it: then what stands is what we know already. */
  private greeted(view: GameView) {
    const known = this.view;
    const overtaken = known !== null && view.seq >= this.from && view.seq < known.seq;
    if (overtaken) this.view = { ...view, seq: known.seq, state: known.state, log: known.log, sealed: known.sealed, clock: known.clock };
    else this.take(view);
  }

  /** Takes a whole view. Its log may begin after what we have; then it is joined on. What happened while we could not hear it is told
      like anything else that happens. */
  private take(view: GameView) {
    const before = this.view;
    const known = before?.log ?? [];
    const first = view.log[0]?.seq ?? view.seq + 1;
    const log = first > 1 ? [...known.filter((entry) => entry.seq < first), ...view.log] : view.log;
    this.view = { ...view, log };
    this.clockAt = performance.now();
    if (before) this.tell(log.filter((entry) => entry.seq > before.seq));
  }

  private tell(fresh: Entry[]) {
    if (fresh.length > 0) this.dispatchEvent(new CustomEvent<Entry[]>("acts", { detail: fresh }));
  }

  private add(entries: Entry[], state: State, clock: LiveClock | null, sealed?: Sealed | null) {
    if (!this.view || state.seq < this.view.seq) return;
    const last = this.view.log.at(-1)?.seq ?? 0;
    const fresh = entries.filter((entry) => entry.seq > last);
    // A gap means a message was missed: begin again from what we have.
    if (fresh.length > 0 && fresh[0]!.seq !== last + 1) {
      this.connect();
      return;
    }
    this.view = {
      ...this.view,
      seq: state.seq,
      state,
      log: [...this.view.log, ...fresh],
      sealed: sealed === undefined ? this.view.sealed : sealed,
    };
    this.setClock(clock);
    this.tell(fresh);
  }

  /** Does an act. Answers with the state after it; a refusal by the law is an answer too. */
  do(act: Act): Promise<State> {
    return new Promise((done, fail) => {
      this.queue.push({ act, after: this.queue.length === 0 ? (this.view?.seq ?? null) : null, key: secret(), done, fail });
      this.changed();
      void this.send();
    });
  }

  private async send() {
    if (this.sending) return;
    this.sending = true;
    try {
      while (this.queue.length > 0 && this.view) {
        const next = this.queue[0]!;
        // What was told since, while no answer came or nobody could be reached, has crossed this act.
        const seq = (next.after ??= this.view.seq);
        try {
          const view = this.link === "open" && this.number !== null ? { view: this.number } : {};
          const answer = await api.act(this.id, { expected_seq: seq, key: next.key, act: next.act, ...view });
          this.queue.shift();
          if (this.queue[0]) this.queue[0].after = answer.entry.seq;
          this.add([answer.entry], answer.state, answer.clock, answer.sealed);
          for (const each of this.later.splice(0)) this.add(each.entries, each.state, each.clock, each.sealed);
          next.done(answer.state);
        } catch (error) {
          const problem = error instanceof Problem ? error : new Problem(0, "error", String(error));
          if (problem.status === 0 || problem.status === 503) {
            // Not known whether it arrived. The key makes it safe to ask again once the server is back.
            if (this.link === "open") this.socket?.close();
            return;
          }
          const game = problem.body.game as GameView | undefined;
          if (problem.kind === "stale" && game) {
            this.take(game);
            if (stillMeant(next.act, this.view.state, this.view.log.filter((entry) => entry.seq > seq))) {
              next.after = this.view.seq;
              continue;
            }
          }
          // What follows was meant for a position that is no more.
          const dropped = this.queue.splice(0);
          for (const each of dropped) each.fail(problem);
        }
        this.changed();
      }
    } finally {
      this.sending = false;
      this.changed();
    }
  }

  /** Asks for what the socket does not tell of: leave agreed on, a seat taken elsewhere. */
  async refresh() {
    if (!this.view || this.link !== "open" || this.queue.length > 0) return;
    try {
      const view = await api.game(this.id, this.view.seq);
      if (view.seq === this.view.seq) this.take(view);
      this.changed();
    } catch {
      // The next time will do.
    }
  }

  async loadMessages(channel: Channel) {
    const first = !this.read.has(channel);
    for (let more = true; more; ) {
      const after = this.read.get(channel) ?? 0;
      this.read.set(channel, after);
      const { messages } = await api.chat(this.id, channel, after);
      more = messages.length === PAGE;
      const last = messages.at(-1);
      if (last) {
        const missed = !first && !more && last.id > (this.messages.at(-1)?.id ?? 0);
        this.messages = joined(this.messages, messages);
        this.read.set(channel, Math.max(this.read.get(channel)!, last.id));
        if (missed) this.dispatchEvent(new CustomEvent<Message>("said", { detail: last }));
      }
      this.changed();
    }
  }
}
