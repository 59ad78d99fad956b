import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { makePictures, pictureFolder } from "../src/catalogue/pictures/make-pictures.server.ts";

// npm run pictures: what shoppers are sent, made once from the drawings of seed/images into seed/pictures, and their
// addresses written into seed/products.json. A drawing that has not changed is not made again.

const SEED = new URL("../seed/", import.meta.url);
const PICTURES = new URL("pictures/", SEED);
const VIEWS = ["front", "back", "detail", "styled"];
/** The repository stays small. */
const LARGEST_MEGABYTES = 15;
/** How many are made at a time. */
const AT_ONCE = 4;

const list = new URL("products.json", SEED);
const written = readFileSync(list, "utf8");
const products: { image: string[] }[] = JSON.parse(written);
const folders = products.map(({ image }) => VIEWS.map((view) => `${slugOf(image[0])}-${view}`).map(ready));

await mkdir(PICTURES, { recursive: true });
const waiting = folders.flat().filter(({ folder }) => !existsSync(new URL(folder, PICTURES)));
const made = waiting.length;
await Promise.all(Array.from({ length: AT_ONCE }, makeWaiting));

const wanted = new Set(folders.flat().map(({ folder }) => folder));
for (const old of readdirSync(PICTURES))
  if (!wanted.has(old)) rmSync(new URL(old, PICTURES), { recursive: true });
await writeFile(list, relisted(written));
report();

function slugOf(url = ""): string {
  const slug = /^\/pictures\/(.+)-front-[0-9a-f]{8}\/720\.jpg$/.exec(url)?.[1];
  if (!slug) throw new Error(`The first picture of a sample must be its front, and not ${url}`);
  return slug;
}

function ready(name: string): { name: string; folder: string; input: Buffer } {
  const input = readFileSync(new URL(`images/${name}.svg`, SEED));
  return { name, folder: pictureFolder(name, input), input };
}

async function makeWaiting(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { name, folder, input } = next;
    const files = await makePictures(input, { share: name.endsWith("-front") });
    // a folder that is there is whole, also when this was stopped in the middle
    const begun = new URL(`.${folder}/`, PICTURES);
    await mkdir(begun, { recursive: true });
    for (const [file, bytes] of files) await writeFile(new URL(file, begun), bytes);
    await rename(fileURLToPath(begun), fileURLToPath(new URL(folder, PICTURES)));
  }
}

/** The list with each product's pictures in the place of those it had, everything else as it was written. */
function relisted(text: string): string {
  const lists = folders.map((views) =>
    views.map(({ folder }) => `      "/pictures/${folder}/720.jpg"`).join(",\n"),
  );
  return text.replace(/"image": \[[^\]]*\]/g, () => `"image": [\n${lists.shift()}\n    ]`);
}

function report(): void {
  const bytes = readdirSync(PICTURES, { recursive: true, encoding: "utf8" })
    .map((path) => statSync(new URL(path, PICTURES)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
  const megabytes = bytes / 1_000_000;
  console.log(`${made} of ${wanted.size} pictures made; ${megabytes.toFixed(1)} MB in all`);
  if (megabytes > LARGEST_MEGABYTES) throw new Error(`More than ${LARGEST_MEGABYTES} MB of pictures.`);
}
