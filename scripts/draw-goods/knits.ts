import { lightness, shade } from "./colour.ts";
import { buttons, patch } from "./parts.ts";
import { across, both, pair, whole } from "./path.ts";
import { repeat } from "./patterns.ts";
import type { Garment } from "./tops.ts";
import { type Fit, hemLine, neckCurve, ribBand, upper } from "./upper.ts";
import { ribs } from "./warm.ts";

// Two strands crossing, and the purl columns either side.
const ROPE = "M18 -2C18 12 42 12 42 24S18 36 18 48M42 -2C42 12 18 12 18 24S42 36 42 48M0 -2V48";

/** A cable-knit jumper: ropes down the front and the sleeves. */
export function cableJumper(fit: Fit): Garment {
  return (cloth, view) => {
    const { drawing, frame, arm } = upper({ fit, neck: "crew", sleeve: "full", hem: "rib" }, cloth, view);
    const tile = `<path d="${ROPE}" fill="none" stroke="${shade(cloth.colour, -0.3)}" stroke-width="8" transform="translate(2 1)"/><path d="${ROPE}" fill="none" stroke="${shade(cloth.colour, 0.2)}" stroke-width="5.5"/>`;
    const cables = repeat("k", 60, 46, tile);
    return { ...drawing, blocks: cables + ribs(frame, arm, cloth), stitches: "" };
  };
}

/** A roll-neck jumper in broad bands of colour. */
export function rollNeck(
  fit: Fit,
  bands: readonly (readonly [up: number, width: number, colour: string, dashes?: string])[],
): Garment {
  return (cloth, view) => {
    const { drawing, frame, arm } = upper(
      { fit, neck: "high", sleeve: "full", hem: "rib", collar: false },
      cloth,
      view,
    );
    const {
      neck: [wide, top],
    } = frame;
    const colour = cloth.trim ?? cloth.colour;
    const roll = whole(
      `M0 ${top - 46}C${wide * 0.7} ${top - 46} ${wide} ${top - 50} ${wide + 2} ${top - 38}C${wide + 8} ${top - 14} ${wide + 10} ${top + 8} ${wide + 4} ${top + 22}C${wide * 0.7} ${top + 38} 30 ${top + 42} 0 ${top + 42}`,
    );
    const ring = across(`M0 ${top - 2}Q${wide * 0.7} ${top - 4} ${wide + 7} ${top - 12}`);
    const knit = bands
      .map(
        ([up, width, band, dashes]) =>
          `<path d="${hemLine(frame, up)}" fill="none" stroke="${band}" stroke-width="${width}"${dashes ? ` stroke-dasharray="${dashes}"` : ""}/>`,
      )
      .join("");
    // The bands run across the body only; the sleeves lie over their ends.
    const plain = arm ? `<path d="${pair(arm.part)}" fill="${cloth.colour}"/>` : "";
    const over = `<path d="${roll}" transform="translate(2 6)" fill="#130c09" opacity=".28"/><path d="${roll}" fill="${colour}" stroke="${shade(colour, -0.4)}" stroke-width="1.6"/><path d="${ring}" fill="none" stroke="${shade(colour, lightness(colour) < 0.3 ? 0.14 : -0.16)}" stroke-width="70" stroke-dasharray="2 5" opacity=".8"/>`;
    return { ...drawing, behind: "", blocks: knit + plain + ribs(frame, arm, cloth), stitches: "", over };
  };
}

/** A long cardigan, open vee, buttons and two pockets. */
export function cardigan(button: string): Garment {
  return (cloth, view) => {
    const { drawing, frame, arm } = upper(
      { fit: "women", neck: "vee", sleeve: "full", hem: "rib", collar: false },
      cloth,
      view,
    );
    const {
      neck: [wide, top],
      hem: [, hy],
    } = frame;
    const base = { ...drawing, blocks: ribs(frame, arm, cloth), stitches: "" };
    const band = shade(cloth.trim ?? cloth.colour, -0.06);
    if (view === "back")
      return { ...base, over: ribBand(across(`${neckCurve(frame, 14, "vee", 5)}`), 14, band) };
    const deep = top + 150;
    const gap = whole(
      `M0 ${top + 10}Q${wide * 0.6} ${top + 8} ${wide} ${top}Q${wide * 0.62} ${top + 70} 0 ${deep}`,
    );
    const edge = both(`M${wide - 1} ${top - 6}Q${wide * 0.62 + 4} ${top + 72} 4 ${deep + 6}L4 ${hy + 8}`);
    const lining = shade(cloth.colour, lightness(cloth.colour) < 0.3 ? 0.14 : -0.36);
    const rows = [0, 1, 2, 3, 4].map((row) => [0, deep + 32 + row * 72] as const);
    const pockets = [1, -1].map((side) => patch({ x: side * 78, y: hy - 178, w: 82, h: 96, cloth })).join("");
    return {
      ...base,
      over: `<path d="${gap}" fill="${lining}"/>${pockets}${ribBand(edge, 20, band)}${buttons(rows, button, 15)}`,
    };
  };
}
