/* What could somebody lose without knowing it? Rights that playing on would end: the sheet rises for each once, and each is asked about
   once, as long as it stands. */
import type { Asked } from "../ask.js";
import type { Right } from "../record.js";
import { count } from "../say.js";
import { store } from "../store.js";
import { named } from "./rights.js";

export class Stakes {
  private asked = new Set<string>();
  private raised = new Set<string>();

  /** Whether something is at stake for which the sheet has not risen yet; what no longer is, is forgotten. */
  areNew(rights: Right[]): boolean {
    const now = new Set(rights.map(named));
    const fresh = [...now].some((right) => !this.raised.has(right));
    this.raised = now;
    this.asked = new Set([...this.asked].filter((right) => now.has(right)));
    return fresh;
  }

  haveToBeAsked(rights: Right[]): boolean {
    return rights.some((right) => !this.asked.has(named(right)));
  }

  /** The question before a touch; from now on it has been asked. */
  question(rights: Right[]): Asked {
    this.asked = new Set(rights.map(named));
    const atOnce = rights.every((right) => right.lapses);
    return {
      title: atOnce ? "Your rights would lapse" : "You have a choice",
      text: `You still have ${count(rights.length, "choice")} open. ${atOnce ? "As soon as you touch a man, that is over." : "If you play on, that may be over."}`,
      yes: "Touch, and let it pass",
      no: "Look at my rights",
      careful: true,
    };
  }
}

/** That there are no premoves is said once in a lifetime. */
const TOLD = "jadoube.told-out-of-turn";

export const knowsNoPremoves = (): boolean => store.get(TOLD) !== null;

export function outOfTurn(): Asked {
  store.set(TOLD, "1");
  return {
    title: "It is not your turn",
    text: "There are no premoves at this board: a hand is a hand. What you touch or move now happens now, and the laws may make you answer for it.",
    yes: "Touch it all the same",
    no: "Wait",
    careful: true,
  };
}
