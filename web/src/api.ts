/* How does the page talk to the server? One function per kind of request; every failure becomes a Problem with a
   sentence a person can read. */
import type { Act, Code, Colour, Header, Party, State, Written } from "./record.js";

export interface Entry {
  seq: number;
  act: Act;
  board: string | null;
  turn: Colour;
  status: State["status"];
  rulings: State["rulings"];
  refused: State["refused"];
  record: Written | null;
  clock: State["clock"];
}

export interface LiveClock {
  at: number;
  white: number;
  black: number;
  running: Colour | null;
  white_left: number | null;
  black_left: number | null;
  white_moves: number | null;
  black_moves: number | null;
  flag_ms: number | null;
  now_ms: number;
}

export interface Sealed {
  by: Colour;
  commitment: string;
  opened: { record: string; nonce: string } | null;
}

export interface Seat {
  seat: number;
  party: Party;
  person: number;
  name: string | null;
  taken: boolean;
  present: boolean;
}

export type Role = "player" | "umpire" | "onlooker";

export interface GameView {
  id: string;
  title: string | null;
  created_ms: number;
  started_ms: number | null;
  now_ms: number;
  header: Header;
  settings: {
    blindfold: Colour[];
    public: boolean;
    opponent: string;
    vacation?: { agreed: { from_ms: number; until_ms: number }[]; proposed: { by: Colour; days: number } | null };
  };
  you: { role: Role; parties: Party[]; name: string | null; seat: number | null; blindfold: boolean };
  seats: Seat[];
  onlookers: number;
  seq: number;
  state: State;
  log: Entry[];
  clock: LiveClock | null;
  sealed: Sealed | null;
  match: string | null;
  next_game: string | null;
}

export interface Invitation {
  party: Party | "onlooker";
  person: number;
  name: string | null;
  code: string;
  link: string;
}

export interface Created {
  id: string;
  token: string;
  parties: Party[];
  role: Role;
  link: string;
  invitations: Invitation[];
  game: GameView;
}

export interface Brief {
  id: string;
  title: string | null;
  code: Code;
  mode: string;
  status: State["status"];
  winner: Colour | null;
  seq: number;
  turn: Colour;
  players: { white: (string | null)[]; black: (string | null)[] };
  you: Party[];
  created_ms: number;
  updated_ms: number;
  your_turn: boolean;
  deadline_ms: number | null;
}

export interface Message {
  id: number;
  channel: string;
  author: string | null;
  party: string | null;
  text: string;
  sent_ms: number;
}

export interface Reading {
  text: string;
  understood: boolean;
  moves: { uci: string; descriptive: string; algebraic: string; full: string }[];
  count: number;
  remarks: string[];
  problem: string | null;
  span: [number, number] | null;
}

export interface Clause {
  label: string;
  heading: string;
  disposition: string;
  reason: string | null;
  gist: string;
  parts: { disposition: string; gist: string }[];
}

export interface ReadingEntry {
  id: string;
  codes?: Code[];
  clauses?: string[];
  words?: string;
  choice?: string;
  rival?: string;
  reason?: string;
}

export interface Answer {
  answer: string;
  authority: string[];
  silent: boolean;
  reading: string | null;
}

export interface Comparison {
  question: string;
  title: string;
  rows: { what: string; answers: Partial<Record<Code, Answer>> }[];
}

export interface Judged {
  codes: Partial<Record<Code, { states: State[]; stopped: { act: number; detail: string } | null }>>;
}

export interface Me {
  name: string;
  created_ms: number;
  inbox: number;
}

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

export const seats = {
  get: (game: string): string | null => localStorage.getItem(SEAT + game),
  set: (game: string, token: string) => localStorage.setItem(SEAT + game, token),
  forget: (game: string) => {
    localStorage.removeItem(SEAT + game);
    localStorage.removeItem(LINKS + game);
  },
  /** Games this browser has a seat in. */
  games: (): string[] =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith(SEAT))
      .map((key) => key.slice(SEAT.length)),
};

const LINKS = "jadoube.links.";

/** The links of a game, kept by the browser that opened it: the server keeps no secrets and cannot show them again. */
export const links = {
  get: (game: string): Invitation[] => {
    try {
      return JSON.parse(localStorage.getItem(LINKS + game) ?? "[]") as Invitation[];
    } catch {
      return [];
    }
  },
  set: (game: string, invitations: Invitation[]) => localStorage.setItem(LINKS + game, JSON.stringify(invitations)),
};

/** A secret or a key no one else will make. */
export function secret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(27));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

interface Ask {
  method?: string;
  body?: unknown;
  game?: string;
  signal?: AbortSignal;
}

async function answer(path: string, { method, body, game, signal }: Ask = {}): Promise<Response> {
  const headers: Record<string, string> = { Accept: "application/json" };
  const token = game ? seats.get(game) : null;
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(path, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem(0, "unreachable", "The server cannot be reached.");
  }
  if (response.ok) return response;
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

export interface NewGame {
  header: Header;
  side?: string;
  name?: string;
  opponent?: string;
  umpire?: boolean;
  blindfold?: Colour[];
  public?: boolean;
  title?: string;
  days_per_move?: number;
}

export type ClauseFound =
  | { found: "clause"; clause: Clause; within: Clause[]; readings: ReadingEntry[] }
  | { found: "several"; clauses: Clause[] };

export const api = {
  about: () => json<{ version: string; codes: Code[]; computer: boolean }>("/api/about"),
  createGame: (body: NewGame) => json<Created>("/api/games", { body }),
  createMatch: (body: NewGame & { games: number }) => json<Created>("/api/matches", { body }),
  importGame: (body: { record: string; side?: string; name?: string }) => json<Created>("/api/games/import", { body }),
  game: (id: string, from?: number) =>
    json<GameView>(`/api/games/${encodeURIComponent(id)}${from ? `?from=${from}` : ""}`, { game: id }),
  games: (open = false) => json<{ games: Brief[] }>(`/api/games${open ? "?public=true" : ""}`),
  act: (id: string, body: { expected_seq: number; key: string; act: Act }) =>
    json<{
      seq: number;
      entry: Entry;
      state: State;
      clock: LiveClock | null;
      sealed: Sealed | null;
      repeated: boolean;
    }>(`/api/games/${encodeURIComponent(id)}/acts`, { body, game: id }),
  readInGame: (id: string, text: string, signal?: AbortSignal) =>
    json<Reading>(`/api/games/${encodeURIComponent(id)}/read`, { body: { text }, game: id, signal }),
  read: (body: { fen?: string; text: string; code?: Code }, signal?: AbortSignal) =>
    json<Reading>("/api/read", { body, signal }),
  download: async (id: string, what: string): Promise<Blob> =>
    (await answer(`/api/games/${encodeURIComponent(id)}/${what}`, { game: id })).blob(),
  chat: (id: string, channel: string) =>
    json<{ messages: Message[] }>(`/api/games/${encodeURIComponent(id)}/chat?channel=${channel}`, { game: id }),
  speak: (id: string, channel: string, text: string) =>
    json<Message>(`/api/games/${encodeURIComponent(id)}/chat`, {
      body: { channel, text, key: secret() },
      game: id,
    }),
  inviteOnlooker: (id: string) =>
    json<Invitation>(`/api/games/${encodeURIComponent(id)}/invitations`, { body: { party: "onlooker" }, game: id }),
  vacation: (id: string, body: { days: number } | { accept: true }) =>
    json<unknown>(`/api/games/${encodeURIComponent(id)}/vacation`, { body, game: id }),
  nextGame: (match: string, game: string) =>
    json<unknown>(`/api/matches/${encodeURIComponent(match)}/next`, { body: {}, game }),
  invitation: (code: string) =>
    json<{
      game: string;
      role: Role;
      parties: Party[];
      taken: boolean;
      header: Header;
      names: { white: (string | null)[]; black: (string | null)[] };
    }>(`/api/invitations/${encodeURIComponent(code)}`),
  accept: (code: string, body: { name?: string; token: string }) =>
    json<{ game: string; token: string; parties: Party[]; role: Role; link: string }>(
      `/api/invitations/${encodeURIComponent(code)}/accept`,
      { body },
    ),
  laws: () => json<{ codes: { code: Code; title: string; carried: boolean; clauses: number }[] }>("/api/laws"),
  law: (code: Code) => json<{ code: Code; title: string; clauses: Clause[] }>(`/api/laws/${code}`),
  clause: (code: Code, label: string) => json<ClauseFound>(clause(code, label)),
  readings: () => json<{ readings: ReadingEntry[] }>("/api/laws/readings"),
  questions: () => json<{ questions: { question: string; title: string }[] }>("/api/laws/compare"),
  compare: (question: string) => json<Comparison>(`/api/laws/compare/${encodeURIComponent(question)}`),
  judge: (body: { header: Partial<Header>; acts: Act[]; codes?: Code[] }, signal?: AbortSignal) =>
    json<Judged>("/api/judge", { body, signal }),
  session: () => json<Me>("/api/session"),
  logIn: (name: string, password: string) => json<Me>("/api/session", { body: { name, password } }),
  register: (name: string, password: string) => json<Me>("/api/accounts", { body: { name, password } }),
  logOut: (everywhere = false) =>
    json<void>(everywhere ? "/api/sessions" : "/api/session", { method: "DELETE", body: {} }),
  inbox: () =>
    json<{ items: { id: number; kind: string; game: string; text: string; created_ms: number; read: boolean }[] }>(
      "/api/inbox",
    ),
  inboxRead: (ids: number[]) => json<void>("/api/inbox/read", { body: { ids } }),
};
