/* What do the men look like? Twelve drawings of our own, on a square of a hundred, in two colours of one outline. */
import { svg, type SVGTemplateResult } from "lit";
import drawings from "../../crates/jadoube/data/men.json";
import type { Kind } from "./say.js";

/* Each drawing is its body, then the lines cut into it. The body carries the outline, the cuts only a thinner one. The
   library draws its diagrams with the same ones. */
const SHAPES: Record<Kind, { body: string[]; cuts: string[] }> = drawings;

/** A man as it is drawn: `P` is White's, `p` is Black's. The colours come from the page's own variables. */
export function man(letter: string): SVGTemplateResult {
  const kind = letter.toLowerCase() as Kind;
  const shape = SHAPES[kind];
  const white = letter !== kind;
  return svg`<g class=${white ? "man white" : "man black"}>
    ${shape.body.map((d) => svg`<path class="body" d=${d}></path>`)}
    ${shape.cuts.map((d) => svg`<path class="cut" d=${d}></path>`)}
    ${kind === "n" ? svg`<circle class="eye" cx="42" cy="31.500" r="2.400"></circle>` : null}
  </g>`;
}
