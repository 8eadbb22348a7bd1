/* What does the stronger player give? The classic odds by their names, or men taken off a picture of the board. */
import { LitElement, css, html, nothing } from "lit";
import { customElement, property } from "lit/decorators.js";
import "../board/board.js";
import { givenSquares, menOf, ORDINARY, placement, type Square } from "../fen.js";
import { Marks } from "../game/preview.js";
import { capital, other, type Colour, type Odds } from "../record.js";
import { manName } from "../say.js";
import { shared } from "../style/shared.js";

/** What was chosen of odds. */
export interface Chosen {
  /** The name of one of the classic odds, or `BY_HAND`. */
  odds: string;
  giver: Colour;
  /** The squares of the men taken off by hand. */
  given: Square[];
  /** Where a Rook is given: castling without it is as the code says. */
  castle: boolean;
}

interface Preset {
  name: string;
  men: string[];
  moves: number;
}

export const NO_ODDS = "None";
const BY_HAND = "By hand";

const PRESETS: Preset[] = [
  { name: NO_ODDS, men: [], moves: 0 },
  { name: "The move", men: [], moves: 1 },
  { name: "Pawn and move", men: ["pawn"], moves: 1 },
  { name: "Pawn and two", men: ["pawn"], moves: 2 },
  { name: "Knight", men: ["knight"], moves: 0 },
  { name: "Rook", men: ["rook"], moves: 0 },
  { name: "Rook and Knight", men: ["rook", "knight"], moves: 0 },
  { name: "Queen", men: ["queen"], moves: 0 },
];

/** As it stands in the header of a game. */
export function oddsOf({ odds, giver, given }: Chosen): Odds | null {
  const { men, moves } = PRESETS.find((each) => each.name === odds) ?? { men: given, moves: 0 };
  return men.length > 0 || moves > 0 ? { giver, men, moves } : null;
}

/** The squares of the men given, whether by name or by hand. */
function squaresGiven(chosen: Chosen): Square[] {
  const odds = oddsOf(chosen);
  if (!odds) return [];
  return chosen.odds === BY_HAND ? chosen.given : givenSquares(odds);
}

export function givesRook(chosen: Chosen): boolean {
  const men = menOf(ORDINARY);
  return squaresGiven(chosen).some((at) => men.get(at)?.toLowerCase() === "r");
}

@customElement("jd-odds")
export class JdOdds extends LitElement {
  @property({ attribute: false }) chosen!: Chosen;

  static styles = [
    shared,
    css`
      .odds {
        display: grid;
        grid-template-columns: minmax(0, 1fr);
        gap: 20px;
      }
      @media (min-width: 620px) {
        .odds {
          grid-template-columns: minmax(0, 1fr) 300px;
        }
      }
      jd-board {
        max-width: 320px;
        width: 100%;
      }
      .chips {
        display: flex;
        flex-wrap: wrap;
        gap: 6px;
      }
      .check {
        display: flex;
        gap: 10px;
        align-items: flex-start;
        min-height: var(--reach);
      }
      .check input {
        margin-top: 3px;
      }
    `,
  ];

  private change(detail: Partial<Chosen>) {
    this.dispatchEvent(new CustomEvent<Partial<Chosen>>("chosen", { detail }));
  }

  private preset({ name, moves }: Preset) {
    // He who gives a piece has White by custom; he who gives the move has Black.
    this.change(name === NO_ODDS ? { odds: name } : { odds: name, giver: moves > 0 ? "black" : "white" });
  }

  private swap(side: Colour) {
    const { odds, giver, given } = this.chosen;
    if (side === giver) return;
    const mirrored = given.map((at) => at.charAt(0) + (9 - Number(at.charAt(1))));
    this.change({ giver: other(giver), ...(odds === BY_HAND ? { given: mirrored } : {}) });
  }

  private toggle(at: Square) {
    const who = menOf(ORDINARY).get(at);
    if (!who || who.toLowerCase() === "k") return;
    const { giver } = this.chosen;
    const side: Colour = who === who.toUpperCase() ? "white" : "black";
    const now = side !== giver ? [] : squaresGiven(this.chosen);
    const given = now.includes(at) ? now.filter((each) => each !== at) : [...now, at];
    this.change({ odds: given.length > 0 ? BY_HAND : NO_ODDS, giver: side, given });
  }

  private movesWord(): string {
    const moves = oddsOf(this.chosen)?.moves ?? 0;
    return moves === 0 ? "" : moves === 1 ? "The receiver has the first move." : `The receiver begins with ${moves} moves.`;
  }

  private whatIsGiven(given: Square[]) {
    const { giver, castle } = this.chosen;
    const men = menOf(ORDINARY);
    return html`<div class="row" role="group" aria-label="Who gives">
        <span class="small">Given by</span>
        ${(["white", "black"] as const).map((side) => html`<button type="button" class="compact" aria-pressed=${giver === side} @click=${() => this.swap(side)}>${capital(side)}</button>`)}
      </div>
      <p class="small">${given.length > 0 ? `Without ${given.map((at) => `${manName(men.get(at)!)} ${at}`).join(", ")}.` : "All men stand."} ${this.movesWord()}</p>
      ${givesRook(this.chosen)
        ? html`<p class="notice">Castling without the Rook: the codes differ. <a href="/compare/odds">What this one says</a></p>
            <label class="check"><input type="checkbox" .checked=${castle} @change=${() => this.change({ castle: !castle })} /><span>as the code says (untick to agree that it is not allowed)</span></label>`
        : nothing}`;
  }

  render() {
    const { odds, giver } = this.chosen;
    const given = squaresGiven(this.chosen);
    const marks = new Marks();
    for (const at of given) marks.add(at, "goes");
    return html`<div class="odds">
      <div class="stack">
        <div class="chips" role="group" aria-label="Odds">
          ${PRESETS.map((each) => html`<button type="button" class="compact" aria-pressed=${odds === each.name} @click=${() => this.preset(each)}>${each.name}</button>`)}
          ${odds === BY_HAND ? html`<button type="button" class="compact" aria-pressed="true">${BY_HAND}</button>` : nothing}
        </div>
        ${odds === NO_ODDS
          ? html`<p class="small soft">An even game. To give odds, choose one of the classic ones or take men off the picture.</p>`
          : this.whatIsGiven(given)}
      </div>
      <jd-board
        .fen=${`${placement(menOf(ORDINARY))} w KQkq - 0 1`}
        .marks=${marks}
        .side=${giver}
        taps
        label="Men to be given as odds: press one to take it off"
        @hand-tap=${(event: CustomEvent<{ square: Square }>) => this.toggle(event.detail.square)}
      ></jd-board>
    </div>`;
  }
}
