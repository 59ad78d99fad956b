import { channels, INK } from "./colour.ts";
import { round } from "./path.ts";

/** A coloured wall to hang a garment on, and the colour its wave is painted in. */
type Wall = { colour: string; wave: string };

const WALLS: readonly Wall[] = [
  { colour: "#f5b52e", wave: "#e79a1b" },
  { colour: "#cf2c14", wave: "#b52009" },
  { colour: "#1f6f4c", wave: "#185a3d" },
  { colour: "#2b2426", wave: "#413639" },
  { colour: "#3f8fc4", wave: "#327eb1" },
  { colour: "#ee8f8a", wave: "#e3756f" },
  { colour: "#5a3163", wave: "#6d3f77" },
  { colour: "#ecdcbf", wave: "#dfcba6" },
];

/** How many walls stand out enough from a cloth to choose among. */
const CHOICE = 3;

// heights of a spoken "sauti", in tenths
const VOICE = [3, 5, 4, 8, 6, 10, 7, 9, 5, 7, 3, 4];
const STRIPE = [
  [INK.signal, 58],
  [INK.sun, 18],
  [INK.leaf, 12],
] as const;

/** A wall in a colour the cloth stands out from, the wave along it and the stripe of a matatu below; `turn` varies the choice. */
export function wall(cloth: string, turn: number): string {
  const far = [...WALLS].sort((one, other) => distance(other.colour, cloth) - distance(one.colour, cloth));
  const { colour, wave } = far[turn % CHOICE] ?? { colour: INK.sun, wave: INK.paper };
  return `<path d="M0 0H600V720H0Z" fill="${colour}"/><path d="${voice()}" fill="${wave}"/>${stripe(colour)}`;
}

function voice(): string {
  return VOICE.map((tenths, at) => {
    const [high, lean] = [tenths * 50, tenths * 9];
    return `M${at * 54 - 12 - lean / 2} ${330 + high / 2}l${lean}-${high}h30l-${lean} ${high}z`;
  }).join("");
}

// a band of the wall's own colour is painted in paper
function stripe(colour: string): string {
  let top = 566;
  const bands = STRIPE.map(([ink, wide]) => {
    const paint = distance(ink, colour) < 90 ? INK.paper : ink;
    const band = `<path d="M0 ${top + 70}L600 ${top}v${wide}L0 ${round(top + 70 + wide)}z" fill="${paint}"/>`;
    top += wide + 7;
    return band;
  });
  return bands.join("");
}

function distance(one: string, other: string): number {
  const there = channels(other);
  return Math.hypot(...channels(one).map((value, at) => value - (there[at] ?? 0)));
}
