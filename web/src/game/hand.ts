/* What does a gesture at the board mean? Pressed, tapped, dropped: into touches, moves, and moves in their parts. */
import { colourOf, type Men, type Square } from "../fen.js";
import type { Colour } from "../record.js";

export type Deed =
  | { do: "touch"; square: Square }
  | { do: "adjust"; square: Square }
  | { do: "remove"; square: Square }
  | { do: "lift"; square: Square }
  | { do: "place"; square: Square }
  | { do: "move"; from: Square; to: Square };

/** How the next touch is meant. */
export type Intent = "play" | "adjust" | "remove";

export interface Circumstances {
  men: Men;
  side: Colour;
  /** A free game records every touch; a guarded one knows only moves. */
  free: boolean;
  /** Lift, put down and let go as separate acts. */
  slow: boolean;
  /** Whether a King set on this Rook of his castles, lawfully. */
  castles?: (from: Square, to: Square) => boolean;
}

export class Hand {
  /** The man chosen by a first tap, or in hand. */
  chosen: Square | null = null;
  /** In a slow game: the man is lifted and not yet let go. */
  holding = false;
  intent: Intent = "play";
  private before: Square | null = null;
  private spent = false;

  press(at: Square, now: Circumstances): Deed[] {
    this.before = this.chosen;
    this.spent = false;
    const man = now.men.get(at);
    if (!man) return [];
    if (this.intent !== "play") {
      const intent = this.intent;
      this.intent = "play";
      this.spent = true;
      this.chosen = null;
      if (!now.free) return [];
      return [{ do: intent, square: at }];
    }
    const own = colourOf(man) === now.side;
    if (now.slow && now.free) {
      if (this.holding && (at === this.chosen || !own)) return [];
      this.chosen = at;
      this.holding = true;
      return [{ do: "lift", square: at }];
    }
    // A second tap on an adverse man takes it; on one's own it is another man touched, unless King and Rook castle.
    if (this.chosen && this.chosen !== at && (!own || now.castles?.(this.chosen, at))) return [];
    // In a guarded game the adversary's men are out of reach.
    if (!now.free && !own) return [];
    const again = this.chosen === at;
    this.chosen = at;
    if (!now.free || again) return [];
    return [{ do: "touch", square: at }];
  }

  tap(at: Square, now: Circumstances): Deed[] {
    if (this.spent) return [];
    if (this.holding) {
      if (at === this.chosen) return [];
      this.chosen = at;
      return [{ do: "place", square: at }];
    }
    const from = this.before;
    if (from && from !== at && (this.chosen === from || !now.men.has(at))) {
      this.chosen = null;
      return [{ do: "move", from, to: at }];
    }
    // The same man tapped twice is let go of; that it was touched remains.
    if (from === at) this.chosen = null;
    return [];
  }

  drop(from: Square, to: Square | null, now: Circumstances): Deed[] {
    if (this.spent) return [];
    if (this.holding) {
      if (!to) return [];
      this.chosen = to;
      return [{ do: "place", square: to }];
    }
    this.chosen = null;
    if (!to || !now.men.has(from)) return [];
    if (!now.free && colourOf(now.men.get(from)!) !== now.side) return [];
    return [{ do: "move", from, to }];
  }

  /** The position has changed under the hand: nothing is chosen any more, and how the next touch is meant has not changed. */
  forget() {
    this.chosen = null;
    this.holding = false;
    this.before = null;
  }

  /** Escape: all is as if nothing had been begun. */
  clear() {
    this.forget();
    this.intent = "play";
  }
}
