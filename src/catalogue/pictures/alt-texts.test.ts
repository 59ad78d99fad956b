import { afterAll, beforeEach, expect, test } from "vitest";
import { openTwo } from "../../../test/cached-pages.ts";
import type { Goods } from "../../../test/goods.ts";
import { factsOf } from "../../../test/page-head.ts";
import type { OpenPages } from "../../../test/pages.ts";

let tee: Goods;

const opened = await openTwo();
beforeEach(async () => {
  tee = await opened.begin();
});
afterAll(() => opened.close());

const LINE = "A black tee on a washing line";
const page = (pages: OpenPages) => pages.text(`/product/${tee._id}`);

/** Alternative texts of the pictures under an address that begin with this. */
function altsOf(html: string, address: string): string[] {
  const pictures = html.match(/<img [^>]*>/g) ?? [];
  return pictures
    .filter((each) => each.includes(`src="${address}`))
    .map((each) => /alt="([^"]*)"/.exec(each)?.[1] ?? "none");
}

test("Staff's alternative text is used everywhere, in every process", async () => {
  const { shop, one, two } = opened;
  for (const pages of [one, two]) expect(await page(pages)).not.toContain(LINE);
  await shop.query("update products set images = $2, alts = $3 where id = $1", [
    tee._id,
    ["/pictures/alt-one/720.jpg", "/pictures/alt-two/720.jpg", "/pictures/alt-three/720.jpg"],
    [LINE, ""],
  ]);
  for (const pages of [one, two]) await expect.poll(() => page(pages), { timeout: 20_000 }).toContain(LINE);
  const html = await page(one);
  expect(altsOf(html, "/pictures/alt-one/")).toContain(LINE);
  expect(altsOf(html, "/pictures/alt-two/")).toContain(`${tee.name}, picture 2 of 3`);
  expect(altsOf(html, "/pictures/alt-three/")).toContain(`${tee.name}, picture 3 of 3`);
  expect(html).toContain(`<meta property="og:image:alt" content="${LINE}"/>`);
  expect(factsOf(html).find((each) => each["@type"] === "Product")?.image).toEqual([
    { "@type": "ImageObject", url: "http://localhost:3000/pictures/alt-one/720.jpg", caption: LINE },
    "http://localhost:3000/pictures/alt-two/720.jpg",
    "http://localhost:3000/pictures/alt-three/720.jpg",
  ]);
  for (const path of ["/", "/collection"])
    await expect
      .poll(async () => altsOf(await one.text(path), "/pictures/alt-one/"), {
        timeout: 20_000,
        message: path,
      })
      .toContain(LINE);
});

test("without a word of it a picture in a list stays out of the way of its product's name", async () => {
  const { shop, one } = opened;
  await shop.query("update products set images = '{/pictures/alt-none/720.jpg}' where id = $1", [tee._id]);
  await expect
    .poll(async () => altsOf(await one.text("/collection"), "/pictures/alt-none/"), { timeout: 20_000 })
    .toEqual([""]);
  await expect
    .poll(async () => altsOf(await page(one), "/pictures/alt-none/"), { timeout: 20_000 })
    .toEqual([tee.name]);
});
