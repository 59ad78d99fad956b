import { lightness, shade } from "./colour.ts";
import { across, placed, round } from "./path.ts";
import type { Cloth } from "./scene.ts";
import type { Frame } from "./upper.ts";

// The pieces sewn onto several garments. Every x is counted from the centre line.

/** A row of four-hole buttons down a line. */
export function buttons(points: readonly (readonly [number, number])[], colour: string, size = 11): string {
  const dots = points.map(([x, y]) => `M${300 + x} ${round(y)}h.1`).join("");
  return `<path d="${dots}" stroke="${shade(colour, -0.5)}" stroke-width="${size + 2}" stroke-linecap="round"/><path d="${dots}" stroke="${colour}" stroke-width="${size}" stroke-linecap="round"/><path d="${dots}" stroke="${shade(colour, -0.45)}" stroke-width="3.5" stroke-linecap="round"/>`;
}

/** A closed zip from top to bottom, with its pull. */
export function zip(top: number, bottom: number, colour: string, metal = "#cfc8bc", x = 0): string {
  const d = `M${300 + x} ${top}V${bottom}`;
  return `<path d="${d}" stroke="${shade(colour, -0.45)}" stroke-width="13"/><path d="${d}" stroke="${metal}" stroke-width="6" stroke-dasharray="3 2"/><path d="M${300 + x} ${top + 6}v22" stroke="${shade(metal, -0.3)}" stroke-width="9" stroke-linecap="round"/><path d="M${300 + x} ${top + 10}v16" stroke="${metal}" stroke-width="5" stroke-linecap="round"/>`;
}

/** Two cords with metal tips, hanging from the same height. */
export function cords(x: number, y: number, length: number, colour: string): string {
  const left = `M${300 - x} ${y}q-7 ${length * 0.5} -1 ${length}`;
  const right = `M${300 + x} ${y}q9 ${length * 0.5} 3 ${length + 12}`;
  const tips = `M${299 - x} ${y + length}v13M${303 + x} ${y + length + 12}v13`;
  return `<path d="${left}${right}" fill="none" stroke="${shade(colour, -0.55)}" stroke-width="8" opacity=".45" transform="translate(2 3)"/><path d="${left}${right}" fill="none" stroke="${colour}" stroke-width="6.5" stroke-linecap="round"/><path d="${tips}" stroke="#b9b2a6" stroke-width="7"/>`;
}

/** A patch pocket, its top edge centred on `x`; stitched from the garment's cloth unless filled. */
type Patch = {
  x: number;
  y: number;
  w: number;
  h: number;
  cloth: Cloth;
  /** How far its foot comes to a point. */
  drop?: number;
  fill?: string;
};

/** Draws a patch pocket with its stitching. */
export function patch({ x, y, w, h, cloth, drop = 0, fill }: Patch): string {
  const { colour } = cloth;
  const [left, right] = [x - w / 2, x + w / 2];
  const edge = `M${left} ${y}L${right} ${y}L${right - 2} ${y + h}L${x} ${y + h + drop}L${left + 2} ${y + h}Z`;
  const d = placed(edge);
  const hem = placed(`M${left + 3} ${y + 11}L${right - 3} ${y + 11}`);
  const sewn = placed(
    `M${left + 5} ${y + 16}L${left + 7} ${y + h - 4}L${x} ${y + h + drop - 6}L${right - 7} ${y + h - 4}L${right - 5} ${y + 16}`,
  );
  const thread = cloth.thread ?? shade(colour, lightness(colour) > 0.55 ? -0.35 : 0.4);
  const shadow = fill ? `<path d="${d}" transform="translate(2 4)" fill="#130c09" opacity=".25"/>` : "";
  return `${shadow}<path d="${d}" fill="${fill ?? "none"}" stroke="${shade(colour, -0.4)}" stroke-width="2"/><path d="${hem}${cloth.thread ? sewn : ""}" fill="none" stroke="${thread}" stroke-width="1.5" stroke-dasharray="5 3"/>`;
}

/** A pocket flap with a button. */
export function flap(x: number, y: number, w: number, h: number, colour: string, button: string): string {
  const d = placed(
    `M${x - w / 2} ${y}L${x + w / 2} ${y}L${x + w / 2} ${y + h * 0.6}L${x} ${y + h}L${x - w / 2} ${y + h * 0.6}Z`,
  );
  return `<path d="${d}" transform="translate(2 4)" fill="#130c09" opacity=".3"/><path d="${d}" fill="${colour}" stroke="${shade(colour, -0.45)}" stroke-width="1.8"/>${buttons([[x, y + h * 0.62]], button, 9)}`;
}

/** A turned-down collar seen from the front, each leaf a right-half outline given from the neck point. */
export function leaves(
  { neck: [wide, top] }: Frame,
  meet: number,
  point: readonly [number, number],
  colour: string,
): string {
  const leaf = (side: 1 | -1) => {
    const at = (x: number) => side * x;
    return placed(
      `M${at(3)} ${meet}C${at(wide * 0.55)} ${meet - 8} ${at(wide * 0.9)} ${top + 26} ${at(wide - 3)} ${top - 12}L${at(wide + 13)} ${top + 5}C${at(wide + 12)} ${top + 36} ${at(point[0] + 8)} ${point[1] - 24} ${at(point[0])} ${point[1]}Z`,
    );
  };
  const both = leaf(1) + leaf(-1);
  const [line, edge] = [shade(colour, -0.45), shade(colour, 0.06)];
  const nape = placed(
    `M${4 - wide} ${top - 12}Q0 ${top + 4} ${wide - 4} ${top - 12}L${wide} ${top}Q0 ${top + 24} ${-wide} ${top}Z`,
  );
  return `<path d="${nape}" fill="${shade(colour, -0.22)}"/><path d="${both}" transform="translate(2 6)" fill="#130c09" opacity=".28"/><path d="${both}" fill="${edge}" stroke="${line}" stroke-width="1.8" stroke-linejoin="round"/>`;
}

/** The same collar from behind: one folded band. */
export function rearCollar({ neck: [wide, top] }: Frame, colour: string, drop = 24): string {
  const d = placed(
    `M${3 - wide} ${top - 12}Q0 ${top + 2} ${wide - 3} ${top - 12}L${wide + 14} ${top + 6}Q0 ${top + drop + 16} ${-wide - 14} ${top + 6}Z`,
  );
  return `<path d="${d}" transform="translate(1 5)" fill="#130c09" opacity=".25"/><path d="${d}" fill="${shade(colour, 0.04)}" stroke="${shade(colour, -0.45)}" stroke-width="1.8"/>`;
}

/** A standing or folded-over rib collar, `high` units above the neck point. */
export function standingCollar(
  { neck: [wide, top] }: Frame,
  depth: number,
  high: number,
  colour: string,
): string {
  const d = `${across(`M0 ${top - high + 10}Q${wide * 0.6} ${top - high + 8} ${wide - 8} ${top - high}`)}L${300 + wide + 4} ${top + 6}Q${300 + wide * 0.7} ${top + depth} 300 ${top + depth}Q${300 - wide * 0.7} ${top + depth} ${296 - wide} ${top + 6}Z`;
  return `<path d="${d}" transform="translate(1 5)" fill="#130c09" opacity=".28"/><path d="${d}" fill="${colour}" stroke="${shade(colour, -0.4)}" stroke-width="1.6"/>`;
}
