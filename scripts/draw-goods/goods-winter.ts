import { beanie, poncho, scarf } from "./accessories.ts";
import { fleece, puffer, raincoat, trucker } from "./coats.ts";
import { INK } from "./colour.ts";
import type { Goods } from "./goods.ts";
import { cableJumper, cardigan, rollNeck } from "./knits.ts";
import { words } from "./lettering.ts";
import * as mark from "./marks.ts";
import { bomber, hoodie, sweatshirt, varsity } from "./warm.ts";

const { paper, signal, sun } = INK;

/** The winterwear, by slug. */
export const WINTER: Record<string, Goods> = {
  "kilele-bomber": {
    cut: bomber("men"),
    cloth: { colour: "#525a3c", trim: "#33392a", weave: "smooth" },
    back: [
      mark.mast({ y: 300, w: 150, ink: paper, second: sun }),
      words({ text: "KILELE", y: 404, h: 44, ink: sun }),
    ],
    close: { x: 20, y: 180, near: 2.3, tilt: -6 },
  },
  "mlima-half-zip-fleece": {
    cut: fleece("men", "#2c4b3f"),
    cloth: { colour: "#d2bd97", weave: "borg" },
    back: [words({ text: "MLIMA", y: 158, h: 30, ink: "#d2bd97" })],
    close: { x: 30, y: 190, near: 2.3, tilt: 5 },
  },
  "nairobi-night-sweatshirt": {
    cut: sweatshirt("men"),
    cloth: { colour: "#222c4c" },
    front: [
      mark.skyline({ y: 320, w: 226, ink: sun, second: "#222c4c" }),
      words({ text: "NAIROBI USIKU", y: 412, h: 24, ink: paper }),
    ],
    back: [mark.recording({ y: 250, w: 90, ink: sun, second: paper })],
    close: { x: -10, y: 300, near: 2.2, tilt: -6 },
  },
  "upepo-puffer-vest": {
    cut: puffer({ fit: "men", sleeves: false, rows: 7, yoke: "#26282b" }),
    cloth: { colour: "#d8792a", weave: "smooth" },
    back: [words({ text: "UPEPO", y: 166, h: 28, ink: paper })],
    close: { x: 20, y: 190, near: 2.2, tilt: 6 },
  },
  "limuru-cable-jumper": {
    cut: cableJumper("men"),
    cloth: { colour: "#e6d9bf", weave: "cable" },
    close: { x: 10, y: 200, near: 2.4, tilt: -6 },
  },
  "reli-denim-jacket": {
    cut: trucker("men", "#efe2c8"),
    cloth: { colour: "#3d5b80", weave: "twill", thread: "#d9a24a" },
    back: [
      words({ text: "RELI", y: 268, h: 84, ink: paper, edge: signal }),
      words({ text: "NAIROBI - MOMBASA", y: 392, h: 15, ink: sun }),
    ],
    close: { x: 40, y: 220, near: 2.2, tilt: -5 },
  },
  "baridi-crop-hoodie": {
    cut: hoodie({ fit: "crop", cord: paper, lining: "#f5e3e0" }),
    cloth: { colour: "#dd9fae" },
    front: [words({ text: "BARIDI", y: 304, h: 44, ink: paper, soft: true, drop: "#9c4a66" })],
    back: [mark.tea({ y: 390, w: 120, ink: paper, second: "#9c4a66" })],
    close: { x: 0, y: 220, near: 2.2, tilt: 6 },
  },
  "tigoni-cardigan": {
    cut: cardigan("#6b4a2e"),
    cloth: { colour: "#8ea685", weave: "cable" },
    close: { x: 40, y: 300, near: 2.2, tilt: -6 },
  },
  "julai-puffer-jacket": {
    cut: puffer({ fit: "women", sleeves: true, rows: 7 }),
    cloth: { colour: "#a8324a", weave: "smooth" },
    back: [],
    close: { x: 10, y: 180, near: 2.3, tilt: 5 },
  },
  "masika-raincoat": {
    cut: raincoat(),
    cloth: { colour: "#efb62b", trim: "#7a5412", weave: "smooth" },
    back: [mark.voice({ y: 300, w: 120, ink: "#7a5412" })],
    close: { x: 10, y: 150, near: 2.3, tilt: -6 },
  },
  "mapema-roll-neck": {
    cut: rollNeck("women", [
      [120, 40, "#c4532f"],
      [172, 12, "#2c4b5e"],
      [210, 24, "#e0a53a"],
      [250, 14, "#c4532f", "14 8"],
    ]),
    cloth: { colour: "#efe3cc", weave: "cable" },
    close: { x: 20, y: 250, near: 1.9, tilt: 6 },
  },
  "nyota-zip-hoodie": {
    cut: hoodie({ fit: "women", zip: true, cord: sun, lining: sun }),
    cloth: { colour: "#3b3f78" },
    front: [
      [-66, 270, 42],
      [70, 250, 26],
      [60, 330, 34],
      [-50, 350, 22],
    ].map(([x = 0, y = 0, w = 0]) => mark.star({ x, y, w, ink: sun })),
    back: [mark.star({ y: 370, w: 110, ink: sun }), words({ text: "NYOTA", y: 434, h: 30, ink: paper })],
    close: { x: 10, y: 190, near: 2.2, tilt: -6 },
  },
  "sauti-ya-mtaa-hoodie": {
    cut: hoodie({ fit: "boxy", cord: paper, lining: "#7d1d12" }),
    cloth: { colour: "#dc4229" },
    front: [
      words({ text: "SAUTI", y: 276, h: 58, ink: paper, weight: 1.5 }),
      words({ text: "YA MTAA", y: 354, h: 28, ink: sun }),
    ],
    back: [
      mark.voice({ y: 368, w: 206, ink: paper }),
      words({ text: "SAUTI YA MTAA", y: 474, h: 24, ink: sun }),
    ],
    close: { x: 0, y: 230, near: 2.1, tilt: -6 },
  },
  "on-air-beanie": {
    cut: beanie(signal),
    cloth: { colour: "#2a2728" },
    front: [words({ text: "ON AIR", y: 494, h: 28, ink: paper })],
    back: [mark.voice({ y: 510, w: 90, ink: signal })],
    close: { x: 0, y: 480, near: 2.3, tilt: -6 },
  },
  "kipindi-scarf": {
    cut: scarf([sun, signal, paper]),
    cloth: { colour: "#1f4257", weave: "cable" },
    close: { x: 40, y: 540, near: 2, tilt: 6 },
  },
  "shuka-poncho": {
    cut: poncho([
      [13, 76, "#1c1a2b"],
      [5, 76, "#2d4f9e"],
      [2.5, 38, "#2d1216"],
    ]),
    cloth: { colour: "#c0242d" },
    close: { x: 90, y: 520, near: 2.1, tilt: 5 },
  },
  "mic-drop-zip-hoodie": {
    cut: hoodie({ fit: "boxy", zip: true, cord: paper, lining: "#c9a43a" }),
    cloth: { colour: "#24503f" },
    front: [mark.stageMicrophone({ x: 100, y: 270, w: 92, ink: paper, second: sun, turn: 160 })],
    back: [mark.stageMicrophone({ y: 400, w: 150, ink: paper, second: sun, turn: 160 })],
    close: { x: 60, y: 240, near: 2.2, tilt: 6 },
  },
  "chuo-varsity-jacket": {
    cut: varsity("men", "#f0e6d0", sun),
    cloth: { colour: "#1f2f57" },
    front: [words({ text: "S", x: 92, y: 210, h: 66, ink: paper, edge: signal })],
    back: [
      words({ text: "SAUTI", y: 220, h: 60, ink: paper, edge: signal }),
      words({ text: "CHUO KIKUU CHA MTAA", y: 320, h: 15, ink: sun }),
    ],
    close: { x: 50, y: 230, near: 2.2, tilt: -5 },
  },
};
