import { lightness, shade } from "./colour.ts";
import { across, both, type Crease, placed, whole } from "./path.ts";
import type { Garment } from "./tops.ts";
import { ribBand } from "./upper.ts";

/** A beanie with a turned-up rib and a woven label; the label's words are the product's print. */
export function beanie(label: string): Garment {
  return (cloth, view) => {
    const dome = whole("M0 148C98 148 176 226 184 430L184 446L0 462");
    const cuff = whole("M0 440Q120 438 190 424L200 560Q110 584 0 584");
    const lanes = [-0.75, -0.45, -0.15, 0.15, 0.45, 0.75];
    const dark: Crease[] = lanes.map((at) => [at * 50, 160, at * 196, 430, at * 60, 6]);
    const light: Crease[] = [-0.6, -0.3, 0, 0.3].map((at) => [at * 50, 170, at * 190, 420, at * 60, 9]);
    const colour = cloth.trim ?? cloth.colour;
    const rib = shade(cloth.colour, lightness(cloth.colour) < 0.3 ? 0.16 : -0.2);
    const crown = `<path d="${across("M0 290Q100 288 190 270")}" fill="none" stroke="${rib}" stroke-width="330" stroke-dasharray="3 9" opacity=".55"/>`;
    const sewn = `<rect x="226" y="470" width="148" height="78" rx="5" fill="${label}"/><rect x="233" y="477" width="134" height="64" rx="3" fill="none" stroke="${shade(label, 0.5)}" stroke-width="2" stroke-dasharray="5 3"/>`;
    const turned = `<path d="${cuff}" fill="${colour}"/>${ribBand(across("M0 512Q110 510 196 492"), 152, colour)}`;
    return {
      body: dome + cuff,
      blocks: crown + turned + (view === "front" ? sewn : ""),
      dark: [...dark, [-190, 444, 190, 444, 14, 8]],
      light,
      seams: view === "back" ? placed("M0 150L0 446") : "",
    };
  };
}

/** A scarf crossed over the chest; from behind, folded flat. Stripes across its ends. */
export function scarf(stripes: readonly string[]): Garment {
  return (cloth, view) => {
    const fringe = (line: string) =>
      `<path d="${placed(line)}" fill="none" stroke="${shade(cloth.colour, -0.06)}" stroke-width="34" stroke-dasharray="6 4"/>`;
    const bars = (ax: number, ay: number, bx: number, by: number) =>
      stripes
        .map((colour, at) => {
          const up = 34 + at * 46;
          return `<path d="${placed(`M${ax} ${ay - up}L${bx} ${by - up}`)}" stroke="${colour}" stroke-width="26"/>`;
        })
        .join("");
    return view === "front" ? worn(bars, fringe, cloth.colour) : folded(bars, fringe);
  };
}

type Bars = (ax: number, ay: number, bx: number, by: number) => string;

function worn(bars: Bars, fringe: (line: string) => string, colour: string): ReturnType<Garment> {
  const nape = whole("M0 60C76 60 116 96 124 152L70 178C62 142 40 120 0 120");
  const over = placed(
    "M122 148C126 230 60 300 20 372C-10 430 -24 520 -30 610L-142 600C-136 500 -112 400 -70 320C-30 262 60 230 70 176Z",
  );
  const under = placed("M-70 176C-60 214 -24 234 11 247C-20 262 -50 290 -70 320C-108 276 -126 214 -122 148Z");
  const tail = placed(
    "M74 286C112 380 138 500 148 650L34 662C30 560 22 470 8 396C14 382 20 372 20 372C40 340 60 312 74 286Z",
  );
  return {
    body: nape + over + under + tail,
    behind: fringe("M-144 614L-28 624") + fringe("M32 676L150 664"),
    blocks: bars(-160, 598, -10, 611) + bars(20, 664, 160, 649),
    dark: [
      [60, 200, -60, 380, 14, 13],
      [96, 220, -76, 590, 30, 10],
      [-96, 180, -30, 270, -8, 9],
      [66, 330, 84, 640, -10, 11],
      [-110, 400, -116, 590, 4, 9],
      [-100, 120, 0, 80, 8, 8],
    ],
    light: [
      [90, 190, -20, 340, 14, 11],
      [-40, 340, -86, 580, 8, 14],
      [96, 380, 116, 630, -6, 12],
      [-104, 190, -60, 280, -8, 9],
      [-90, 104, 10, 72, 10, 8],
    ],
    over: `<path d="${placed("M-70 176C-62 142 -40 120 0 120C40 120 62 142 70 176")}" fill="none" stroke="${shade(colour, -0.4)}" stroke-width="2"/>`,
  };
}

function folded(bars: Bars, fringe: (line: string) => string): ReturnType<Garment> {
  return {
    body: placed("M-118 120L170 112L176 520L-110 528Z") + whole("M0 92L132 96L140 590L0 596"),
    behind: fringe("M-138 604L138 604"),
    blocks: bars(-150, 590, 150, 590),
    dark: [
      [-40, 100, -36, 580, 5, 10],
      [58, 100, 64, 580, -5, 9],
      [-130, 330, 130, 310, 8, 7],
    ],
    light: [
      [-96, 106, -94, 570, 4, 16],
      [16, 104, 20, 574, 4, 14],
    ],
  };
}

/** A poncho cut from a shuka: checks, a vee, a fringe all round. */
export function poncho(bands: readonly (readonly [width: number, gap: number, colour: string])[]): Garment {
  return (cloth, view) => {
    const deep = view === "front" ? 196 : 118;
    const rim = "M280 440L262 476L150 574L0 650";
    const body = whole(`M0 ${deep}L56 92Q84 98 116 112C190 156 236 270 280 440L262 476L150 574L0 650`);
    const checks = bands.map(([width, gap, colour], at) => tartan(at, width, gap, colour)).join("");
    const fringe = `<path d="${both(rim)}" transform="translate(0 12)" fill="none" stroke="${shade(cloth.colour, -0.14)}" stroke-width="30" stroke-dasharray="5 5"/>`;
    const inside = view === "front" ? whole(`M0 104L56 92L0 ${deep}`) : "";
    return {
      body,
      behind: `${fringe}<path d="${inside}" fill="${shade(cloth.colour, -0.45)}"/>`,
      blocks: checks,
      dark: [
        [78, 130, 196, 510, 16, 13],
        [-78, 130, -202, 500, -16, 13],
        [20, 210, 60, 600, 8, 12],
        [-24, 220, -80, 580, -8, 12],
        [120, 150, 248, 440, 20, 9],
      ],
      light: [
        [-54, 140, -146, 520, -12, 16],
        [44, 170, 120, 540, 10, 14],
        [-108, 150, -238, 430, -18, 12],
      ],
      over: `<path d="${across(`M0 ${deep}L56 92`)}" fill="none" stroke="${cloth.trim ?? "#1e1b1c"}" stroke-width="12" stroke-linejoin="round"/>`,
    };
  };
}

function tartan(at: number, width: number, gap: number, colour: string): string {
  const place = `patternUnits="userSpaceOnUse" patternTransform="translate(${at * 17} ${at * 13})"`;
  return `<pattern id="k${at}" width="${gap}" height="${gap}" ${place}><path d="M0 ${gap / 2}H${gap}M${gap / 2} 0V${gap}" stroke="${colour}" stroke-width="${width}" opacity=".75"/></pattern><path d="M0 0H600V720H0Z" fill="url(#k${at})"/>`;
}
