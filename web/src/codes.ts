/* Which codes are there, and what has a player to know of each? As the server lists them; asked once. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { api } from "./api.js";
import type { Code, Shape } from "./record.js";

export type CodeFacts = Shape<"CodeBriefly">;

let asked: Promise<CodeFacts[]> | null = null;

export const codes = {
  /** All codes, in the server's order. A failure is not kept: the next who asks tries again. */
  all(): Promise<CodeFacts[]> {
    asked ??= api.laws().then(
      (found) => found.codes.filter((code) => code.carried),
      (error: unknown) => {
        asked = null;
        throw error;
      },
    );
    return asked;
  },
  async of(code: Code): Promise<CodeFacts | undefined> {
    return (await codes.all()).find((each) => each.code === code);
  },
};

/** The codes for a part of the page, which is drawn again when they are known. */
export class KnownCodes implements ReactiveController {
  list: CodeFacts[] = [];

  constructor(private host: ReactiveControllerHost) {
    host.addController(this);
  }

  get names(): Code[] {
    return this.list.map((facts) => facts.code);
  }

  hostConnected() {
    codes.all().then(
      (list) => {
        this.list = list;
        this.host.requestUpdate();
      },
      () => undefined,
    );
  }
}
