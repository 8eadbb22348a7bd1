/* Which game do two play at this screen without a server? It is kept by this browser: one at a time. */
import type { Header, State } from "./record.js";
import { store } from "./store.js";
import { ending, isOver } from "./words.js";

/** The name of the table that is kept here. */
export const HERE = "here";
/** Its record. */
export const KEY = "jadoube.here";
const STANDS = "jadoube.here.stands";

interface Stand {
  status: string;
  over: boolean;
  when: number;
}

export const here = {
  /** Sets a new game out. Nobody keeps the time there, so none is set. */
  lay({ time_limit, time_control, ...header }: Header) {
    store.set(KEY, JSON.stringify(time_control ? { ...header, clock: false } : header));
    store.remove(STANDS);
  },
  /** It stands so after an act. */
  stands: (state: State) => store.set(STANDS, JSON.stringify({ status: ending(state), over: isOver(state), when: Date.now() } satisfies Stand)),
  /** The game as it stands, once something has happened in it. */
  kept(): (Stand & Pick<Header, "code">) | null {
    const { status, over, when } = store.values(STANDS) as Partial<Stand>;
    const [first] = (store.get(KEY) ?? "").split("\n");
    if (!first || !status || !when) return null;
    try {
      return { code: (JSON.parse(first) as Header).code, status, over: over === true, when };
    } catch {
      return null;
    }
  },
};
