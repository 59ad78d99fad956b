import { lightness, shade } from "./colour.ts";
import { buttons, patch } from "./parts.ts";
import { across, both, type Crease, placed, whole } from "./path.ts";
import type { Cloth, Drawing, View } from "./scene.ts";
import type { Garment } from "./tops.ts";
import { ribBand } from "./upper.ts";

type SkirtSpec = {
  cut: "mini" | "midi" | "pleated";
  top: "belt" | "rib";
  border?: readonly (readonly [up: number, width: number, colour: string, dashes?: string])[];
  denim?: boolean;
};

type Point = readonly [x: number, y: number];
type Folds = Pick<Drawing, "dark" | "light">;

const SHAPES = {
  mini: { waist: [132, 104], hip: [190, 256], hem: [216, 590] },
  midi: { waist: [100, 62], hip: [146, 180], hem: [194, 658] },
  pleated: { waist: [108, 84], hip: [160, 220], hem: [232, 628] },
} as const;

/** Skirts: a denim mini, a midi with a kanga border, knife pleats. */
export function skirt(spec: SkirtSpec): Garment {
  return (cloth, view) => {
    const { waist, hip, hem } = SHAPES[spec.cut];
    const [[wx, wy], [hx, hy], [ex, ey]] = [waist, hip, hem];
    const side = `C${wx + 10} ${wy + 54} ${hx - 8} ${hy - 50} ${hx} ${hy}L${ex} ${ey}`;
    const lining = shade(cloth.colour, lightness(cloth.colour) < 0.3 ? 0.12 : -0.4);
    const opening = placed(`M${-wx} ${wy}Q0 ${wy - 16} ${wx} ${wy}Q0 ${wy + 20} ${-wx} ${wy}Z`);
    const line = across(`M0 ${wy + 25}Q${wx * 0.6} ${wy + 24} ${wx + 10} ${wy + 17}`);
    const band = ribBand(line, 38, cloth.trim ?? shade(cloth.colour, -0.1));
    const folds = spec.cut === "pleated" ? pleats(wx, wy, ex, ey) : drape(hx, hy, ex, ey);
    const rear = view === "back" ? hiddenZip(wy) : {};
    const sewn = spec.denim ? denimParts([wx, wy], [hx, hy], ey, cloth, view) : rear;
    return {
      body: whole(
        `M0 ${wy + 7}Q${wx * 0.6} ${wy + 6} ${wx} ${wy}${side}Q${ex * 0.6} ${ey + 20} 0 ${ey + 20}`,
      ),
      behind: `<path d="${opening}" fill="${lining}"/>`,
      blocks: borders(spec, ex, ey) + (spec.top === "rib" ? band : ""),
      ...folds,
      stitches: spec.border ? "" : hemAt(ex, ey, 14),
      ...sewn,
    };
  };
}

function hiddenZip(top: number): Partial<Drawing> {
  const pull = `<path d="M300 ${top + 12}v20" stroke="#8d867b" stroke-width="7" stroke-linecap="round"/><path d="M300 ${top + 14}v16" stroke="#d8d2c6" stroke-width="3.5" stroke-linecap="round"/>`;
  return { seams: placed(`M0 ${top + 8}L0 ${top + 190}`), over: pull };
}

function hemAt(ex: number, ey: number, up: number): string {
  return across(`M0 ${ey + 20 - up}Q${ex * 0.6} ${ey + 20 - up} ${ex + 12} ${ey - up}`);
}

function borders({ border = [] }: SkirtSpec, ex: number, ey: number): string {
  return border
    .map(([up, width, colour, dashes]) => {
      const dashed = dashes ? ` stroke-dasharray="${dashes}"` : "";
      return `<path d="${hemAt(ex, ey, up)}" fill="none" stroke="${colour}" stroke-width="${width}"${dashed}/>`;
    })
    .join("");
}

function drape(hx: number, hy: number, ex: number, ey: number): Folds {
  return {
    dark: [
      [hx * 0.5, hy - 30, ex * 0.52, ey, 10, 12],
      [-hx * 0.3, hy + 10, -ex * 0.36, ey + 8, -8, 14],
      [-hx * 0.75, hy - 10, -ex * 0.76, ey, -8, 11],
      [hx * 0.1, hy + 60, ex * 0.14, ey + 10, 6, 10],
      [hx - 6, hy - 14, hx - 70, hy + 16, 6, 7],
    ],
    light: [
      [-hx + 24, hy - 20, -ex + 40, ey - 40, -8, 16],
      [20, hy + 20, 40, ey - 60, 6, 14],
    ],
  };
}

function pleats(wx: number, wy: number, ex: number, ey: number): Folds {
  const fold = (at: number, shift: number): Crease => [
    wx * at,
    wy + 40,
    ex * at + shift,
    ey + 16 - Math.abs(at) * 16,
    0,
    11,
  ];
  return {
    dark: [-0.84, -0.6, -0.36, -0.12, 0.12, 0.36, 0.6, 0.84].map((at) => fold(at, 0)),
    light: [-0.74, -0.5, -0.26, -0.02, 0.22, 0.46, 0.7].map((at) => fold(at, -6)),
  };
}

function denimParts(
  [wx, wy]: Point,
  [hx, hy]: Point,
  ey: number,
  cloth: Cloth,
  view: View,
): Partial<Drawing> {
  const band = across(`M0 ${wy + 34}Q${wx * 0.6} ${wy + 33} ${wx + 8} ${wy + 26}`);
  const middle = placed(`M0 ${wy + 36}L0 ${ey + 18}`);
  const top = across(`M0 ${wy + 13}Q${wx * 0.6} ${wy + 12} ${wx} ${wy + 6}`);
  const stitches = top + hemAt(wx + 80, ey, 14) + placed(`M13 ${wy + 40}L13 ${ey + 18}`);
  const loops = `<path d="${both(`M${wx - 40} ${wy}L${wx - 37} ${wy + 40}`)}" stroke="${shade(cloth.colour, -0.3)}" stroke-width="10"/>`;
  if (view === "back") {
    const yoke = both(`M0 ${wy + 96}L${wx + 16} ${wy + 64}`);
    const seat = [1, -1]
      .map((side) => patch({ x: side * hx * 0.48, y: wy + 116, w: 92, h: 92, cloth, drop: 14 }))
      .join("");
    return { stitches, seams: band + middle + yoke, over: loops + seat };
  }
  const pockets = both(
    `M${wx - 42} ${wy + 36}C${wx - 36} ${wy + 84} ${hx - 24} ${wy + 98} ${hx + 4} ${hy - 44}`,
  );
  const rows = Array.from(
    { length: Math.floor((ey - wy) / 76) },
    (_, row) => [0, wy + 20 + row * 76] as const,
  );
  return { stitches, seams: band + middle + pockets, over: loops + buttons(rows, "#c08a4a", 13) };
}
