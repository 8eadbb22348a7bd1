/* The law in WebAssembly, where the page was built with it. */
declare module "jadoube:engine" {
  import type { Act, Code, Header, State } from "./record.js";
  import type { Judged, Reading } from "./api.js";

  export interface Game {
    act(act: Act): State;
    state(): State;
    record(): string;
    close(): void;
  }

  export interface Engine {
    readonly version: string;
    open(header: Header): Game;
    replay(record: string): Game;
    judge(record: string, codes?: readonly Code[]): Judged;
    read(text: string, where?: { fen?: string; code?: Code }): Reading;
  }

  export const made: { load(): Promise<Engine> } | null;
}
