import { lightness, shade } from "./colour.ts";
import { buttons, cords, flap, patch } from "./parts.ts";
import { across, both, type Crease, placed, whole } from "./path.ts";
import type { Cloth, View } from "./scene.ts";
import type { Garment } from "./tops.ts";
import { ribBand } from "./upper.ts";

type Point = readonly [x: number, y: number];

/** Right-hand points of trousers; knee and hem carry the outer and the inner x. */
type Legs = {
  waist: Point;
  hip: Point;
  crotch: number;
  knee: readonly [number, number, number];
  hem: readonly [number, number, number];
};

type LegCut = "straight" | "relaxed" | "tapered" | "narrow" | "slim" | "wide" | "short" | "ball" | "running";

const LEGS: Record<LegCut, Legs> = {
  straight: { waist: [110, 56], hip: [144, 176], crotch: 236, knee: [146, 34, 440], hem: [138, 46, 668] },
  relaxed: { waist: [114, 56], hip: [152, 176], crotch: 244, knee: [164, 26, 440], hem: [162, 32, 668] },
  tapered: { waist: [114, 56], hip: [152, 176], crotch: 244, knee: [152, 30, 430], hem: [116, 54, 668] },
  narrow: { waist: [100, 56], hip: [142, 176], crotch: 238, knee: [126, 30, 430], hem: [98, 50, 668] },
  slim: { waist: [88, 54], hip: [122, 170], crotch: 226, knee: [94, 26, 430], hem: [70, 32, 668] },
  wide: { waist: [100, 60], hip: [142, 168], crotch: 240, knee: [184, 16, 430], hem: [222, 20, 662] },
  short: { waist: [152, 132], hip: [200, 300], crotch: 388, knee: [216, 22, 460], hem: [222, 22, 556] },
  ball: { waist: [150, 108], hip: [206, 300], crotch: 372, knee: [230, 16, 470], hem: [242, 14, 616] },
  running: { waist: [162, 152], hip: [214, 300], crotch: 410, knee: [244, 16, 450], hem: [254, 24, 532] },
};

type TrouserSpec = {
  cut: LegCut;
  top: "rib" | "belt" | "paperbag";
  foot?: "hem" | "rib" | "turnup" | "raw";
  cords?: string;
  pockets?: "slant" | "curved" | "none";
  cargo?: boolean;
  knees?: boolean;
  stripes?: readonly (readonly [width: number, colour: string])[];
  metal?: string;
};

/** Trousers, joggers, shorts and leggings. */
export function trousers(spec: TrouserSpec): Garment {
  return (cloth, view) => {
    const legs = LEGS[spec.cut];
    const {
      waist: [wx, wy],
    } = legs;
    return {
      body: whole(legsHalf(legs)),
      behind: waistInside(wx, wy, cloth),
      blocks:
        stripes(spec, legs) +
        kneePatches(spec, legs, cloth.colour, view) +
        feet(spec, legs, cloth) +
        waistband(spec, legs, cloth),
      dark: legFolds(legs, spec),
      light: legGleams(legs),
      seams: seams(spec, legs, view),
      stitches: stitches(spec, legs, view),
      over: fittings(spec, legs, cloth, view),
    };
  };
}

function legsHalf({
  waist: [wx, wy],
  hip: [hx, hy],
  crotch,
  knee: [ko, ki, ky],
  hem: [oo, oi, oy],
}: Legs): string {
  const outer = `C${wx + 8} ${wy + 50} ${hx - 6} ${hy - 50} ${hx} ${hy}C${hx + 6} ${hy + 60} ${ko + 2} ${ky - 60} ${ko} ${ky}L${oo} ${oy}`;
  const inner = `Q${(oo + oi) / 2} ${oy + 8} ${oi} ${oy}L${ki} ${ky}C${ki - 4} ${(ky + crotch) / 2} 12 ${crotch + 34} 0 ${crotch}`;
  return `M0 ${wy + 7}Q${wx * 0.6} ${wy + 6} ${wx} ${wy}${outer}${inner}`;
}

function outerLine({ waist: [wx, wy], hip: [hx, hy], knee: [ko, , ky], hem: [oo, , oy] }: Legs): string {
  return `M${wx} ${wy}C${wx + 8} ${wy + 50} ${hx - 6} ${hy - 50} ${hx} ${hy}C${hx + 6} ${hy + 60} ${ko + 2} ${ky - 60} ${ko} ${ky}L${oo} ${oy + 6}`;
}

function waistInside(wx: number, wy: number, cloth: Cloth): string {
  const lining = shade(cloth.colour, lightness(cloth.colour) < 0.3 ? 0.12 : -0.4);
  const d = placed(`M${-wx} ${wy}Q0 ${wy - 16} ${wx} ${wy}Q0 ${wy + 20} ${-wx} ${wy}Z`);
  return `<path d="${d}" fill="${lining}"/>`;
}

// Double knees: a second layer of the same cloth, a little lighter from wear.
function kneePatches(spec: TrouserSpec, { knee: [ko, ki, ky] }: Legs, colour: string, view: View): string {
  if (!spec.knees || view === "back") return "";
  const d = both(`M${ko + 10} ${ky - 90}L${ki - 10} ${ky - 84}L${ki - 10} ${ky + 86}L${ko + 10} ${ky + 80}`);
  return `<path d="${d}" fill="${shade(colour, 0.1)}"/>`;
}

function stripes({ stripes: list = [] }: TrouserSpec, legs: Legs): string {
  const line = both(outerLine(legs));
  return list
    .map(
      ([width, colour]) => `<path d="${line}" fill="none" stroke="${colour}" stroke-width="${width * 2}"/>`,
    )
    .join("");
}

function feet({ foot = "hem" }: TrouserSpec, { hem: [oo, oi, oy] }: Legs, cloth: Cloth): string {
  const line = (up: number) =>
    both(`M${oo + 6} ${oy - up + 2}Q${(oo + oi) / 2} ${oy + 8 - up} ${oi - 6} ${oy - up + 2}`);
  if (foot === "rib") return ribBand(line(20), 46, cloth.trim ?? shade(cloth.colour, -0.12));
  if (foot === "turnup")
    return `<path d="${line(20)}" fill="none" stroke="${shade(cloth.colour, 0.3)}" stroke-width="46"/><path d="${line(43)}" fill="none" stroke="${shade(cloth.colour, -0.4)}" stroke-width="3"/>`;
  if (foot === "raw")
    return `<path d="${line(-2)}" fill="none" stroke="${shade(cloth.colour, 0.5)}" stroke-width="9" stroke-dasharray="2 2"/>`;
  return "";
}

function waistband({ top }: TrouserSpec, { waist: [wx, wy] }: Legs, cloth: Cloth): string {
  const line = across(`M0 ${wy + 26}Q${wx * 0.6} ${wy + 25} ${wx + 8} ${wy + 18}`);
  if (top === "rib") return ribBand(line, 38, cloth.trim ?? shade(cloth.colour, -0.1));
  if (top === "paperbag")
    return `<path d="${line}" transform="translate(0 14)" fill="none" stroke="${shade(cloth.colour, -0.12)}" stroke-width="20"/>`;
  return `<path d="${across(`M0 ${wy + 34}Q${wx * 0.6} ${wy + 33} ${wx + 8} ${wy + 26}`)}" fill="none" stroke="${shade(cloth.colour, -0.5)}" stroke-width="2" opacity=".8"/>`;
}

function legFolds(
  { hip: [hx, hy], crotch: c, knee: [ko, ki, ky], hem: [oo, oi, oy] }: Legs,
  { cut }: TrouserSpec,
): Crease[] {
  const crotch: Crease[] = [
    [4, c - 2, hx - 40, c - 46, 6, 7],
    [-4, c - 2, -hx + 44, c - 40, -6, 7],
    [6, c + 10, hx - 56, c + 24, -5, 6],
    [-6, c + 12, -hx + 60, c + 34, 5, 6],
    [hx - 4, hy + 8, hx - 70, hy + 38, 6, 7],
  ];
  if (cut === "short" || cut === "ball" || cut === "running") {
    return crotch.concat([
      [oo - 60, oy, hx - 66, oy - 120, 6, 10],
      [-oo + 90, oy, -hx + 84, oy - 110, -6, 10],
      [oi + 30, oy, 34, oy - 90, 4, 8],
    ]);
  }
  return crotch.concat([
    [ko - 4, ky - 16, ki + 30, ky + 10, 6, 9],
    [ko - 6, ky + 30, ki + 44, ky + 22, -4, 8],
    [-ko + 4, ky - 4, -ki - 34, ky + 20, -6, 9],
    [-ki - 4, ky + 44, -ko + 40, ky + 34, -4, 7],
    [oo - 6, oy - 66, oi + 26, oy - 52, 5, 8],
    [-oo + 6, oy - 76, -oi - 20, oy - 54, -5, 8],
    [oi + 4, oy - 96, oo - 36, oy - 108, -5, 7],
  ]);
}

function legGleams({ hip: [hx, hy], knee: [ko, ki, ky], hem: [oo, oi, oy] }: Legs): Crease[] {
  return [
    [-hx + 22, hy - 20, (-ko + -ki) / 2 - 14, ky - 30, -6, 13],
    [hx * 0.42, hy + 40, (ko + ki) / 2 - 12, ky - 20, 6, 12],
    [-(ko + ki) / 2 - 16, ky + 50, -(oo + oi) / 2 - 12, oy - 80, 4, 10],
    [(ko + ki) / 2 - 16, ky + 50, (oo + oi) / 2 - 12, oy - 80, -4, 9],
  ];
}

function seams(
  spec: TrouserSpec,
  { waist: [wx, wy], hip: [hx, hy], crotch: c, knee: [ko, ki, ky] }: Legs,
  view: View,
): string {
  const middle = placed(`M0 ${wy + 40}L0 ${c}`);
  const knees =
    spec.knees && view === "front"
      ? both(`M${ko} ${ky - 90}L${ki - 2} ${ky - 84}`) + both(`M${ko} ${ky + 80}L${ki + 2} ${ky + 86}`)
      : "";
  // A yoke over the seat: shallow under a belt, deep on leggings.
  const yoke = both(`M0 ${wy + (spec.cut === "slim" ? 150 : 92)}L${wx + 10} ${wy + 62}`);
  if (view === "back") return middle + knees + (spec.top === "belt" || spec.cut === "slim" ? yoke : "");
  const pocket = {
    slant: both(`M${wx - 30} ${wy + 38}L${hx + 2} ${hy + 6}`),
    curved: both(`M${wx - 40} ${wy + 38}C${wx - 36} ${wy + 80} ${hx - 20} ${wy + 96} ${hx + 2} ${wy + 92}`),
    none: "",
  };
  const fly = spec.top === "belt" ? placed(`M26 ${wy + 36}L24 ${c - 74}Q22 ${c - 44} 0 ${c - 36}`) : "";
  return middle + pocket[spec.pockets ?? "slant"] + fly + knees;
}

function stitches(
  spec: TrouserSpec,
  { waist: [wx, wy], hip: [hx, hy], hem: [oo, oi, oy] }: Legs,
  view: View,
): string {
  const foot =
    (spec.foot ?? "hem") === "hem"
      ? both(`M${oo} ${oy - 13}Q${(oo + oi) / 2} ${oy - 5} ${oi} ${oy - 13}`)
      : "";
  const band = spec.top === "belt" ? across(`M0 ${wy + 13}Q${wx * 0.6} ${wy + 12} ${wx + 1} ${wy + 6}`) : "";
  const slant =
    view === "front" && spec.pockets !== "none" && spec.pockets !== "curved"
      ? both(`M${wx - 37} ${wy + 40}L${hx - 6} ${hy + 10}`)
      : "";
  return foot + band + slant;
}

function fittings(spec: TrouserSpec, legs: Legs, cloth: Cloth, view: View): string {
  const [wx, wy] = legs.waist;
  const loop = both(`M${wx - 38} ${wy + 1}L${wx - 36} ${wy + 39}`);
  const loops = `<path d="${loop}" stroke="${shade(cloth.colour, -0.4)}" stroke-width="11"/><path d="${loop}" stroke="${cloth.colour}" stroke-width="7.5"/>`;
  const belt = spec.top === "belt" ? loops : "";
  const cargo = spec.cargo ? cargoPockets(legs, cloth) : "";
  if (view === "back") return belt + seatPockets(spec, legs, cloth) + cargo;
  const button = spec.top === "belt" ? buttons([[6, wy + 20]], spec.metal ?? "#b98b52", 13) : "";
  const tie = spec.cords ? cords(13, wy + 24, 78, spec.cords) : "";
  return belt + button + tie + cargo;
}

function cargoPockets({ knee: [out, , y] }: Legs, cloth: Cloth): string {
  const { colour } = cloth;
  const pocket = (x: number) =>
    patch({ x, y: y - 96, w: 84, h: 104, cloth, fill: shade(colour, -0.04) }) +
    flap(x, y - 102, 90, 40, colour, "#4a4036");
  return pocket(out - 32) + pocket(32 - out);
}

function seatPockets(spec: TrouserSpec, { waist: [, wy], hip: [hx] }: Legs, cloth: Cloth): string {
  if (spec.cut === "slim") return "";
  const [size, drop] = [hx * 0.52, spec.top === "rib" ? 0 : 14];
  const pocket = (x: number) => patch({ x, y: wy + 100, w: size, h: size, cloth, drop });
  return pocket(hx * 0.5) + (spec.top === "rib" ? "" : pocket(-hx * 0.5));
}
