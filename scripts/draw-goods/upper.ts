import { lightness, shade } from "./colour.ts";
import { across, both, type Crease, pair, placed, round, whole } from "./path.ts";
import type { Cloth, Drawing, View } from "./scene.ts";

export type Fit = "men" | "women" | "boxy" | "crop" | "dress";
export type Neck = "crew" | "vee" | "scoop" | "high";
type Sleeve = "short" | "cap" | "elbow" | "long" | "full" | "puff" | "none";

/** Right-hand points of a body, from the neck down; x from the centre line. */
export type Frame = Record<"neck" | "shoulder" | "underarm" | "waist" | "hem", readonly [number, number]>;

export type UpperSpec = {
  fit: Fit;
  neck: Neck;
  sleeve: Sleeve;
  hem?: "straight" | "curved" | "rib";
  collar?: boolean;
};

/** A body with sleeves, and the frame its maker hangs the rest on. */
type Upper = { drawing: Drawing; frame: Frame; neckDepth: number; arm: Arm | undefined };

/** A right sleeve: its outline and its cuff, outer end first. */
export type Arm = { part: string; outer: readonly [number, number]; inner: readonly [number, number] };

const FRAMES: Record<Fit, Frame> = {
  men: { neck: [64, 98], shoulder: [170, 132], underarm: [166, 262], waist: [164, 440], hem: [168, 624] },
  women: { neck: [66, 104], shoulder: [142, 132], underarm: [142, 244], waist: [126, 384], hem: [148, 598] },
  boxy: { neck: [66, 98], shoulder: [194, 146], underarm: [188, 290], waist: [188, 440], hem: [190, 614] },
  crop: { neck: [70, 132], shoulder: [164, 162], underarm: [160, 282], waist: [152, 420], hem: [158, 548] },
  dress: { neck: [58, 70], shoulder: [130, 96], underarm: [126, 196], waist: [112, 324], hem: [170, 660] },
};

const DEPTHS: Record<Neck, number> = { crew: 42, vee: 104, scoop: 84, high: 16 };

/** Draws one side of a body with its sleeves; collars, prints and fastenings are the maker's. */
export function upper(spec: UpperSpec, cloth: Cloth, view: View): Upper {
  const frame = FRAMES[spec.fit];
  const arm = sleeve(spec.sleeve, frame);
  const neckDepth =
    view === "front" ? DEPTHS[spec.neck] : spec.sleeve === "none" && spec.neck !== "high" ? 46 : 14;
  const body = whole(bodyHalf(spec, frame, neckDepth, view));
  const drawing: Drawing = {
    body: body + (arm ? pair(arm.part) : ""),
    behind: view === "front" ? inside(frame, neckDepth, spec.neck, cloth) : "",
    dark: bodyFolds(frame).concat(arm ? armFolds(spec.sleeve, frame, arm) : []),
    light: bodyGleams(frame),
    seams: both(shoulderSeam(frame, spec.sleeve)),
    stitches: stitching(spec, frame, arm),
    over: spec.collar === false ? "" : ribCollar(frame, neckDepth, spec.neck, cloth, view),
  };
  return { drawing, frame, neckDepth, arm };
}

/** The rim of a neck as a right-half curve from the centre line up to the shoulder. */
export function neckCurve(
  { neck: [wide, top] }: Pick<Frame, "neck">,
  depth: number,
  shape: Neck,
  inset = 0,
): string {
  const [x, bottom] = [wide - inset, top + depth - inset];
  if (shape === "vee" && depth > 60) return `M0 ${bottom}Q${x * 0.62} ${top + depth * 0.42} ${x} ${top}`;
  return `M0 ${bottom}C${x * 0.6} ${bottom} ${x * 0.94} ${top + depth * 0.55} ${x} ${top}`;
}

/** A knitted band along a line: its colour and its ribs. */
export function ribBand(d: string, width: number, colour: string): string {
  const rib = shade(colour, lightness(colour) < 0.25 ? 0.16 : -0.22);
  return `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}"/><path d="${d}" fill="none" stroke="${rib}" stroke-width="${width}" stroke-dasharray="1.8 4.2"/>`;
}

/** The line along a hem, `up` picture units above its edge. */
export function hemLine({ hem: [x, y] }: Frame, up: number): string {
  return across(`M0 ${y + 9 - up}Q${round(x * 0.6)} ${y + 9 - up} ${x + 12} ${y - up}`);
}

/** The line around a cuff, `up` picture units above its edge, over both sleeves. */
export function cuffLine({ outer, inner }: Arm, up: number, frame: Frame): string {
  const [dx, dy] = [frame.shoulder[0] + 10 - outer[0], frame.shoulder[1] - outer[1]];
  const length = Math.hypot(dx, dy);
  const [ox, oy] = [(dx / length) * up, (dy / length) * up];
  return both(`M${outer[0] + ox + 1} ${outer[1] + oy}L${inner[0] + ox - 1} ${inner[1] + oy}`);
}

function bodyHalf({ neck, sleeve: kind, hem }: UpperSpec, frame: Frame, depth: number, view: View): string {
  const { shoulder: s, underarm: u, waist: w, hem: h } = frame;
  const bare = kind === "none";
  const tip = bare ? [s[0] - 46, s[1] - 14] : s;
  const bite = bare ? (view === "front" ? 52 : 44) : 14;
  const armhole = `C${s[0] - bite} ${s[1] + 56} ${u[0] - (bare ? 34 : 8)} ${u[1] - 30} ${u[0]} ${u[1] + (bare ? 14 : 0)}`;
  const side = `C${u[0] - 3} ${u[1] + 70} ${w[0] - 2} ${w[1] - 60} ${w[0]} ${w[1]}C${w[0] + 2} ${w[1] + 60} ${h[0] - 2} ${h[1] - 80} ${h[0]} ${h[1]}`;
  const bottom =
    hem === "curved"
      ? `Q${h[0] - 16} ${h[1] + 6} ${h[0] * 0.55} ${h[1] + 26}Q${h[0] * 0.3} ${h[1] + 36} 0 ${h[1] + 36}`
      : `Q${h[0] * 0.6} ${h[1] + 9} 0 ${h[1] + 9}`;
  return `${neckCurve(frame, depth, neck)}L${tip[0]} ${tip[1]}${armhole}${side}${bottom}`;
}

function sleeve(kind: Sleeve, { shoulder: s, underarm: u }: Frame): Arm | undefined {
  if (kind === "none") return undefined;
  const reach: Record<Exclude<Sleeve, "none">, readonly number[]> = {
    cap: [44, 66, 22, 12],
    short: [74, 128, 34, 42],
    puff: [52, 130, 22, 44],
    elbow: [86, 224, 30, 146],
    long: [80, 424, 24, 306],
    full: [80, 424, 16, 304],
  };
  const [ox = 0, oy = 0, ix = 0, iy = 0] = reach[kind];
  const outer = [s[0] + ox, s[1] + oy] as const;
  const inner = [u[0] + ix, u[1] + iy] as const;
  const bulge = kind === "puff" ? 46 : kind === "full" ? 16 : 0;
  const top = `C${s[0] + 30 + bulge} ${s[1] + 10 - bulge * 0.4} ${outer[0] - 14 + bulge} ${s[1] + oy * 0.5 - bulge * 0.2} ${outer[0]} ${outer[1]}`;
  const under = `C${inner[0] - 8} ${inner[1] - iy * 0.4} ${u[0] + 16} ${u[1] + iy * 0.2} ${u[0] - 1} ${u[1] + 4}`;
  const close = `C${u[0] - 9} ${u[1] - 34} ${s[0] - 14} ${s[1] + 52} ${s[0]} ${s[1]}`;
  if (kind === "full") return gathered(s, outer, inner, under + close);
  return { part: `M${s[0]} ${s[1]}${top}L${inner[0]} ${inner[1]}${under}${close}`, outer, inner };
}

// A sweatshirt's sleeve: blouses over its cuff, then the cuff draws it in.
function gathered(
  s: readonly number[],
  outer: readonly [number, number],
  inner: readonly [number, number],
  rest: string,
): Arm {
  const [sx = 0, sy = 0] = s;
  const blouse = `C${sx + 44} ${sy + 12} ${outer[0] + 4} ${sy + 200} ${outer[0] + 9} ${outer[1] - 60}C${outer[0] + 12} ${outer[1] - 46} ${outer[0] + 2} ${outer[1] - 42} ${outer[0]} ${outer[1] - 36}L${outer[0] + 2} ${outer[1]}`;
  const gather = `L${inner[0] + 4} ${inner[1] + 4}L${inner[0]} ${inner[1] - 32}C${inner[0] - 6} ${inner[1] - 38} ${inner[0] - 8} ${inner[1] - 42} ${inner[0] - 7} ${inner[1] - 52}`;
  return {
    part: `M${sx} ${sy}${blouse}${gather}${rest}`,
    outer: [outer[0] + 2, outer[1]],
    inner: [inner[0] + 4, inner[1] + 4],
  };
}

function inside({ neck: [wide, top] }: Frame, depth: number, shape: Neck, cloth: Cloth): string {
  const hole = `${across(neckCurve({ neck: [wide, top] }, depth, shape))}L${300 + wide} ${top}`;
  const back = ` Q300 ${top + 16} ${300 - wide} ${top}Z`;
  const label = `<rect x="283" y="${top + 15}" width="34" height="17" fill="#f7f0e4"/><path d="M290 ${top + 24}v-3m5 6v-9m5 7v-5m5 6v-8m5 5v-2" stroke="#e5432a" stroke-width="2"/>`;
  const lining = shade(cloth.colour, lightness(cloth.colour) < 0.3 ? 0.14 : -0.36);
  return `<path d="${hole}${back}" fill="${lining}"/>${depth > 30 ? label : ""}`;
}

function ribCollar(frame: Frame, depth: number, shape: Neck, cloth: Cloth, view: View): string {
  const colour = cloth.trim ?? shade(cloth.colour, lightness(cloth.colour) < 0.3 ? 0.07 : -0.08);
  const [wide, top] = frame.neck;
  const rim = across(`${neckCurve(frame, depth, shape, 6)}L${wide - 6} ${top - 3}`);
  const nape = placed(
    `M${-wide} ${top + 2}L${1 - wide} ${top - 3}Q0 ${top + 9} ${wide - 1} ${top - 3}L${wide} ${top + 2}Q0 ${top + 24} ${-wide} ${top + 2}Z`,
  );
  const edge = `<path d="${across(neckCurve(frame, depth, shape, -2))}" fill="none" stroke="${shade(cloth.colour, -0.4)}" stroke-width="1.6" opacity=".7"/>`;
  const rear =
    view === "front" && shape !== "high" ? `<path d="${nape}" fill="${shade(colour, -0.25)}"/>` : "";
  return rear + ribBand(rim, 14, colour) + edge;
}

function shoulderSeam({ neck, shoulder }: Frame, kind: Sleeve): string {
  if (kind === "none") return "";
  return `M${neck[0]} ${neck[1] + 3}L${shoulder[0]} ${shoulder[1] + 3}`;
}

function stitching(spec: UpperSpec, frame: Frame, arm: Arm | undefined): string {
  if (spec.hem === "rib") return "";
  const hem = spec.hem === "curved" ? "" : hemLine(frame, 13) + hemLine(frame, 17);
  const cuffs = arm && spec.sleeve !== "puff" ? cuffLine(arm, 11, frame) : "";
  return hem + cuffs;
}

function bodyFolds({ underarm: u, waist: w, hem: h }: Frame): Crease[] {
  const long = h[1] - u[1];
  return [
    [u[0] - 4, u[1] + 8, u[0] - 84, u[1] + 52, 8, 7],
    [-u[0] + 4, u[1] + 8, -u[0] + 78, u[1] + 66, -9, 7],
    [u[0] - 6, u[1] + 30, u[0] - 64, u[1] + 120, -6, 6],
    [w[0] - 2, w[1] + 16, w[0] - 96, w[1] + 46, -8, 8],
    [-w[0] + 2, w[1] - 8, -w[0] + 104, w[1] + 34, 10, 9],
    [h[0] - 44, h[1] + 2, h[0] - 62, h[1] - long * 0.34, 7, 9],
    [-h[0] + 60, h[1] + 4, -h[0] + 66, h[1] - long * 0.3, -8, 9],
    [-h[0] + 118, h[1] + 6, -h[0] + 132, h[1] - long * 0.17, 4, 7],
  ];
}

function bodyGleams({ underarm: u, waist: w, hem: h, shoulder: s }: Frame): Crease[] {
  const long = h[1] - u[1];
  return [
    [-s[0] + 14, s[1] + 14, -s[0] + 74, s[1] - 4, -4, 8],
    [-u[0] + 14, u[1] + 44, -u[0] + 70, u[1] + 96, -8, 9],
    [-w[0] + 24, w[1] + 12, -w[0] + 96, w[1] + 54, 10, 9],
    [w[0] - 20, w[1] + 40, w[0] - 90, w[1] + 66, -6, 8],
    [-h[0] + 36, h[1] - 8, -h[0] + 46, h[1] - long * 0.32, -6, 10],
    [h[0] - 84, h[1] - 4, h[0] - 92, h[1] - long * 0.26, 5, 9],
  ];
}

function armFolds(kind: Sleeve, { shoulder: s, underarm: u }: Frame, arm: Arm): Crease[] {
  const [ox, oy] = arm.outer;
  if (kind === "cap") return [];
  if (kind === "puff") {
    const gathers: Crease[] = [20, 44, 66].map((x) => [
      s[0] + x * 0.2,
      s[1] + 8 + x * 0.3,
      u[0] + x,
      oy - 14,
      -8,
      7,
    ]);
    return gathers.concat(gathers.map(([a, b, c, d, e, f]) => [-a, b, -c, d, -e, f]));
  }
  if (oy - s[1] < 240)
    return [
      [u[0] + 8, u[1] - 6, ox - 24, oy - 44, 8, 6],
      [-u[0] - 8, u[1] - 6, -ox + 28, oy - 34, -8, 6],
    ];
  const middle = (s[1] + oy) / 2;
  return [
    [u[0] + 4, u[1] - 10, u[0] + 56, u[1] + 40, 6, 8],
    [-u[0] - 4, u[1] - 10, -u[0] - 54, u[1] + 34, -6, 8],
    [u[0] + 18, middle + 6, u[0] + 78, middle - 18, 6, 9],
    [-u[0] - 18, middle + 16, -u[0] - 76, middle - 14, -6, 9],
    [u[0] + 26, middle + 50, u[0] + 82, middle + 34, -5, 7],
    [-u[0] - 30, oy - 84, -ox + 4, oy - 110, 6, 7],
    [u[0] + 34, oy - 74, ox - 4, oy - 92, 5, 7],
  ];
}
