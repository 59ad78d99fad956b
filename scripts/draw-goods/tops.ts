import { lightness, shade } from "./colour.ts";
import { buttons, leaves, patch, rearCollar } from "./parts.ts";
import { across, both, pair, placed } from "./path.ts";
import type { Cloth, Drawing, View } from "./scene.ts";
import { cuffLine, type Fit, type Frame, ribBand, type UpperSpec, upper } from "./upper.ts";

/** A pattern cut once and drawn in any cloth, from either side. */
export type Garment = (cloth: Cloth, view: View) => Drawing;

/** Rib in the trim colour at the sleeves; a chest pocket in its own colour. */
type Extras = { ringer?: boolean; pocket?: string };

/** T-shirts, long sleeves, vests and dress-tees. */
export function tee(spec: UpperSpec, extras: Extras = {}): Garment {
  return (cloth, view) => {
    const { drawing, frame, arm } = upper(spec, cloth, view);
    const bare = spec.sleeve === "none" ? armholes(frame, cloth, view) : "";
    const pocket =
      extras.pocket && view === "front"
        ? patch({ x: frame.shoulder[0] - 84, y: 232, w: 88, h: 92, cloth, drop: 14, fill: extras.pocket })
        : "";
    const ringer =
      extras.ringer && arm ? ribBand(cuffLine(arm, 8, frame), 17, cloth.trim ?? cloth.colour) : "";
    return {
      ...drawing,
      blocks: ringer,
      over: drawing.over + bare + pocket,
    };
  };
}

/** A baseball tee: sleeves set in from the neck, in the trim colour. */
export function raglan(fit: Fit): Garment {
  return (cloth, view) => {
    const { drawing, frame, arm } = upper({ fit, neck: "crew", sleeve: "elbow" }, cloth, view);
    const { neck: n, shoulder: s, underarm: u } = frame;
    const line = `M${n[0] - 4} ${n[1] + 10}C${n[0] + 12} ${n[1] + 70} ${u[0] - 40} ${u[1] - 50} ${u[0]} ${u[1]}`;
    const cap = pair(`${line}L${u[0] + 120} ${u[1] + 140}L${s[0] + 90} ${s[1]}L${n[0]} ${n[1] - 20}Z`);
    const sleeves = `<path d="${cap}" fill="${cloth.trim}"/><path d="${arm ? pair(arm.part) : ""}" fill="${cloth.trim}"/>`;
    return { ...drawing, blocks: sleeves, seams: both(line) };
  };
}

/** A polo: turned-down collar, placket, two buttons. */
export function polo(fit: Fit, tipped = false): Garment {
  return (cloth, view) => {
    const { drawing, frame, arm } = upper({ fit, neck: "crew", sleeve: "short", collar: false }, cloth, view);
    const trim = cloth.trim ?? cloth.colour;
    const cuffs = arm ? ribBand(cuffLine(arm, 9, frame), 18, trim) : "";
    const top = frame.neck[1];
    if (view === "back") return { ...drawing, blocks: cuffs, over: rearCollar(frame, trim) };
    const placket = `<path d="M286 ${top + 44}h28v104h-28z" fill="${shade(cloth.colour, 0.05)}" stroke="${shade(cloth.colour, -0.42)}" stroke-width="1.8"/>${buttons(
      [
        [0, top + 78],
        [0, top + 120],
      ],
      "#efe6d6",
      10,
    )}`;
    const collar = leaves(frame, top + 46, [54, top + 92], trim);
    const tips = tipped
      ? `<path d="${both(`M8 ${top + 48}L52 ${top + 84}Q68 ${top + 40} ${frame.neck[0] + 7} ${top + 8}`)}" fill="none" stroke="#f7f0e4" stroke-width="3.5"/>`
      : "";
    return { ...drawing, blocks: cuffs, over: placket + collar + tips };
  };
}

/** A henley: crew neck with a short buttoned placket. */
export function henley(fit: Fit): Garment {
  return (cloth, view) => {
    const { drawing, frame, neckDepth, arm } = upper({ fit, neck: "crew", sleeve: "long" }, cloth, view);
    const cuffs = arm ? ribBand(cuffLine(arm, 17, frame), 34, shade(cloth.colour, -0.08)) : "";
    if (view === "back") return { ...drawing, blocks: cuffs };
    const y = frame.neck[1] + neckDepth - 10;
    const placket = `<path d="M286 ${y}h28v118q-14 10-28 0z" fill="${shade(cloth.colour, 0.06)}" stroke="${shade(cloth.colour, -0.4)}" stroke-width="1.8"/>${buttons(
      [
        [0, y + 24],
        [0, y + 58],
        [0, y + 92],
      ],
      "#6d4a30",
      11,
    )}`;
    return { ...drawing, blocks: cuffs, over: `${drawing.over}${placket}` };
  };
}

/** A camp-collar shirt, short sleeves, buttoned to the hem. */
export function campShirt(fit: Fit, button: string): Garment {
  return (cloth, view) => {
    const { drawing, frame } = upper({ fit, neck: "vee", sleeve: "short", collar: false }, cloth, view);
    const {
      neck: [wide, top],
      hem,
      shoulder,
      underarm,
    } = frame;
    if (view === "back") {
      const yoke =
        both(`M0 ${top + 78}L${underarm[0] - 18} ${top + 74}`) + both(`M9 ${top + 79}L9 ${hem[1] + 8}`);
      return {
        ...drawing,
        seams: (drawing.seams ?? "") + yoke,
        over: rearCollar(frame, cloth.trim ?? cloth.colour, 34),
      };
    }
    const colour = cloth.trim ?? cloth.colour;
    const meet = top + 104;
    const lapel = (side: 1 | -1) =>
      placed(
        `M${side * 2} ${meet + 4}L${side * 32} ${meet - 56}L${side * 74} ${meet - 52}L${side * 60} ${meet - 30}Z`,
      );
    const collar = (side: 1 | -1) =>
      placed(
        `M${side * 34} ${meet - 50}C${side * 48} ${top + 30} ${side * (wide - 8)} ${top + 10} ${side * (wide - 3)} ${top - 12}L${side * (wide + 14)} ${top + 5}L${side * (wide + 20)} ${meet - 46}Z`,
      );
    const leaf = lapel(1) + lapel(-1) + collar(1) + collar(-1);
    const nape = placed(
      `M${4 - wide} ${top - 12}Q0 ${top + 4} ${wide - 4} ${top - 12}L${wide} ${top}Q0 ${top + 24} ${-wide} ${top}Z`,
    );
    const rows = [0, 1, 2, 3, 4].map((row) => [5, meet + 30 + row * 84] as const);
    const over = `<path d="M${300 + 14} ${meet}V${hem[1] + 8}" stroke="${shade(cloth.colour, -0.45)}" stroke-width="1.8"/>${buttons(rows, button)}<path d="${nape}" fill="${shade(colour, -0.25)}"/><path d="${leaf}" transform="translate(2 6)" fill="#130c09" opacity=".3"/><path d="${leaf}" fill="${shade(colour, 0.05)}" stroke="${shade(colour, -0.5)}" stroke-width="1.8" stroke-linejoin="round"/>`;
    return { ...drawing, over: over + patch({ x: shoulder[0] - 80, y: 236, w: 80, h: 82, cloth }) };
  };
}

/** A blouse: puffed sleeves, a small round collar, tiny buttons, gathers under the yoke. */
export function blouse(): Garment {
  return (cloth, view) => {
    const { drawing, frame, arm } = upper(
      { fit: "women", neck: "crew", sleeve: "puff", hem: "curved", collar: false },
      cloth,
      view,
    );
    const top = frame.neck[1];
    const colour = cloth.trim ?? cloth.colour;
    const bands = arm
      ? `<path d="${cuffLine(arm, 6, frame)}" stroke="${shade(cloth.colour, -0.1)}" stroke-width="15"/>`
      : "";
    const gathers = [-78, -52, 50, 76].map((x) => [x, top + 92, x * 1.06, top + 168, 3, 5] as const);
    const yoke = both(`M0 ${top + 92}L${frame.underarm[0] - 16} ${top + 86}`);
    const shared = {
      ...drawing,
      blocks: bands,
      seams: (drawing.seams ?? "") + yoke,
      dark: [...drawing.dark, ...gathers],
    };
    if (view === "back") return { ...shared, over: rearCollar(frame, colour, 30) };
    const rows = [0, 1, 2, 3, 4, 5].map((row) => [0, top + 78 + row * 56] as const);
    const line = `<path d="M288 ${top + 48}V634M312 ${top + 48}V634" stroke="${shade(cloth.colour, -0.4)}" stroke-width="1.5" opacity=".6"/>`;
    return {
      ...shared,
      over: line + buttons(rows, colour, 9) + leaves(frame, top + 46, [40, top + 84], colour),
    };
  };
}

/** A wrap top: crossed fronts tied at the right side. */
export function wrapTop(): Garment {
  return (cloth, view) => {
    const { drawing, frame } = upper(
      { fit: "women", neck: "vee", sleeve: "elbow", collar: false },
      cloth,
      view,
    );
    const { neck: n, waist: w } = frame;
    const dark = shade(cloth.colour, -0.45);
    if (view === "back") {
      const band = `<path d="${across(`M0 ${w[1] + 6}Q70 ${w[1] + 4} ${w[0] + 4} ${w[1] - 4}`)}" fill="none" stroke="${shade(cloth.colour, -0.12)}" stroke-width="24"/>`;
      return { ...drawing, blocks: band };
    }
    const cross = placed(
      `M${-n[0]} ${n[1]}Q-40 ${n[1] + 66} 0 ${n[1] + 106}Q32 ${w[1] - 62} ${w[0] - 62} ${w[1] - 36}`,
    );
    const fan = [
      [-60, 250],
      [-70, 310],
      [-74, 372],
      [20, 270],
    ].map(([x = 0, y = 0]) => [w[0] - 14, w[1] - 4, x, y, y > 340 ? -10 : 8, 7] as const);
    const [kx, ky] = [w[0] - 62, w[1] - 34];
    const at = (x: number, y: number) => `${kx + x} ${ky + y}`;
    const loops = `M${at(0, 0)}C${at(16, -54)} ${at(70, -58)} ${at(70, -28)}C${at(70, -6)} ${at(30, 6)} ${at(0, 0)}ZM${at(0, 0)}C${at(-30, -46)} ${at(-74, -34)} ${at(-66, -6)}C${at(-60, 14)} ${at(-22, 12)} ${at(0, 0)}Z`;
    const ends = `M${at(-4, 4)}Q${at(18, 70)} ${at(2, 150)}L${at(30, 142)}Q${at(44, 70)} ${at(8, 0)}ZM${at(-6, 2)}Q${at(-10, 60)} ${at(-36, 116)}L${at(-10, 122)}Q${at(10, 64)} ${at(6, 4)}Z`;
    const [bow, tails] = [placed(loops), placed(ends)];
    const over = `<path d="${cross}" transform="translate(-1 -5)" fill="none" stroke="#130c09" stroke-width="9" opacity=".3"/><path d="${cross}${placed(`M${n[0]} ${n[1]}Q40 ${n[1] + 66} 4 ${n[1] + 102}`)}" fill="none" stroke="${cloth.trim ?? cloth.colour}" stroke-width="11"/><path d="${tails}${bow}" fill="${shade(cloth.colour, -0.28)}" stroke="${dark}" stroke-width="1.8"/><path d="${placed(`M${at(-4, -2)}L${at(4, 2)}`)}" stroke="${shade(cloth.colour, -0.36)}" stroke-width="22" stroke-linecap="round"/>`;
    return { ...drawing, dark: [...drawing.dark.slice(5), ...fan], over };
  };
}

/** A football shirt: vee rib, side panels, a number worn by the product's prints. */
export function jersey(fit: Fit, panel: string): Garment {
  return (cloth, view) => {
    const { drawing, frame, arm } = upper({ fit, neck: "scoop", sleeve: "short" }, cloth, view);
    const { underarm: u, hem: h } = frame;
    const sides = pair(
      `M${u[0] + 4} ${u[1]}Q${u[0] - 50} ${u[1] + 150} ${h[0] - 22} ${h[1] + 10}L${h[0] + 10} ${h[1] + 10}L${u[0] + 12} ${u[1]}Z`,
    );
    const cuffs = arm ? `<path d="${cuffLine(arm, 14, frame)}" stroke="${panel}" stroke-width="26"/>` : "";
    return { ...drawing, blocks: `<path d="${sides}" fill="${panel}"/>${cuffs}` };
  };
}

function armholes(frame: Frame, cloth: Cloth, view: View): string {
  const { shoulder: s, underarm: u } = frame;
  const bite = view === "front" ? 52 : 44;
  const rim = both(
    `M${s[0] - 47} ${s[1] - 12}C${s[0] - bite - 4} ${s[1] + 56} ${u[0] - 38} ${u[1] - 30} ${u[0] - 2} ${u[1] + 16}`,
  );
  return `<path d="${rim}" fill="none" stroke="${cloth.trim ?? shade(cloth.colour, lightness(cloth.colour) < 0.3 ? 0.1 : -0.14)}" stroke-width="9"/>`;
}
