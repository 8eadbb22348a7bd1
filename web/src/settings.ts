/* What does this person like? Choices about the look and sound of the page, kept by the browser. */
import { store } from "./store.js";

export interface Settings {
  sound: boolean;
  /** Tell me when it is my turn, where the browser allows it. */
  notify: boolean;
  /** Press the clock for me as soon as my move is made, where the code has it pressed. */
  press: boolean;
  coordinates: boolean;
  board: "baize" | "wood" | "slate" | "print";
  men: "ivory" | "boxwood" | "outline";
  notation: "descriptive" | "algebraic" | "modern" | "full";
  /** Whose letters the modern algebraic uses. */
  language: "en" | "figurine" | "de" | "fr" | "es" | "it" | "pt" | "nl" | "sv" | "pl" | "cs" | "hu";
  scheme: "system" | "light" | "dark";
}

const KEY = "jadoube.settings";
const DEFAULTS: Settings = {
  sound: true,
  notify: false,
  press: false,
  coordinates: true,
  board: "baize",
  men: "ivory",
  notation: "modern",
  language: "en",
  scheme: "system",
};

const read = (): Settings => ({ ...DEFAULTS, ...store.values(KEY) });

class Kept extends EventTarget {
  now = read();

  set(change: Partial<Settings>) {
    this.now = { ...this.now, ...change };
    store.set(KEY, JSON.stringify(this.now));
    this.show();
    this.dispatchEvent(new Event("change"));
  }

  /** The style sheet reads them from the root. */
  show() {
    const root = document.documentElement;
    root.dataset.board = this.now.board;
    root.dataset.men = this.now.men;
    root.dataset.scheme = this.now.scheme;
    root.toggleAttribute("data-plain", !this.now.coordinates);
  }
}

export const settings = new Kept();
addEventListener("storage", (event) => {
  if (event.key !== KEY) return;
  settings.now = read();
  settings.show();
  settings.dispatchEvent(new Event("change"));
});
