/** The inks the goods are printed in; the cloth colours stand with each product. */
export const INK = {
  paper: "#f7f0e4",
  ink: "#1e1b1c",
  signal: "#e5432a",
  sun: "#f5b52e",
  leaf: "#1f8a5f",
  sky: "#3f8fc4",
  rose: "#ee8f8a",
  plum: "#5a3163",
} as const;

const WARM_DARK = [24, 14, 20];
const WARM_LIGHT = [255, 251, 244];

/** The colour moved towards shadow (below 0) or light (above 0); -1 and 1 are the ends. */
export function shade(colour: string, by: number): string {
  const target = by < 0 ? WARM_DARK : WARM_LIGHT;
  const mixed = channels(colour).map((value, at) => value + ((target[at] ?? 0) - value) * Math.abs(by));
  return `#${mixed.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
}

/** How light a colour looks, 0 to 1. */
export function lightness(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour);
  return (0.299 * red + 0.587 * green + 0.114 * blue) / 255;
}

/** Red, green and blue, 0 to 255. */
export function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
