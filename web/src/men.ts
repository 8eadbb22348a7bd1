/* What do the men look like? Twelve drawings of our own, on a square of a hundred, in two colours of one outline. */
import { svg, type SVGTemplateResult } from "lit";

export type Kind = "k" | "q" | "r" | "b" | "n" | "p";

/** The foot on which every man stands. */
const FOOT = "M21 90v-5q0-4.500 4.500-5.500l5.500-1.500h38l5.500 1.500q4.500 1 4.500 5.500v5z";

/* Each drawing is its body, then the lines cut into it. The body carries the outline, the cuts only a thinner one. */
const SHAPES: Record<Kind, { body: string[]; cuts: string[] }> = {
  p: {
    body: [
      "M40 50c0 13-4.500 21-11 28h42c-6.500-7-11-15-11-28z",
      FOOT,
      "M50 19a13.500 13.500 0 0 1 9.500 23.100l4.500 5.400q1.500 4-3 4H39q-4.500 0-3-4l4.500-5.400A13.500 13.500 0 0 1 50 19z",
    ],
    cuts: ["M41 51.500h18"],
  },
  r: {
    body: [
      "M34 46c1 14-1 23-7 32h46c-6-9-8-18-7-32z",
      FOOT,
      "M27 20h10v7h8v-7h10v7h8v-7h10v16q0 3-2.500 5l-6.500 6h-28l-6.500-6q-2.500-2-2.500-5z",
    ],
    cuts: ["M35 47h30", "M28 36.500h44"],
  },
  n: {
    body: [
      "M33 78c-1-13 6-19 11-24 2.500-2.500 4-5 4-8-4 4-9 5.500-13 6.500-2 .5-3.500 2.500-5.500 4.500-2 2-5 1-6.500-1.500-1.500-2.300-2-4.500-.5-7 4-6.500 7.500-11 9-18 1-4.500 3-7.500 6-10l-.5-9.500c0-1.500 1.500-2 2.500-1l7.500 6.500c19 1 30 17 29 43-.3 8-1 13-3 18.500z",
      FOOT,
    ],
    cuts: ["M56 24c9 6 13 17 12 34-.3 6-1.500 12-3.500 19", "M36.500 33.500l3.500-1.500"],
  },
  b: {
    body: [
      "M41 56c0 10-4 16-11 22h40c-7-6-11-12-11-22z",
      FOOT,
      "M50 20c9 6.500 15.500 14.500 15.500 23 0 5-2.500 8.500-5.500 11l2 2.500q1 3-2.500 3h-19q-3.500 0-2.500-3l2-2.500c-3-2.500-5.500-6-5.500-11 0-8.500 6.500-16.500 15.500-23z",
      "M50 10.500a5 5 0 1 1 0 10 5 5 0 0 1 0-10z",
    ],
    cuts: ["M41 54.500h18", "M57.500 29l-8 11.500"],
  },
  q: {
    body: [
      "M37 56c0 9-3 16-9 22h44c-6-6-9-13-9-22z",
      FOOT,
      "M24 27l8.500 10.500L37 21.500l8 14.500 5-17 5 17 8-14.500 4.500 16L76 27l-7.500 24.500-4 4.500 1.500 2.500q1 2.500-2.500 2.500h-27q-3.500 0-2.500-2.500l1.500-2.500-4-4.500z",
      "M50 10.500a4.500 4.500 0 1 1 0 9 4.500 4.500 0 0 1 0-9z",
    ],
    cuts: ["M35.500 56h29", "M31.500 51c12-3 25-3 37 0"],
  },
  k: {
    body: [
      "M37 57c0 9-3 15-9 21h44c-6-6-9-12-9-21z",
      FOOT,
      "M46.700 9h6.600v5.200h5.700v6.300h-5.700v8h-6.600v-8H41v-6.300h5.700z",
      "M50 27c6 0 9 2 10 4.500 6-2.500 14-.5 15 7 .8 6-3.500 11-9 15l-1.500 2.500 1.500 2.500q1 2.500-2.500 2.500h-27q-3.500 0-2.500-2.500l1.500-2.500-1.500-2.500c-5.500-4-9.800-9-9-15 1-7.500 9-9.500 15-7 1-2.500 4-4.500 10-4.500z",
    ],
    cuts: ["M35.500 56h29", "M40 31.500c5 4.500 8 11.500 8.500 20.500M60 31.500c-5 4.500-8 11.500-8.500 20.500"],
  },
};

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

export const NAMES: Record<Kind, string> = {
  k: "King",
  q: "Queen",
  r: "Rook",
  b: "Bishop",
  n: "Knight",
  p: "Pawn",
};

/** "white Knight", as it is read aloud. */
export function manName(letter: string): string {
  const kind = letter.toLowerCase() as Kind;
  return `${letter === kind ? "black" : "white"} ${NAMES[kind]}`;
}
