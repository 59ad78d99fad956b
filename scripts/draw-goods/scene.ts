import { lightness, shade } from "./colour.ts";
import { type Crease, creases } from "./path.ts";

export type View = "front" | "back";

/** What a garment is made of. */
export type Cloth = { colour: string; trim?: string; weave?: Weave; thread?: string };

type Weave = "jersey" | "twill" | "heather" | "rib" | "cable" | "mesh" | "borg" | "smooth";

/** One side of a garment, in layers from the ground up. */
export type Drawing = {
  /** Closed subpaths that together are the silhouette; each one's rim is shaded, so parts read as overlapping. */
  body: string;
  /** Lies behind the silhouette: the inside of a neck or a waistband. */
  behind?: string;
  /** Colour blocks and prints that belong to the cut, clipped to the silhouette. */
  blocks?: string;
  dark: readonly Crease[];
  light: readonly Crease[];
  seams?: string;
  stitches?: string;
  /** Lies on top, unshaded: collar, cords, buttons. */
  over?: string;
  /** Fits the garment into the frame: scale about the middle, then a shift. */
  fit?: readonly [scale: number, x: number, y: number];
};

/** Where the close-up looks: the point in the picture, how far in, and the tilt in degrees. */
export type Focus = { x: number; y: number; near: number; tilt?: number };

/** `ground`: what the garment hangs before, instead of plain paper; it then hangs a little aslant. */
type Picture = { drawing: Drawing; cloth: Cloth; prints: string; focus?: Focus; ground?: string };

/** How strongly shadow and light show on a cloth, as opacities. */
type Tone = Record<"rim" | "fold" | "gleam" | "side", number>;

const WEAVES: Record<Weave, { size: string; draw: string; ink?: string; depth?: number }> = {
  jersey: { size: 'width="3.6" height="3.6"', draw: "M0 .6L1.8 2.6L3.6 .6", depth: 0.1 },
  twill: { size: 'width="4" height="4"', draw: "M-1 1L1-1M0 4L4 0M3 5L5 3", ink: "#fff" },
  heather: {
    size: 'width="34" height="26"',
    draw: "M1 3h9M17 8h4M5 13h6M24 17h8M2 22h7M15 25h5M20 2h3M28 11h3M12 18h2",
  },
  rib: { size: 'width="8" height="8"', draw: "M4 0V8", depth: 0.2 },
  cable: { size: 'width="9" height="8"', draw: "M0 1L4.5 6L9 1", depth: 0.2 },
  mesh: { size: 'width="7" height="7"', draw: "M1 1h.1M4.5 4.5h.1" },
  borg: {
    size: 'width="22" height="18"',
    draw: "M1 6q4-6 8 0t-4 3M12 4q5-4 8 1t-5 3M4 15q5-5 8 0t-4 2M15 13q4-4 6 1t-4 3",
    depth: 0.26,
  },
  smooth: { size: 'width="1" height="1"', draw: "", depth: 0 },
};

const HUNG = "translate(300 352)rotate(-5)scale(.86)translate(-300 -360)";

/** The whole SVG of one view; with a focus, a close-up of it. Under 7 kB, no scripts, nothing external. */
export function picture({ drawing, cloth, prints, focus, ground }: Picture): string {
  const tone = toneOf(cloth.colour);
  const weave = cloth.weave ?? (focus ? "jersey" : undefined);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="720" viewBox="0 0 600 720">`,
    defs(drawing.body, tone, weave),
    ground ?? `<rect width="600" height="720" fill="url(#g)"/>`,
    `<g transform="${ground ? HUNG : ""}${frame(drawing, focus)}">`,
    ground
      ? `<use href="#b" transform="translate(16 22)" fill="#130c09" opacity=".5" filter="url(#s)"/>`
      : `<use href="#b" transform="translate(9 16)" fill="#4b3723" opacity=".42" filter="url(#s)"/>`,
    drawing.behind ?? "",
    `<use href="#b" fill="${cloth.colour}"/>`,
    `<g clip-path="url(#c)">${drawing.blocks ?? ""}${prints}`,
    weave ? `<path d="M0 0H600V720H0Z" fill="url(#t)"/>` : "",
    `<g filter="url(#f)"><use href="#b" fill="none" stroke="#130c09" stroke-width="16" opacity="${tone.rim}"/>`,
    `<path d="${creases(drawing.dark)}" fill="#130c09" opacity="${tone.fold}"/>`,
    `<path d="${creases(drawing.light)}" fill="#fff" opacity="${tone.gleam}"/></g></g>`,
    `<use href="#b" fill="url(#l)"/>`,
    lines(drawing, cloth),
    drawing.over ?? "",
    "</g></svg>\n",
  ].join("");
}

// Folds barely show on pale cloth and need force on dark cloth.
function toneOf(colour: string): Tone {
  const light = lightness(colour);
  if (light < 0.3) return { rim: 0.5, fold: 0.5, gleam: 0.13, side: 0.4 };
  if (light > 0.75) return { rim: 0.2, fold: 0.17, gleam: 0.6, side: 0.17 };
  return { rim: 0.32, fold: 0.26, gleam: 0.2, side: 0.28 };
}

function defs(body: string, tone: Tone, weave: Weave | undefined): string {
  const { size, draw, ink = "#130c09", depth = 0.13 } = WEAVES[weave ?? "jersey"];
  const cloth = `<pattern id="t" ${size} patternUnits="userSpaceOnUse"><path d="${draw}" fill="none" stroke="${ink}" opacity="${depth}"/></pattern>`;
  return [
    `<defs><radialGradient id="g" cx=".35" cy=".25" r=".95"><stop stop-color="#f6efe3"/><stop offset="1" stop-color="#e6dac7"/></radialGradient>`,
    `<linearGradient id="l" x2="1" y2=".25"><stop stop-color="#fff" stop-opacity="${Math.min(tone.gleam, 0.24)}"/><stop offset=".45" stop-color="#fff" stop-opacity="0"/><stop offset=".55" stop-opacity="0"/><stop offset="1" stop-color="#130c09" stop-opacity="${tone.side}"/></linearGradient>`,
    `<filter id="f"><feGaussianBlur stdDeviation="4.5"/></filter><filter id="s" x="-.2" width="1.4"><feGaussianBlur stdDeviation="12"/></filter>`,
    weave ? cloth : "",
    `<path id="b" d="${body}"/><clipPath id="c"><use href="#b"/></clipPath></defs>`,
  ].join("");
}

function frame({ fit = [1, 0, 0] }: Drawing, focus: Focus | undefined): string {
  const [scale, x, y] = fit;
  const fitted = `translate(${300 + x} ${360 + y})scale(${scale})translate(-300 -360)`;
  if (!focus) return fitted;
  const tilt = focus.tilt ? `rotate(${focus.tilt})` : "";
  return `translate(300 360)${tilt}scale(${focus.near})translate(${-300 - focus.x} ${-focus.y})`;
}

function lines({ seams, stitches }: Drawing, { colour, thread: chosen }: Cloth): string {
  const dark = shade(colour, -0.45);
  const thread = chosen ?? shade(colour, lightness(colour) > 0.55 ? -0.3 : 0.35);
  const seam = seams
    ? `<path d="${seams}" fill="none" stroke="${dark}" stroke-width="1.8" opacity=".75"/>`
    : "";
  const stitch = stitches
    ? `<path d="${stitches}" fill="none" stroke="${thread}" stroke-width="1.5" stroke-dasharray="5 3" opacity=".75"/>`
    : "";
  return seam || stitch ? `<g clip-path="url(#c)">${seam}${stitch}</g>` : "";
}
