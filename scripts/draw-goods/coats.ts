import { shade } from "./colour.ts";
import { buttons, cords, flap, leaves, rearCollar, standingCollar, zip } from "./parts.ts";
import { across, both, type Crease, pair, placed, whole } from "./path.ts";
import type { Cloth, Drawing } from "./scene.ts";
import type { Garment } from "./tops.ts";
import { cuffLine, type Fit, type Frame, upper } from "./upper.ts";

type PufferSpec = { fit: Fit; sleeves: boolean; rows: number; yoke?: string };

/** A puffer jacket or vest: bulging rows of down, standing collar, zip. */
export function puffer(spec: PufferSpec): Garment {
  return (cloth, view) => {
    const sleeve = spec.sleeves ? "full" : "none";
    const { drawing, frame } = upper({ fit: spec.fit, neck: "high", sleeve, collar: false }, cloth, view);
    const [top, [hx, hy]] = [frame.neck[1], frame.hem];
    const { rows, step, seams, sides } = quilting(spec, frame);
    const edge = (rows[1] ?? 0) + 2;
    const yoke = whole(`M0 0L300 0L300 ${edge}L0 ${edge + 4}`);
    const base = {
      ...drawing,
      body: drawing.body + sides,
      behind: "",
      blocks: spec.yoke ? `<path d="${yoke}" fill="${spec.yoke}"/>` : "",
      dark: rows.flatMap((y) => puff(hx, y, 5, 5)),
      light: rows.flatMap((y) => puff(hx - 20, y - step * 0.55, 7, 6)),
      seams,
      stitches: "",
    };
    const collar = quiltedCollar(frame, spec.yoke ?? cloth.colour);
    if (view === "back") return { ...base, over: collar };
    const welts = `<path d="${both(`M${hx - 50} ${hy - 150}L${hx - 40} ${hy - 70}`)}" stroke="${shade(cloth.colour, -0.5)}" stroke-width="7" stroke-linecap="round"/>`;
    return { ...base, over: collar + welts + zip(top - 18, hy + 6, cloth.colour, "#d8d2c6") };
  };
}

function quilting(spec: PufferSpec, { hem: [hx, hy], underarm: u, shoulder: s }: Frame) {
  const step = (hy - s[1] - 72) / (spec.rows - 1);
  const rows = Array.from({ length: spec.rows }, (_, row) => s[1] + 62 + step * row);
  const body = rows.map((y) => across(`M0 ${y + 6}Q${hx * 0.6} ${y + 6} ${hx + 8} ${y}`));
  const arms = rows
    .slice(0, -1)
    .map((y, at) => both(`M${u[0] + 4 + at * 2} ${y + step * 0.7}L${s[0] + 92} ${y + step * 0.4}`));
  const below = rows.filter((y) => y > u[1] - 10);
  const seams = [...body, ...(spec.sleeves ? arms : [])].join("");
  return { rows, step, seams, sides: pair(bumps(u[0] - 16, below, step, 11)) };
}

function quiltedCollar(frame: Frame, colour: string): string {
  const [wide, top] = frame.neck;
  const seam = across(`M0 ${top + 2}Q${wide * 0.6} ${top} ${wide} ${top - 14}`);
  const line = `<path d="${seam}" fill="none" stroke="${shade(colour, -0.4)}" stroke-width="2"/>`;
  return standingCollar(frame, 30, 34, colour) + line;
}

/** A half-zip fleece: standing collar, a panel over the chest, a zipped pocket. */
export function fleece(fit: Fit, panel: string): Garment {
  return (cloth, view) => {
    const { drawing, frame, arm } = upper({ fit, neck: "high", sleeve: "long", collar: false }, cloth, view);
    const {
      neck: [, top],
      shoulder: s,
    } = frame;
    const chest = `<path d="${whole(`M0 0L${s[0] - 6} 0L${s[0] - 8} ${s[1] + 84}L0 ${s[1] + 98}`)}" fill="${panel}"/>`;
    const hems = arm ? `<path d="${cuffLine(arm, 8, frame)}" stroke="${panel}" stroke-width="20"/>` : "";
    const collar = standingCollar(frame, 24, 36, panel);
    const base = { ...drawing, blocks: chest + hems, behind: "" };
    if (view === "back") return { ...base, over: collar };
    const pocket = `<path d="${placed(`M${s[0] - 122} ${s[1] + 28}L${s[0] - 42} ${s[1] + 28}L${s[0] - 42} ${s[1] + 106}L${s[0] - 122} ${s[1] + 106}Z`)}" fill="${panel}" stroke="${shade(panel, -0.4)}" stroke-width="2"/><path d="${placed(`M${s[0] - 114} ${s[1] + 44}L${s[0] - 50} ${s[1] + 44}`)}" stroke="#d8d2c6" stroke-width="4" stroke-dasharray="3 2"/>`;
    return { ...base, over: collar + pocket + zip(top - 20, top + 150, panel, "#d8d2c6") };
  };
}

/** A trucker jacket in denim with a shearling collar. */
export function trucker(fit: Fit, collar: string): Garment {
  return (cloth, view) => {
    const { drawing, frame, arm } = upper({ fit, neck: "crew", sleeve: "long", collar: false }, cloth, view);
    const {
      neck: [wide, top],
      hem: [hx, hy],
      shoulder: s,
      underarm: u,
    } = frame;
    const band = across(`M0 ${hy - 26}Q${hx * 0.6} ${hy - 26} ${hx} ${hy - 36}`);
    const yoke = both(`M0 ${s[1] + 84}L${u[0] - 14} ${s[1] + 78}`);
    const panels =
      view === "front"
        ? both(`M${hx - 54} ${s[1] + 82}L34 ${hy - 26}`) + both(`M${hx - 100} ${s[1] + 84}L22 ${hy - 26}`)
        : both(`M${hx - 40} ${s[1] + 80}L${hx - 68} ${hy - 30}`);
    const cuffs = arm ? cuffLine(arm, 34, frame) : "";
    const base = {
      ...drawing,
      seams: (drawing.seams ?? "") + band + yoke + panels + cuffs,
      stitches:
        both(`M0 ${s[1] + 91}L${u[0] - 14} ${s[1] + 85}`) +
        across(`M0 ${hy - 19}Q${hx * 0.6} ${hy - 19} ${hx} ${hy - 29}`),
    };
    if (view === "back") return { ...base, over: rearCollar(frame, collar, 30) };
    const rows = [0, 1, 2, 3, 4, 5].map((row) => [0, top + 92 + row * 80] as const);
    const flaps = [1, -1]
      .map((side) => flap(side * (wide + 30), s[1] + 88, 82, 44, cloth.colour, "#c08a4a"))
      .join("");
    const front = `<path d="M284 ${top + 40}V${hy + 8}M316 ${top + 40}V${hy + 8}" stroke="${shade(cloth.colour, -0.45)}" stroke-width="1.8"/>`;
    return {
      ...base,
      over: front + buttons(rows, "#c08a4a", 13) + flaps + leaves(frame, top + 52, [66, top + 108], collar),
    };
  };
}

/** A long raincoat: hood, covered placket, flap pockets, taped seams. */
export function raincoat(): Garment {
  return (cloth, view) => {
    const { drawing, frame, arm } = upper(
      { fit: "dress", neck: "crew", sleeve: "long", collar: false },
      cloth,
      view,
    );
    const seams = across("M0 344Q70 342 112 330") + (arm ? cuffLine(arm, 34, frame) : "");
    const base: Drawing = { ...drawing, fit: [0.94, 0, 26], behind: "", seams };
    return view === "back" ? raincoatBack(base, frame) : raincoatFront(base, frame, cloth);
  };
}

function raincoatBack(base: Drawing, { neck: [wide, top], hem: [, hy] }: Frame): Drawing {
  const hood = whole(
    `M0 ${top - 28}C${wide} ${top - 28} ${wide + 24} ${top - 10} ${wide + 28} ${top + 10}C${wide + 24} ${top + 70} ${wide - 14} ${top + 130} 0 ${top + 150}`,
  );
  const [vent, fold] = [placed(`M0 ${hy - 170}L0 ${hy + 8}`), placed(`M0 ${top - 20}L0 ${top + 150}`)];
  return { ...base, body: base.body + hood, seams: base.seams + vent + fold };
}

function raincoatFront(base: Drawing, { neck: [wide, top], hem: [, hy] }: Frame, cloth: Cloth): Drawing {
  const dark = shade(cloth.colour, -0.42);
  const hood = whole(
    `M0 ${top - 74}C${wide} ${top - 74} ${wide + 40} ${top - 36} ${wide + 32} ${top + 18}C${wide + 20} ${top + 50} 40 ${top + 70} 0 ${top + 90}`,
  );
  const mouth = whole(
    `M0 ${top - 52}C${wide - 16} ${top - 52} ${wide + 8} ${top - 26} ${wide + 2} ${top + 14}C${wide - 10} ${top + 44} 20 ${top + 62} 0 ${top + 78}`,
  );
  const snaps = [0, 1, 2, 3, 4].map((row) => [9, top + 116 + row * 92] as const);
  const flaps = [1, -1]
    .map((side) => flap(side * 84, 424, 84, 40, shade(cloth.colour, 0.04), "#f7f0e4"))
    .join("");
  const rims = `<path d="${mouth}" fill="none" stroke="${dark}" stroke-width="2.2"/><path d="M322 ${top + 78}V${hy + 8}" stroke="${dark}" stroke-width="2"/>`;
  return {
    ...base,
    body: base.body + hood,
    blocks: `<path d="${mouth}" fill="${cloth.trim ?? dark}"/>`,
    over: rims + buttons(snaps, "#f7f0e4", 11) + flaps + cords(20, top + 66, 70, "#f7f0e4"),
  };
}

function puff(hx: number, y: number, width: number, bow: number): Crease[] {
  return [
    [-hx, y, 0, y + 6, -bow, width],
    [0, y + 6, hx, y, -bow, width],
  ];
}

function bumps(x: number, rows: number[], step: number, depth: number): string {
  const start = rows[0] ?? 0;
  const bulges = rows.slice(0, -1).map((y) => `Q${x + 16 + depth * 2} ${y + step / 2} ${x + 10} ${y + step}`);
  return `M${x} ${start}L${x + 10} ${start}${bulges.join("")}L${x} ${start + step * (rows.length - 1)}Z`;
}
