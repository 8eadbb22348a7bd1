/* How does the page talk to the server? One function per kind of request; every failure becomes a Problem with a
   sentence a person can read. */
import type { Code, Shape } from "./record.js";
import { store } from "./store.js";

/* What is sent and answered, as the server describes it. */
export type Entry = Shape<"Entry">;
export type LiveClock = Shape<"Clock">;
export type Sealed = Shape<"Sealed">;
export type GameView = Shape<"GameView">;
export type Invitation = Shape<"Invitation">;
export type Brief = Shape<"Brief">;
export type Message = Shape<"Message">;
export type Channel = Shape<"Channel">;
export type Reading = Shape<"Reading">;
export type Clause = Shape<"Clause">;
export type ClauseFound = Shape<"FoundClause">;
export type ReadingEntry = Shape<"ReadingEntry">;
export type Answer = Shape<"CodeAnswer">;
export type Comparison = Shape<"Comparison">;
export type Judged = Shape<"Judged">;
export type Me = Shape<"Me">;
export type Letter = Shape<"Letter">;
export type NewGame = Shape<"OpenGame">;
export type Told = Shape<"Told">;

/** A request that did not lead where it should. `status` 0: the server could not be reached at all. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    readonly kind: string,
    readonly detail: string,
    readonly body: Record<string, unknown> = {},
  ) {
    super(detail);
  }
}

const SEAT = "jadoube.seat.";
/** When a game of which this is kept was last heard of: it is over. */
const OVER = "jadoube.over.";

export const seats = {
  get: (game: string): string | null => store.get(SEAT + game),
  set: (game: string, token: string) => store.set(SEAT + game, token),
  forget: (game: string) => {
    for (const kept of [SEAT, LINKS, OVER]) store.remove(kept + game);
  },
  /** Whether the seat is still known when the page is loaded anew. */
  stays: (game: string): boolean => store.outlives(SEAT + game),
  /** That a game is over, since then. */
  over: (game: string, when: number) => store.set(OVER + game, String(when)),
  /** Games this browser has a seat in: what is still played first, then what ended last. */
  games: (): string[] =>
    store
      .names()
      .filter((key) => key.startsWith(SEAT))
      .map((key) => key.slice(SEAT.length))
      .sort((one, two) => Number(store.get(OVER + two) ?? Infinity) - Number(store.get(OVER + one) ?? Infinity) || 0),
};

/** Where the browser keeps the name one gave last. */
export const NAME = "jadoube.name";

const ACCOUNT = "jadoube.account";

/** Whether somebody is logged in here, as far as this browser knows: whoever is not need not be refused. */
export const account = {
  known: (): boolean => store.get(ACCOUNT) !== null,
  set: (name: string) => store.set(ACCOUNT, name),
  forget: () => store.remove(ACCOUNT),
};

/** Later than any act: a view from there tells how a game stands, without what happened. */
export const LATE = 1_000_000;

const LINKS = "jadoube.links.";

/** The links of a game, kept by the browser that opened it: the server keeps no secrets and cannot show them again. */
export const links = {
  get: (game: string): Invitation[] => {
    try {
      return JSON.parse(store.get(LINKS + game) ?? "[]") as Invitation[];
    } catch {
      return [];
    }
  },
  set: (game: string, invitations: Invitation[]) => store.set(LINKS + game, JSON.stringify(invitations)),
};

/** A secret or a key no one else will make. */
export function secret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(27));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/** How long an answer may be in coming, in ms: on a network that has died under a telephone, a question would wait for ever. */
const PATIENCE = 30_000;

/** No answer: the server is gone, or whoever stands before it says so. */
const unreachable = () => new Problem(0, "unreachable", "The server cannot be reached.");
const NOBODY_THERE = [502, 504];

interface Ask {
  method?: string;
  body?: unknown;
  game?: string;
  signal?: AbortSignal;
  /** It arrives though the page is left meanwhile. */
  keepalive?: boolean;
}

async function answer(path: string, { method, body, game, signal, keepalive }: Ask = {}): Promise<Response> {
  const headers: Record<string, string> = { Accept: "application/json" };
  const token = game ? seats.get(game) : null;
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response: Response;
  const limit = new AbortController();
  const late = setTimeout(() => limit.abort(), PATIENCE);
  try {
    response = await fetch(path, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: signal ?? limit.signal,
      keepalive,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw unreachable();
  } finally {
    clearTimeout(late);
  }
  if (response.ok) return response;
  if (NOBODY_THERE.includes(response.status)) throw unreachable();
  let said: Record<string, unknown> = {};
  try {
    said = (await response.json()) as Record<string, unknown>;
  } catch {
    // Not the server's own words: a proxy's, perhaps. The status has to do.
  }
  throw new Problem(
    response.status,
    typeof said.kind === "string" ? said.kind : "error",
    typeof said.detail === "string" ? said.detail : `The server answered ${response.status}.`,
    said,
  );
}

async function json<T>(path: string, ask?: Ask): Promise<T> {
  const response = await answer(path, ask);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

const clause = (code: string, label: string) =>
  `/api/laws/${encodeURIComponent(code)}/${encodeURIComponent(label)}`;

const game = (id: string, more = "") => `/api/games/${encodeURIComponent(id)}${more}`;

export const api = {
  about: () => json<Shape<"About">>("/api/about"),
  createGame: (body: NewGame) => json<Shape<"Opened">>("/api/games", { body }),
  createMatch: (body: Shape<"OpenMatch">) => json<Shape<"Opened">>("/api/matches", { body }),
  importGame: (body: Shape<"ImportGame">) => json<Shape<"Opened">>("/api/games/import", { body }),
  game: (id: string, from?: number) => json<GameView>(game(id, from ? `?from=${from}` : ""), { game: id }),
  games: (open = false) => json<Shape<"Games">>(`/api/games${open ? "?public=true" : ""}`),
  act: (id: string, body: Shape<"SendAct">) => json<Shape<"Acted">>(game(id, "/acts"), { body, game: id }),
  readInGame: (id: string, text: string, signal?: AbortSignal) =>
    json<Reading>(game(id, "/read"), { body: { text } satisfies Shape<"ReadText">, game: id, signal }),
  read: (body: Shape<"ReadInPosition">, signal?: AbortSignal) => json<Reading>("/api/read", { body, signal }),
  download: async (id: string, what: "record" | "pgn"): Promise<Blob> => (await answer(game(id, `/${what}`), { game: id })).blob(),
  chat: (id: string, channel: Channel, after: number) => json<Shape<"Messages">>(game(id, `/chat?channel=${channel}&after=${after}`), { game: id }),
  speak: (id: string, channel: Channel, text: string) =>
    json<Message>(game(id, "/chat"), { body: { channel, text, key: secret() } satisfies Shape<"Say">, game: id }),
  vacation: (id: string, body: Shape<"Vacation">) => json<GameView>(game(id, "/vacation"), { body, game: id }),
  match: (match: string, id: string) => json<Shape<"Match">>(`/api/matches/${encodeURIComponent(match)}`, { game: id }),
  rematch: (id: string) => json<GameView>(game(id, "/rematch"), { body: {}, game: id }),
  /** Takes a chair that stands open to anyone. */
  sit: (id: string, body: Shape<"Accept">) => json<Shape<"Accepted">>(game(id, "/sit"), { body }),
  nextGame: (match: string, id: string) =>
    json<Shape<"NextGame">>(`/api/matches/${encodeURIComponent(match)}/next`, { body: {}, game: id }),
  invitation: (code: string) => json<Shape<"InvitationShown">>(`/api/invitations/${encodeURIComponent(code)}`),
  accept: (code: string, body: Shape<"Accept">) =>
    json<Shape<"Accepted">>(`/api/invitations/${encodeURIComponent(code)}/accept`, { body }),
  laws: () => json<Shape<"Codes">>("/api/laws"),
  law: (code: Code) => json<Shape<"WholeCode">>(`/api/laws/${code}`),
  clause: (code: Code, label: string) => json<ClauseFound>(clause(code, label)),
  readings: () => json<Shape<"Readings">>("/api/laws/readings"),
  questions: () => json<Shape<"Questions">>("/api/laws/compare"),
  compare: (question: string) => json<Comparison>(`/api/laws/compare/${encodeURIComponent(question)}`),
  judge: (body: Shape<"Incident">, signal?: AbortSignal) => json<Judged>("/api/judge", { body, signal }),
  session: () => json<Me>("/api/session"),
  logIn: (name: string, password: string) =>
    json<Me>("/api/session", { body: { name, password } satisfies Shape<"Credentials"> }),
  register: (name: string, password: string) =>
    json<Me>("/api/accounts", { body: { name, password } satisfies Shape<"Credentials"> }),
  logOut: (everywhere = false) =>
    json<void>(everywhere ? "/api/sessions" : "/api/session", { method: "DELETE", body: {} }),
  inbox: () => json<Shape<"Inbox">>("/api/inbox"),
  inboxRead: (ids: number[]) => json<void>("/api/inbox/read", { body: { ids } satisfies Shape<"ReadLetters">, keepalive: true }),
};
