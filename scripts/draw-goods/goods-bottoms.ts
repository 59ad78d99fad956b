import { trousers } from "./bottoms.ts";
import { INK } from "./colour.ts";
import type { Goods } from "./goods.ts";
import { words } from "./lettering.ts";
import * as mark from "./marks.ts";
import { checks, repeat } from "./patterns.ts";
import { skirt } from "./skirts.ts";

const { paper, ink, signal, sun, leaf, sky } = INK;

/** The bottomwear, by slug. */
export const BOTTOMS: Record<string, Goods> = {
  "matatu-stripe-joggers": {
    cut: trousers({
      cut: "tapered",
      top: "rib",
      foot: "rib",
      cords: paper,
      stripes: [
        [46, sun],
        [32, signal],
        [16, sky],
      ],
    }),
    cloth: { colour: "#242223" },
    front: [words({ text: "33", x: -68, y: 306, h: 42, ink: paper })],
    close: { x: 70, y: 200, near: 2.3, tilt: -6 },
  },
  "ngong-hills-chinos": {
    cut: trousers({ cut: "straight", top: "belt", metal: "#7d5a34" }),
    cloth: { colour: "#b99663", weave: "twill" },
    close: { x: -60, y: 150, near: 2.4, tilt: 6 },
  },
  "gikomba-straight-jeans": {
    cut: trousers({ cut: "straight", top: "belt", pockets: "curved", foot: "turnup" }),
    cloth: { colour: "#35547a", weave: "twill", thread: "#d9a24a" },
    back: [],
    close: { x: 74, y: 240, near: 2.3, tilt: -6, view: "back" },
  },
  "mechi-sweat-shorts": {
    cut: trousers({ cut: "short", top: "rib", cords: paper, stripes: [[26, signal]] }),
    cloth: { colour: "#8f9397", weave: "heather" },
    front: [words({ text: "MECHI", x: -110, y: 470, h: 28, ink })],
    close: { x: -40, y: 240, near: 2, tilt: -5 },
  },
  "fundi-cargo-trousers": {
    cut: trousers({ cut: "relaxed", top: "belt", cargo: true, metal: "#4a4036" }),
    cloth: { colour: "#666a47", weave: "twill" },
    close: { x: 120, y: 390, near: 2.4, tilt: 5 },
  },
  "boda-track-pants": {
    cut: trousers({
      cut: "straight",
      top: "rib",
      cords: paper,
      stripes: [
        [34, paper],
        [24, "#7c2233"],
        [14, paper],
      ],
    }),
    cloth: { colour: "#7c2233" },
    front: [mark.voice({ x: -80, y: 260, w: 60, ink: paper })],
    back: [words({ text: "BODA", x: 96, y: 420, h: 30, ink: paper, turn: 90 })],
    close: { x: -70, y: 190, near: 2.3, tilt: 6 },
  },
  "wimbi-leggings": {
    cut: trousers({ cut: "slim", top: "rib", pockets: "none" }),
    cloth: { colour: "#22305a", trim: "#1a2444" },
    both: [
      mark.voice({ x: -88, y: 420, w: 300, ink: sun, turn: 86, heights: "12132434243132123121" }),
      mark.voice({ x: 88, y: 420, w: 300, ink: signal, turn: 94, heights: "21313424324213312131" }),
    ],
    close: { x: 60, y: 330, near: 2.2, tilt: -6 },
  },
  "kanga-border-skirt": {
    cut: skirt({
      cut: "midi",
      top: "rib",
      border: [
        [70, 150, sun],
        [132, 10, ink],
        [12, 10, ink],
        [96, 26, signal, "18 14"],
        [30, 16, leaf, "10 12"],
      ],
    }),
    cloth: { colour: "#c23a2b" },
    both: [
      repeat(
        "k",
        70,
        64,
        `<path d="M16 14q12-12 20 0q-2 16-20 0M52 46q12-12 20 0q-2 16-20 0M-18 46q12-12 20 0q-2 16-20 0" fill="#f5b52e" opacity=".85"/>`,
      ).replace("M0 0H600V720H0Z", "M0 110H600V535H0Z"),
    ],
    front: [words({ text: "MANENO MATAMU", x: -10, y: 606, h: 18, ink })],
    close: { x: -40, y: 540, near: 2.3, tilt: -5 },
  },
  "biashara-street-denim-skirt": {
    cut: skirt({ cut: "mini", top: "belt", denim: true }),
    cloth: { colour: "#6b90b4", weave: "twill", thread: "#d9a24a" },
    back: [],
    close: { x: 40, y: 210, near: 2.3, tilt: 6 },
  },
  "usiku-joggers": {
    cut: trousers({ cut: "narrow", top: "rib", foot: "rib", cords: sun, pockets: "slant" }),
    cloth: { colour: "#4c3763" },
    front: [
      [-70, 330, 40],
      [-100, 410, 22],
      [-58, 470, 28],
      [76, 520, 24],
    ].map(([x = 0, y = 0, w = 0]) => mark.star({ x, y, w, ink: sun })),
    close: { x: -50, y: 240, near: 2.1, tilt: -6 },
  },
  "karura-wide-leg-trousers": {
    cut: trousers({ cut: "wide", top: "paperbag", cords: "#e6d8b8" }),
    cloth: { colour: "#2c5c47" },
    close: { x: 30, y: 140, near: 2.3, tilt: 6 },
  },
  "jioni-pleated-skirt": {
    cut: skirt({
      cut: "pleated",
      top: "rib",
      border: [
        [46, 12, "#7a3b1e"],
        [26, 6, "#7a3b1e"],
      ],
    }),
    cloth: { colour: "#d99a2b" },
    close: { x: 40, y: 560, near: 2.2, tilt: -5 },
  },
  "studio-sweatpants": {
    cut: trousers({ cut: "relaxed", top: "rib", cords: ink }),
    cloth: { colour: "#bdb7ab", weave: "heather" },
    front: [
      mark.recording({ x: -92, y: 300, w: 44, ink, second: signal }),
      words({ text: "REC", x: -92, y: 334, h: 24, ink }),
    ],
    close: { x: -60, y: 240, near: 2.2, tilt: 6 },
  },
  "jumapili-lounge-pants": {
    cut: trousers({ cut: "relaxed", top: "rib", cords: paper, pockets: "slant" }),
    cloth: { colour: "#2a5d78", trim: "#22506a" },
    both: [
      checks(64, [
        [16, 22, "#173a4d"],
        [44, 5, "#f5b52e"],
        [54, 3, "#f7f0e4"],
      ]),
    ],
    close: { x: 20, y: 160, near: 2.3, tilt: -7 },
  },
  "mtaa-ball-shorts": {
    cut: trousers({
      cut: "ball",
      top: "rib",
      cords: paper,
      pockets: "none",
      stripes: [
        [40, ink],
        [26, sun],
      ],
    }),
    cloth: { colour: "#de4b2c", trim: ink, weave: "mesh" },
    front: [
      words({ text: "MTAA", x: -110, y: 520, h: 34, ink: paper }),
      words({ text: "7", x: 120, y: 510, h: 54, ink: paper }),
    ],
    close: { x: 110, y: 470, near: 2.1, tilt: 5 },
  },
  "mawimbi-running-shorts": {
    cut: trousers({
      cut: "running",
      top: "rib",
      cords: paper,
      pockets: "none",
      stripes: [
        [28, paper],
        [18, "#20878a"],
      ],
    }),
    cloth: { colour: "#2fa3a1" },
    front: [mark.ripples({ x: -120, y: 420, w: 90, ink: paper, second: sun })],
    close: { x: -60, y: 320, near: 2, tilt: -6 },
  },
  "karibu-linen-trousers": {
    cut: trousers({ cut: "straight", top: "rib", cords: "#8a6b46" }),
    cloth: { colour: "#eadfc8" },
    both: [repeat("k", 22, 22, `<path d="M11 0V22" stroke="#4a6c93" stroke-width="2.5"/>`)],
    close: { x: 10, y: 150, near: 2.4, tilt: 5 },
  },
  "jua-kali-carpenter-jeans": {
    cut: trousers({ cut: "relaxed", top: "belt", pockets: "curved", knees: true, foot: "raw" }),
    cloth: { colour: "#b4582f", weave: "twill", thread: "#f0cf9a" },
    close: { x: -70, y: 390, near: 2.1, tilt: -6 },
  },
};
