/* What does this viewer know of the game, and whose hand is his? */
import type { Channel, Entry, GameView } from "../api.js";
import type { CodeFacts } from "../codes.js";
import { startOf } from "../fen.js";
import type { LiveGame } from "../live.js";
import type { LocalGame } from "../local.js";
import type { Colour, Right } from "../record.js";
import { isOver, playerOf } from "../words.js";
import { discreet, ofCourse, usualTouch } from "./quiet.js";
import { atStake, pressRight, rightsOf } from "./rights.js";
import { Stakes } from "./stakes.js";

export class Viewpoint {
  /** What the code has for a player to know, once it is told. */
  facts: CodeFacts | undefined = undefined;
  /** With both sides at one screen: whose hand it is. */
  actor: "turn" | Colour = "turn";
  /** What he has been told he could lose. */
  readonly stakes = new Stakes();
  private read: { log: Entry[]; facts: CodeFacts | undefined; over: boolean; seen: Entry[] } | null = null;

  constructor(readonly live: LiveGame | LocalGame) {}

  /** The game as it stands; asked for only once he has been seated. */
  get view(): GameView {
    return this.live.view!;
  }

  /** What happened, as this viewer may read it. */
  get log(): Entry[] {
    const { view, facts } = this;
    const over = isOver(view.state);
    if (this.read?.log !== view.log || this.read.facts !== facts || this.read.over !== over) {
      this.read = { log: view.log, facts, over, seen: discreet(view.log, facts, view.you.parties, over) };
    }
    return this.read.seen;
  }

  /** The position the game began from. */
  get start(): string {
    return startOf(this.view.header);
  }

  /** The colours he plays: none, one, or both at one screen. */
  private get own(): Colour[] {
    return this.view.you.parties.filter((party): party is Colour => party === "white" || party === "black");
  }

  get playsBoth(): boolean {
    return this.own.length === 2;
  }

  get bothHere(): boolean {
    return this.view.settings.opponent === "here";
  }

  /** The side whose hand he is, if any. With both sides at one screen, it is he whose turn it is. */
  get me(): Colour | null {
    const { turn } = this.view.state;
    if (this.playsBoth && this.actor !== "turn") return this.actor;
    return this.own.includes(turn) ? turn : (this.own[0] ?? null);
  }

  get post(): boolean {
    return this.view.header.mode === "communication";
  }

  /** Whether every touch is an act: at a guarded board, and by post, there are moves only. */
  get free(): boolean {
    return !this.view.header.guard && !this.post;
  }

  nameOf(side: Colour): string {
    return playerOf(this.view, side);
  }

  /** What may be chosen now; what a touch gives as a matter of course is no news. */
  get rights(): Right[] {
    const { state, you } = this.view;
    const usual = usualTouch(state, this.log.at(-1));
    return rightsOf(state, you.parties).filter((right) => !(usual && ofCourse(right)));
  }

  /** What he would lose, or might, by playing on. */
  get atStake(): Right[] {
    return atStake(this.view.state, this.rights).filter((right) => this.me === null || right.by === this.me);
  }

  /** The right to complete a move that waits for a hand on the clock. */
  get pressing(): Right | undefined {
    return pressRight(this.view.state, this.view.you.parties);
  }

  /** Where he may listen. */
  get channels(): Channel[] {
    const { header, you } = this.view;
    const side = this.playsBoth ? undefined : this.own[0];
    const counsel: Channel[] = side && (header.sides?.[side]?.length ?? 1) > 1 ? [side] : [];
    const onlookers: Channel[] = you.role === "onlooker" || you.role === "umpire" ? ["onlookers"] : [];
    return ["table", ...counsel, ...onlookers];
  }
}
