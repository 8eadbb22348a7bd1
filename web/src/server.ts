/* Is the server there, and has it a computer to play against? Asked when a page opens, and again when the network is back. */
import type { ReactiveController, ReactiveControllerHost } from "lit";
import { api } from "./api.js";
import { computerOf, type ComputerOffered } from "./computer.js";

export class KnownServer implements ReactiveController {
  /** The computer that sits there, or none; nothing before the server has answered. */
  computer: ComputerOffered | null | undefined = undefined;
  /** It cannot be reached. */
  away = false;

  /** `back`: it can be reached again. */
  constructor(
    private host: ReactiveControllerHost,
    private back: () => void = () => undefined,
  ) {
    host.addController(this);
  }

  hostConnected() {
    this.ask();
    addEventListener("online", this.ask);
  }

  hostDisconnected() {
    removeEventListener("online", this.ask);
  }

  private ask = () => {
    api
      .about()
      .then(
        (about) => {
          this.computer = computerOf(about);
          if (this.away) this.back();
          this.away = false;
        },
        () => (this.away = true),
      )
      .finally(() => this.host.requestUpdate());
  };
}
