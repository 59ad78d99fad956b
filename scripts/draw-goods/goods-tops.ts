import { INK } from "./colour.ts";
import type { Goods } from "./goods.ts";
import { words } from "./lettering.ts";
import * as mark from "./marks.ts";
import { levels, repeat, tieDye } from "./patterns.ts";
import * as cut from "./tops.ts";

const { paper, ink, signal, sun, leaf, sky, plum } = INK;

/** The topwear, by slug. */
export const TOPS: Record<string, Goods> = {
  "on-air-crew-tee": {
    cut: cut.tee({ fit: "men", neck: "crew", sleeve: "short" }),
    cloth: { colour: "#262324" },
    front: [
      mark.lamp({ y: 290, w: 216, ink: signal, second: paper }),
      words({ text: "ON AIR", y: 274, h: 32, ink: paper }),
    ],
    back: [
      words({ text: "TUKO HEWANI", y: 190, h: 24, ink: paper }),
      mark.voice({ y: 310, w: 170, ink: signal }),
    ],
    close: { x: -10, y: 240, near: 2.3, tilt: -7 },
  },
  "uhuru-park-polo": {
    cut: cut.polo("men", true),
    cloth: { colour: "#1f6b4f", trim: "#174f3b" },
    front: [mark.microphone({ x: 86, y: 252, w: 52, ink: paper, second: "#1f6b4f" })],
    back: [words({ text: "SAUTI", y: 170, h: 18, ink: paper })],
    close: { x: 34, y: 190, near: 2.5, tilt: 5 },
  },
  "jioni-henley": {
    cut: cut.henley("men"),
    cloth: { colour: "#cfb48a", weave: "rib" },
    front: [mark.voice({ x: 92, y: 262, w: 62, ink: "#6d4a30" })],
    back: [mark.sun({ y: 290, w: 150, ink: "#a8603a" })],
    close: { x: 20, y: 200, near: 2.4, tilt: -5 },
  },
  "kinyozi-camp-shirt": {
    cut: cut.campShirt("boxy", "#7a4a2a"),
    cloth: { colour: "#f3e4c8", trim: "#f3e4c8" },
    both: [levels("#b8432c", "#23626b")],
    close: { x: 10, y: 190, near: 2.3, tilt: 6 },
  },
  "moja-mbili-tee": {
    cut: cut.tee({ fit: "men", neck: "crew", sleeve: "short" }),
    cloth: { colour: "#f2e8d5" },
    front: [
      mark.microphone({ y: 290, w: 200, ink, second: sun }),
      words({ text: "MOJA MBILI", y: 430, h: 34, ink: signal }),
    ],
    back: [words({ text: "MIC CHECK", y: 186, h: 22, ink })],
    close: { x: 20, y: 240, near: 2.2, tilt: -8 },
  },
  "kibanda-raglan-tee": {
    cut: cut.raglan("men"),
    cloth: { colour: "#f5efe3", trim: "#24457a" },
    front: [mark.radio({ y: 310, w: 176, ink: "#24457a", second: sun })],
    back: [
      words({ text: "KIBANDA", y: 200, h: 36, ink: "#24457a" }),
      words({ text: "LIVE", y: 262, h: 74, ink: signal, weight: 1.5 }),
    ],
    close: { x: -60, y: 200, near: 2.3, tilt: 5 },
  },
  "dada-crop-tee": {
    cut: cut.tee({ fit: "crop", neck: "scoop", sleeve: "short" }),
    cloth: { colour: "#f0785c" },
    front: [
      mark.headphones({ y: 326, w: 160, ink: paper, second: plum }),
      words({ text: "SIKIA", y: 440, h: 34, ink: paper, soft: true }),
    ],
    back: [words({ text: "DADA", y: 250, h: 44, ink: paper, soft: true })],
    close: { x: 30, y: 270, near: 2.2, tilt: -6 },
  },
  "malkia-tee-dress": {
    cut: cut.tee({ fit: "dress", neck: "crew", sleeve: "short" }),
    cloth: { colour: "#512a5c" },
    front: [
      mark.record({ y: 250, w: 150, ink: sun, second: signal }),
      words({ text: "MALKIA", y: 350, h: 34, ink: sun }),
    ],
    back: [
      words({ text: "MALKIA", x: 0, y: 150, h: 24, ink: sun }),
      mark.star({ y: 230, w: 54, ink: signal }),
    ],
    close: { x: 20, y: 210, near: 2.3, tilt: 7 },
  },
  "sauti-yetu-tank": {
    cut: cut.tee({ fit: "women", neck: "scoop", sleeve: "none" }),
    cloth: { colour: "#efb02f", trim: ink },
    front: [
      words({ text: "SAUTI", y: 288, h: 46, ink, slant: 10 }),
      words({ text: "YETU", y: 352, h: 46, ink: signal, slant: 10 }),
    ],
    back: [mark.voice({ y: 300, w: 130, ink })],
    close: { x: 20, y: 250, near: 2.3, tilt: -6 },
  },
  "asubuhi-blouse": {
    cut: cut.blouse(),
    cloth: { colour: "#f7eee0", trim: "#f7eee0" },
    both: [
      repeat(
        "k",
        34,
        34,
        `<path d="M9 9q6-7 9 0q-3 7-9 0M26 26q6-7 9 0q-3 7-9 0" fill="#c5573a"/><path d="M9 9l-4 4M26 26l-4 4" stroke="#4d7a4f" stroke-width="2"/>`,
      ),
    ],
    close: { x: 30, y: 200, near: 2.4, tilt: 6 },
  },
  "wimbi-vee-tee": {
    cut: cut.tee({ fit: "women", neck: "vee", sleeve: "cap" }),
    cloth: { colour: "#2a7d77" },
    front: [mark.ripples({ y: 330, w: 178, ink: paper, second: sun })],
    back: [words({ text: "WIMBI", y: 200, h: 24, ink: paper })],
    close: { x: -6, y: 250, near: 2.3, tilt: -7 },
  },
  "pwani-wrap-top": {
    cut: cut.wrapTop(),
    cloth: { colour: "#2f6ea8" },
    both: [
      repeat(
        "k",
        56,
        40,
        `<path d="M2 12q12-14 24 0t24 0M30 32q7-9 14 0t12 0M-26 32q7-9 14 0t12 0" fill="none" stroke="#f7f0e4" stroke-width="3.5"/>`,
      ),
    ],
    close: { x: 70, y: 340, near: 2.2, tilt: 5 },
  },
  "nairobi-skyline-tee": {
    cut: cut.tee({ fit: "boxy", neck: "crew", sleeve: "short" }),
    cloth: { colour: "#f5eddd" },
    front: [
      mark.sun({ y: 330, w: 230, ink: signal }),
      mark.skyline({ y: 300, w: 250, ink: "#23304f", second: sun }),
      words({ text: "NAIROBI", y: 448, h: 34, ink: "#23304f" }),
    ],
    back: [words({ text: "JIJI LINA SAUTI", y: 190, h: 22, ink: "#23304f" })],
    close: { x: 0, y: 320, near: 2, tilt: -5 },
  },
  "route-33-jersey": {
    cut: cut.jersey("boxy", "#1f1d1e"),
    cloth: { colour: "#f4bd2c", trim: "#1f1d1e", weave: "mesh" },
    front: [
      words({ text: "33", x: 0, y: 300, h: 100, ink, weight: 1.6 }),
      words({ text: "NAMBA", y: 244, h: 22, ink: signal }),
      mark.matatu({ y: 462, w: 104, ink, second: "#f4bd2c" }),
    ],
    back: [
      words({ text: "DEREVA", y: 180, h: 30, ink }),
      words({ text: "33", y: 250, h: 140, ink, weight: 1.6 }),
    ],
    close: { x: 40, y: 200, near: 2.3, tilt: 6 },
  },
  "sema-nami-long-sleeve": {
    cut: cut.tee({ fit: "boxy", neck: "crew", sleeve: "long" }),
    cloth: { colour: "#75875a" },
    front: [
      mark.bubble({ y: 300, w: 180, ink: paper, second: "#75875a" }),
      words({ text: "SEMA", x: -218, y: 384, h: 26, ink: paper, turn: 98 }),
    ],
    back: [
      words({ text: "SEMA NAMI", y: 200, h: 40, ink: paper }),
      words({ text: "SEMA", x: 244, y: 384, h: 26, ink: paper, turn: 82 }),
    ],
    close: { x: -10, y: 260, near: 2.2, tilt: 6 },
  },
  "pole-pole-pocket-tee": {
    cut: cut.tee({ fit: "boxy", neck: "crew", sleeve: "short" }, { pocket: "#c98670" }),
    cloth: { colour: "#e2a48e" },
    front: [mark.tortoise({ x: 110, y: 212, w: 74, ink: "#54372f", second: leaf })],
    back: [
      mark.tortoise({ y: 290, w: 210, ink: "#54372f", second: leaf }),
      words({ text: "POLE POLE", y: 380, h: 36, ink: "#54372f" }),
    ],
    close: { x: 96, y: 240, near: 2.6, tilt: -5 },
  },
  "pamoja-tie-dye-tee": {
    cut: cut.tee({ fit: "boxy", neck: "crew", sleeve: "short" }),
    cloth: { colour: "#f3e6cf" },
    both: [tieDye(270, 330, ["#e0683c", "#d9428a", "#6a3fa0", "#2c7fb8", "#27a08a", "#e3a52a"])],
    front: [words({ text: "PAMOJA", y: 300, h: 52, ink: paper, edge: plum })],
    close: { x: -10, y: 250, near: 1.9, tilt: 7 },
  },
  "kaseti-ringer-tee": {
    cut: cut.tee({ fit: "men", neck: "crew", sleeve: "short" }, { ringer: true }),
    cloth: { colour: "#f6f1e6", trim: "#b5302a" },
    front: [
      mark.cassette({ y: 290, w: 186, ink, second: signal }),
      words({ text: "UPANDE A", y: 372, h: 22, ink }),
    ],
    back: [
      words({ text: "UPANDE B", y: 190, h: 26, ink }),
      mark.cassette({ y: 270, w: 90, ink, second: sky }),
    ],
    close: { x: 10, y: 270, near: 2.3, tilt: -6 },
  },
};
