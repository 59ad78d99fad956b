import { CENTRE, round } from "./path.ts";

/** How a line of drawn words looks; `h` is the height of its capitals in picture units. */
type Words = {
  text: string;
  x?: number;
  y: number;
  h: number;
  ink: string;
  weight?: number;
  slant?: number;
  turn?: number;
  soft?: boolean;
  edge?: string;
  drop?: string;
};

const SPACE = 2.2;
const GAP = 0.75;

// Our own capitals: chamfered like a matatu's sign-writing, one stroke each, on a grid 4 wide and 6 high.
const LETTERS: Record<string, string> = {
  A: "M0 6L0 1L1 0L3 0L4 1L4 6M0 3.8L4 3.8",
  B: "M0 3L3 3L4 4L4 5L3 6L0 6L0 0L3 0L4 1L4 2L3 3",
  C: "M4 1.8L4 1L3 0L1 0L0 1L0 5L1 6L3 6L4 5L4 4.2",
  D: "M0 0L3 0L4 1L4 5L3 6L0 6L0 -.7",
  E: "M3.6 0L0 0L0 6L3.6 6M0 3L3 3",
  F: "M3.6 0L0 0L0 6.7M0 3.2L3 3.2",
  G: "M4 1.6L4 1L3 0L1 0L0 1L0 5L1 6L3 6L4 5L4 3.2L2.2 3.2",
  H: "M0 -.7L0 6.7M4 -.7L4 6.7M0 3L4 3",
  I: "M0 -.7L0 6.7",
  J: "M3.6 -.7L3.6 5L2.6 6L1 6L0 5L0 4.2",
  K: "M0 -.7L0 6.7M0 3L1.8 3L4 .8L4 -.7M1.8 3L4 5.2L4 6.7",
  L: "M0 -.7L0 6L2.9 6",
  M: "M0 -.7L0 6.7M5.2 -.7L5.2 6.7M0 .2L2.6 3.6L5.2 .2",
  N: "M0 -.7L0 6.7M4 -.7L4 6.7M0 .4L4 5.6",
  O: "M1 0L3 0L4 1L4 5L3 6L1 6L0 5L0 1Z",
  P: "M0 6.7L0 0L3 0L4 1L4 2.6L3 3.6L0 3.6",
  Q: "M1 0L3 0L4 1L4 5L3 6L1 6L0 5L0 1ZM2.2 4L4.6 6.6",
  R: "M0 6.7L0 0L3 0L4 1L4 2.3L3 3.3L0 3.3M2.2 3.3L4 5.2L4 6.7",
  S: "M4 1.6L4 1L3 0L1 0L0 1L0 2L1 3L3 3L4 4L4 5L3 6L1 6L0 5L0 4.4",
  T: "M-.4 0L3.6 0M1.6 0L1.6 6.7",
  U: "M0 -.7L0 5L1 6L3 6L4 5L4 -.7",
  V: "M0 -.7L0 3L2 6L4 3L4 -.7",
  W: "M0 -.7L0 6.7M5.2 -.7L5.2 6.7M0 5.8L2.6 2.4L5.2 5.8",
  X: "M0 -.7L0 1L4 5L4 6.7M4 -.7L4 1L0 5L0 6.7",
  Y: "M0 -.7L0 1.4L2 3.4L4 1.4L4 -.7M2 3.4L2 6.7",
  Z: "M0 0L4 0L4 1L0 5L0 6L4 6",
  "0": "M1 0L3 0L4 1L4 5L3 6L1 6L0 5L0 1Z",
  "1": "M0 1L1.4 0L1.4 6.7",
  "2": "M0 1.6L0 1L1 0L3 0L4 1L4 2.4L0 5.4L0 6L4.3 6",
  "3": "M0 1L1 0L3 0L4 1L4 2L3 3L1.4 3M3 3L4 4L4 5L3 6L1 6L0 5",
  "4": "M3 6.7L3 -.7M4.4 4.4L0 4.4L2.4 0",
  "5": "M4 0L0 0L0 2.6L3 2.6L4 3.6L4 5L3 6L1 6L0 5",
  "6": "M4 1L3 0L1 0L0 1L0 5L1 6L3 6L4 5L4 3.8L3 2.8L0 2.8",
  "7": "M0 0L4 0L4 1L1.6 4L1.6 6.7",
  "8": "M1 3L0 2L0 1L1 0L3 0L4 1L4 2L3 3L1 3L0 4L0 5L1 6L3 6L4 5L4 4L3 3",
  "9": "M0 5L1 6L3 6L4 5L4 1L3 0L1 0L0 1L0 2.2L1 3.2L4 3.2",
  ".": "M0 5.6L0 6.7",
  "!": "M0 -.7L0 3.9M0 5.6L0 6.7",
  "-": "M0 3L2 3",
  "'": "M0 -.7L0 1.2",
};

/** One line of words as drawn strokes, centred on `x`, its capitals starting at `y`. */
export function words(spec: Words): string {
  const { text, x = 0, y, h, ink, weight = 1.4, slant = 0, turn = 0, soft = false, edge, drop } = spec;
  const { d, width } = strokes(text, weight);
  const place = `translate(${round(CENTRE + x)} ${round(y)})${turn ? `rotate(${turn})` : ""}`;
  const lean = slant ? `skewX(${-slant})` : "";
  const scale = `scale(${Math.round((h / 6) * 100) / 100})translate(${round(-width / 2)} 0)`;
  const join = soft ? ' stroke-linejoin="round" stroke-linecap="round"' : "";
  const line = (colour: string, wide: number, shift = "") =>
    `<path d="${d}" stroke="${colour}" stroke-width="${round(wide)}"${shift}/>`;
  const dropped = drop ? line(drop, weight + (edge ? 0.9 : 0), ' transform="translate(.6 .7)"') : "";
  const edged = edge ? line(edge, weight + 0.9) : "";
  return `<g transform="${place}${lean}${scale}" fill="none"${join}>${dropped}${edged}${line(ink, weight)}</g>`;
}

function strokes(text: string, weight: number): { d: string; width: number } {
  let pen = 0;
  let d = "";
  for (const letter of text) {
    const shape = LETTERS[letter];
    if (letter !== " " && shape === undefined)
      throw new Error(`No drawn letter for "${letter}" in "${text}"`);
    d += shape === undefined ? "" : moved(shape, pen);
    pen += shape === undefined ? SPACE : widthOf(shape) + weight + GAP;
  }
  return { d, width: pen - weight - GAP };
}

function moved(shape: string, by: number): string {
  return shape.replace(/([ML])(-?[\d.]+) /g, (_, command, x) => `${command}${round(Number(x) + by)} `);
}

function widthOf(shape: string): number {
  return Math.max(...[...shape.matchAll(/[ML](-?[\d.]+) /g)].map(([, x]) => Number(x)));
}
