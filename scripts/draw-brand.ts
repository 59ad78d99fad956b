import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import sharp from "sharp";
import { shop } from "../src/shop.ts";
import { words } from "./draw-goods/lettering.ts";
import { CENTRE } from "./draw-goods/path.ts";
import { shopFront } from "./draw-shop-front.ts";

// Draws the shop's icons, its share picture and its shop front into public/, in the colours of src/ui/tokens.css. Run after a change of name or colours.

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
const tokens = read("src/ui/tokens.css");
const token = (name: string) => {
  const value = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(tokens)?.[1];
  if (!value) throw new Error(`src/ui/tokens.css has no colour --${name}`);
  return value;
};
const [PAPER, INK, SIGNAL, SUN, LEAF, SAND] = [
  token("paper"),
  token("ink"),
  token("signal"),
  token("sun"),
  token("leaf"),
  token("sand"),
];
/** Messengers fetch it over the reader's own bundle. */
const SHARE_BYTES = 60_000;

const mark = read("src/ui/favicon.svg");
for (const [name, size] of [
  ["icon-192.png", 192],
  ["icon-512.png", 512],
  ["apple-touch-icon.png", 180],
] as const)
  await save(name, await png(mark, size));
// a phone may cut a maskable icon down to a circle of four fifths: the mark stays well within
const padded = mark
  .replace('viewBox="0 0 32 32"', 'viewBox="-4 -4 40 40"')
  .replace("M0 0h32v32H0z", "M-4-4h40v40H-4z");
for (const size of [192, 512]) await save(`icon-maskable-${size}.png`, await png(padded, size));
await save("favicon.ico", ico(await png(mark, 32), 32));
await save("share.jpg", await sharePicture());
const inks = { paper: PAPER, ink: INK, signal: SIGNAL, sun: SUN, leaf: LEAF, sand: SAND };
await save("contact.svg", Buffer.from(shopFront(shop.name, inks)));

function png(svg: string, size: number): Promise<Buffer> {
  return sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ palette: true, compressionLevel: 9, effort: 10 })
    .toBuffer();
}

/** One PNG in the wrapping of an ICO file, which every browser since Windows Vista reads. */
function ico(image: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(image.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, image]);
}

/** 1200 × 630: the name in the shop's own lettering over the wave, and the matatu's stripe below. */
async function sharePicture(): Promise<Buffer> {
  const line = (text: string, y: number, h: number, ink: string, weight: number, drop?: string) =>
    words({ text: text.toUpperCase(), x: 600 - CENTRE, y, h, ink, weight, slant: 10, ...(drop && { drop }) });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630">
<path fill="${PAPER}" d="M0 0h1200v630H0z"/>
<path fill="${SUN}" opacity=".38" d="${wave(1200, 236, 210)}"/>
${line(shop.name, 126, 216, INK, 1.5, SUN)}
${line(shop.tagline, 432, 42, INK, 1.1)}
${stripe(532, 72)}
</svg>`;
  const picture = await sharp(Buffer.from(svg)).jpeg({ quality: 78, mozjpeg: true }).toBuffer();
  if (picture.length > SHARE_BYTES) throw new Error(`share.jpg weighs ${picture.length} bytes`);
  return picture;
}

/** Leaning bars of a spoken "sauti", as in src/ui/wave.tsx. */
function wave(width: number, middle: number, tallest: number): string {
  const voice = [2, 4, 3, 6, 9, 7, 10, 5, 8, 4, 6, 3, 5, 9, 6, 8, 4, 7, 10, 6, 3, 5, 2, 4];
  return voice
    .map((tenths, at) => {
      const half = (tenths / 10) * tallest;
      const lean = half * 0.176;
      const x = Math.round((at + 0.25) * (width / voice.length));
      return `M${x - lean} ${middle + half}L${x + lean} ${middle - half}h25L${x - lean + 25} ${middle + half}z`;
    })
    .join("");
}

function stripe(y: number, height: number): string {
  const lean = height * 0.58;
  const edges = [-100, 690, 705, 905, 920, 1048, 1063, 1400];
  const colours = [SIGNAL, SUN, LEAF, INK];
  return colours
    .map((colour, at) => {
      const [from = 0, to = 0] = edges.slice(at * 2);
      return `<path fill="${colour}" d="M${from} ${y}H${to}L${to - lean} ${y + height}H${from - lean}z"/>`;
    })
    .join("");
}

async function save(name: string, bytes: Buffer): Promise<void> {
  await writeFile(new URL(`../public/${name}`, import.meta.url), bytes);
  console.log(`${name}: ${bytes.length} bytes`);
}
