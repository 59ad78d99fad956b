import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Goods } from "./draw-goods/goods.ts";
import { BOTTOMS } from "./draw-goods/goods-bottoms.ts";
import { TOPS } from "./draw-goods/goods-tops.ts";
import { WINTER } from "./draw-goods/goods-winter.ts";
import { wall } from "./draw-goods/ground.ts";
import { type Focus, picture, type View } from "./draw-goods/scene.ts";

// Draws the sample goods of seed/products.json into seed/images. The same specs always give the same bytes.
// What shoppers are sent is made from the drawings by npm run pictures.

const SEED = new URL("../seed/", import.meta.url);
const GOODS: Record<string, Goods> = { ...TOPS, ...BOTTOMS, ...WINTER };
const LARGEST_BYTES = 7 * 1024;

type Product = { name: string; image: string[]; colour: string };

const products: Product[] = JSON.parse(readFileSync(new URL("products.json", SEED), "utf8"));
const pictures = new Map(Object.entries(GOODS).flatMap(([slug, goods], at) => views(slug, goods, at)));
const faults = [...missing(products), ...unsold(products), ...tooLarge()];
if (faults.length > 0) throw new Error(`The goods and their pictures disagree:\n${faults.join("\n")}`);

mkdirSync(new URL("images/", SEED), { recursive: true });
for (const [name, svg] of pictures) writeFileSync(new URL(`images/${name}`, SEED), svg);
const bytes = [...pictures.values()].reduce((sum, svg) => sum + svg.length, 0);
console.log(`${products.length} products, ${pictures.size} pictures, ${Math.round(bytes / 1024)} kB`);

function views(slug: string, goods: Goods, at: number): [name: string, svg: string][] {
  const { view = "front", ...focus } = goods.close;
  return [
    [`${slug}-front.svg`, drawn(goods, "front")],
    [`${slug}-back.svg`, drawn(goods, "back")],
    [`${slug}-detail.svg`, drawn(goods, view, { focus })],
    [`${slug}-styled.svg`, drawn(goods, "front", { ground: wall(goods.cloth.colour, at) })],
  ];
}

function drawn(
  { cut, cloth, both = [], front = [], back = [] }: Goods,
  view: View,
  setting: { focus?: Focus; ground?: string } = {},
): string {
  const prints = [...both, ...(view === "front" ? front : back)].join("");
  return picture({ drawing: cut(cloth, view), cloth, prints, ...setting });
}

function missing(sold: Product[]): string[] {
  return sold.flatMap(({ name, image, colour }) => {
    const wanted = image.map(drawingOf);
    const slug = wanted[0]?.replace(/-front\.svg$/, "") ?? "";
    const cloth = GOODS[slug]?.cloth.colour;
    return [
      ...wanted.filter((file) => !pictures.has(file)).map((file) => `${name}: no drawing for ${file}`),
      ...(cloth === colour ? [] : [`${name}: is ${colour} in the list and ${cloth} in the drawing`]),
    ];
  });
}

function unsold(sold: Product[]): string[] {
  const shown = new Set(sold.map(({ image }) => image.map(drawingOf)[0]));
  return Object.keys(GOODS)
    .filter((slug) => !shown.has(`${slug}-front.svg`))
    .map((slug) => `${slug}: belongs to no product`);
}

/** `/pictures/<slug>-<view>-<hash>/720.jpg` was made from `<slug>-<view>.svg`. */
function drawingOf(url: string): string {
  return url.replace(/^\/pictures\/(.+)-[0-9a-f]{8}\/720\.jpg$/, "$1.svg");
}

function tooLarge(): string[] {
  return [...pictures]
    .filter(([, svg]) => svg.length > LARGEST_BYTES)
    .map(([file, svg]) => `${file}: ${svg.length} bytes`);
}
