import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import type { Goods } from "./draw-goods/goods.ts";
import { BOTTOMS } from "./draw-goods/goods-bottoms.ts";
import { TOPS } from "./draw-goods/goods-tops.ts";
import { WINTER } from "./draw-goods/goods-winter.ts";
import { picture, type View } from "./draw-goods/scene.ts";

// Draws the sample goods of seed/products.json into seed/images. The same specs always give the same bytes.

const SEED = new URL("../seed/", import.meta.url);
const GOODS: Record<string, Goods> = { ...TOPS, ...BOTTOMS, ...WINTER };
const LARGEST_BYTES = 6 * 1024;

type Product = { name: string; image: string[]; colour: string };

const products: Product[] = JSON.parse(readFileSync(new URL("products.json", SEED), "utf8"));
const pictures = new Map(Object.entries(GOODS).flatMap(([slug, goods]) => views(slug, goods)));
const faults = [...missing(products), ...unsold(products), ...tooLarge()];
if (faults.length > 0) throw new Error(`The goods and their pictures disagree:\n${faults.join("\n")}`);

mkdirSync(new URL("images/", SEED), { recursive: true });
for (const [name, svg] of pictures) writeFileSync(new URL(`images/${name}`, SEED), svg);
const bytes = [...pictures.values()].reduce((sum, svg) => sum + svg.length, 0);
console.log(`${products.length} products, ${pictures.size} pictures, ${Math.round(bytes / 1024)} kB`);

function views(slug: string, goods: Goods): [name: string, svg: string][] {
  const { view = "front", ...focus } = goods.close;
  return [
    [`${slug}-front.svg`, drawn(goods, "front")],
    [`${slug}-back.svg`, drawn(goods, "back")],
    [`${slug}-detail.svg`, drawn(goods, view, focus)],
  ];
}

function drawn(
  { cut, cloth, both = [], front = [], back = [] }: Goods,
  view: View,
  focus?: Goods["close"],
): string {
  const prints = [...both, ...(view === "front" ? front : back)].join("");
  return picture({ drawing: cut(cloth, view), cloth, prints, focus });
}

function missing(sold: Product[]): string[] {
  return sold.flatMap(({ name, image, colour }) => {
    const wanted = image.map((path) => path.replace("/images/", ""));
    const slug = wanted[0]?.replace(/-front\.svg$/, "") ?? "";
    const cloth = GOODS[slug]?.cloth.colour;
    return [
      ...wanted.filter((file) => !pictures.has(file)).map((file) => `${name}: no drawing for ${file}`),
      ...(cloth === colour ? [] : [`${name}: is ${colour} in the list and ${cloth} in the drawing`]),
    ];
  });
}

function unsold(sold: Product[]): string[] {
  const shown = new Set(sold.flatMap(({ image }) => image.map((path) => path.replace("/images/", ""))));
  return [...pictures.keys()]
    .filter((file) => !shown.has(file))
    .map((file) => `${file}: belongs to no product`);
}

function tooLarge(): string[] {
  return [...pictures]
    .filter(([, svg]) => svg.length > LARGEST_BYTES)
    .map(([file, svg]) => `${file}: ${svg.length} bytes`);
}
