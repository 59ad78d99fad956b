import { lightness, shade } from "./colour.ts";
import { cords, standingCollar, zip } from "./parts.ts";
import { across, both, pair, placed, whole } from "./path.ts";
import type { Cloth, Drawing } from "./scene.ts";
import type { Garment } from "./tops.ts";
import { type Arm, cuffLine, type Fit, type Frame, hemLine, ribBand, upper } from "./upper.ts";

/** A sweatshirt: rib at neck, cuffs and hem; the vee stitched under the collar. */
export function sweatshirt(fit: Fit): Garment {
  return (cloth, view) => {
    const { drawing, frame, arm, neckDepth } = upper(
      { fit, neck: "crew", sleeve: "full", hem: "rib" },
      cloth,
      view,
    );
    const y = frame.neck[1] + neckDepth;
    const vee = view === "front" ? placed(`M-22 ${y + 2}L0 ${y + 34}L22 ${y + 2}`) : "";
    return { ...drawing, blocks: ribs(frame, arm, cloth), stitches: vee };
  };
}

type HoodSpec = {
  fit: Fit;
  zip?: boolean;
  cord?: string;
  lining?: string;
};

/** A hoodie, pulled on or zipped. */
export function hoodie(spec: HoodSpec): Garment {
  return (cloth, view) => {
    const { drawing, frame, arm } = upper(
      { fit: spec.fit, neck: "crew", sleeve: "full", hem: "rib", collar: false },
      cloth,
      view,
    );
    const base: Drawing = { ...drawing, behind: "", stitches: "", fit: [0.96, 0, 14] };
    return view === "back" ? hoodBack(base, frame, arm, cloth) : hoodFront(base, frame, arm, cloth, spec);
  };
}

function hoodBack(base: Drawing, frame: Frame, arm: Arm | undefined, cloth: Cloth): Drawing {
  const {
    neck: [wide, top],
  } = frame;
  const hood = whole(
    `M0 ${top - 26}C${wide - 10} ${top - 26} ${wide + 22} ${top - 12} ${wide + 30} ${top + 10}C${wide + 34} ${top + 70} ${wide - 4} ${top + 156} 0 ${top + 176}`,
  );
  const rim = `<path d="${across(`M0 ${top - 8}Q${wide} ${top - 10} ${wide + 26} ${top + 8}`)}" fill="none" stroke="${shade(cloth.colour, -0.4)}" stroke-width="2"/>`;
  return {
    ...base,
    body: base.body + hood,
    blocks: ribs(frame, arm, cloth),
    seams: placed(`M0 ${top - 8}L0 ${top + 176}`),
    over: rim,
  };
}

function hoodFront(base: Drawing, frame: Frame, arm: Arm | undefined, cloth: Cloth, spec: HoodSpec): Drawing {
  const {
    neck: [wide, top],
    hem: [, foot],
  } = frame;
  const crown = top - 66;
  const hood = whole(
    `M0 ${crown}C${wide} ${crown} ${wide + 42} ${crown + 34} ${wide + 38} ${top + 22}C${wide + 30} ${top + 50} ${wide - 26} ${top + 84} 0 ${top + 104}`,
  );
  const mouth = whole(
    `M0 ${crown + 24}C${wide - 18} ${crown + 24} ${wide + 8} ${crown + 46} ${wide + 4} ${top + 18}C${wide - 12} ${top + 50} 22 ${top + 74} 0 ${top + 88}`,
  );
  const lining = spec.lining ?? shade(cloth.colour, lightness(cloth.colour) < 0.3 ? 0.13 : -0.34);
  const inner = `<path d="${mouth}" fill="${lining}"/><path d="M300 ${crown + 24}V${top + 40}" stroke="${shade(lining, -0.3)}" stroke-width="2"/><rect x="284" y="${top + 8}" width="32" height="16" fill="#f7f0e4"/><path d="M291 ${top + 17}v-3m5 6v-9m5 7v-5m5 6v-8m5 5v-2" stroke="#e5432a" stroke-width="2"/>`;
  const half = `M${spec.zip ? 9 : 0} ${foot - 196}L76 ${foot - 196}C92 ${foot - 168} 116 ${foot - 122} 124 ${foot - 100}L124 ${foot - 44}`;
  const pocket = spec.zip ? both(half) : across(half);
  const seams = pocket + both(`M${wide + 36} ${top + 26}L${frame.shoulder[0]} ${frame.shoulder[1] + 3}`);
  const mouthRim = `<path d="${mouth}" fill="none" stroke="${shade(cloth.colour, -0.42)}" stroke-width="2.2"/>`;
  const closing = spec.zip ? zip(top + 96, foot + 4, cloth.colour) : "";
  return {
    ...base,
    body: base.body + hood,
    blocks: ribs(frame, arm, cloth) + inner,
    dark: [
      ...base.dark.slice(0, 5),
      ...base.dark.slice(8),
      [-78, foot - 190, -122, foot - 96, 6, 6],
      [78, foot - 190, 122, foot - 96, -6, 6],
      [0, foot - 192, 0, foot - 60, 6, 5],
    ],
    seams,
    stitches: both(`M70 ${foot - 188}C84 ${foot - 164} 108 ${foot - 120} 116 ${foot - 98}`),
    over: mouthRim + closing + cords(20, top + 80, 56, spec.cord ?? cloth.trim ?? shade(cloth.colour, 0.4)),
  };
}

/** A bomber jacket: zip, rib collar, slanted pockets, the pocket on the sleeve. */
export function bomber(fit: Fit, metal = "#d9b25a"): Garment {
  return (cloth, view) => {
    const { drawing, frame, arm } = upper(
      { fit, neck: "high", sleeve: "full", hem: "rib", collar: false },
      cloth,
      view,
    );
    const {
      neck: [wide, top],
      hem: [hx, hy],
      shoulder: s,
    } = frame;
    const trim = cloth.trim ?? shade(cloth.colour, -0.3);
    const collar =
      standingCollar(frame, 26, 22, trim) +
      ribBand(across(`M0 ${top + 7}Q${wide * 0.6} ${top + 4} ${wide - 2} ${top - 8}`), 30, trim);
    const sheen = [
      [-60, 250, -40, 520, 6, 14],
      [66, 300, 56, 560, -6, 12],
      [-s[0] - 30, s[1] + 70, -s[0] - 52, s[1] + 280, -6, 12],
    ] as const;
    const base = {
      ...drawing,
      blocks: ribs(frame, arm, cloth),
      stitches: "",
      light: [...drawing.light, ...sheen],
    };
    if (view === "back") return { ...base, over: collar };
    const welts = both(`M${hx - 86} ${hy - 190}L${hx - 52} ${hy - 92}`);
    const tab = placed(`M${s[0] + 26} ${s[1] + 120}L${s[0] + 50} ${s[1] + 196}`);
    const over = `${collar}<path d="${welts}" stroke="${shade(cloth.colour, -0.5)}" stroke-width="15" stroke-linecap="round"/><path d="${welts}" stroke="${shade(cloth.colour, 0.12)}" stroke-width="10" stroke-linecap="round"/><path d="${tab}" stroke="${metal}" stroke-width="4" stroke-dasharray="3 2"/>${zip(top + 4, hy + 4, cloth.colour, metal)}`;
    return { ...base, over };
  };
}

/** A college jacket: sleeves in the trim colour, snaps, striped rib. */
export function varsity(fit: Fit, sleeves: string, stripe: string): Garment {
  return (cloth, view) => {
    const { drawing, frame, arm } = upper(
      { fit, neck: "high", sleeve: "full", hem: "rib", collar: false },
      cloth,
      view,
    );
    const {
      neck: [wide, top],
      hem: [hx, hy],
    } = frame;
    const rings = `<path d="${hemLine(frame, 24)}${arm ? cuffLine(arm, 20, frame) : ""}" fill="none" stroke="${stripe}" stroke-width="9"/>`;
    const arms = arm ? `<path d="${pair(arm.part)}" fill="${sleeves}"/>` : "";
    const collar =
      standingCollar(frame, 26, 20, cloth.colour) +
      ribBand(across(`M0 ${top + 7}Q${wide * 0.6} ${top + 4} ${wide - 2} ${top - 8}`), 28, cloth.colour) +
      `<path d="${across(`M0 ${top + 8}Q${wide * 0.6} ${top + 5} ${wide + 2} ${top - 5}`)}" fill="none" stroke="${stripe}" stroke-width="6"/>`;
    const base = { ...drawing, blocks: arms + ribs(frame, arm, cloth) + rings, stitches: "" };
    if (view === "back") return { ...base, over: collar };
    const welts = both(`M${hx - 84} ${hy - 180}L${hx - 54} ${hy - 96}`);
    const snaps = [0, 1, 2, 3, 4].map((row) => `M302 ${top + 62 + row * 96}h.1`).join("");
    const over = `${collar}<path d="M312 ${top + 24}V${hy + 8}" stroke="${shade(cloth.colour, -0.5)}" stroke-width="2"/><path d="${welts}" stroke="${sleeves}" stroke-width="13"/><path d="${snaps}" stroke="#77706a" stroke-width="16" stroke-linecap="round"/><path d="${snaps}" stroke="#e9e4da" stroke-width="13" stroke-linecap="round"/>`;
    return { ...base, over };
  };
}

/** Rib at the hem and cuffs, in the trim colour when there is one. */
export function ribs(frame: Frame, arm: Arm | undefined, cloth: Cloth): string {
  const colour = cloth.trim ?? shade(cloth.colour, lightness(cloth.colour) < 0.3 ? 0.05 : -0.1);
  return ribBand(hemLine(frame, 17), 38, colour) + (arm ? ribBand(cuffLine(arm, 15, frame), 38, colour) : "");
}
