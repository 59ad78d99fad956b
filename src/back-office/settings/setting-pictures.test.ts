import { afterAll, beforeEach, expect, test } from "vitest";
import { openTwo } from "../../../test/cached-pages.ts";
import { addProduct } from "../../../test/goods.ts";
import { plainPicture } from "../../../test/pictures.ts";
import type { TestShop } from "../../../test/shop.ts";
import { type StaffPerson, signInStaff } from "../../../test/support/back-office.ts";
import { sendFile } from "../../../test/support/send-file.ts";
import { shop as facts } from "../../shop.ts";

const opened = await openTwo();
await addProduct(opened.shop, { price: 500, formerPrice: 1_000, category: "Women" });
const owner = await signInStaff(opened.shop);
const picture = await sendPicture(opened.shop, owner);
beforeEach(() => opened.shop.query("delete from settings"));
afterAll(() => opened.close());

/** Sends a picture as the settings screen does; gives its address. */
async function sendPicture(shop: TestShop, owner: StaffPerson): Promise<string> {
  const file = await plainPicture("#c8145a", 400, 300).jpeg().toBuffer();
  const { body } = await sendFile(shop, owner, file);
  expect(body).toMatchObject({ ready: true });
  return String(body.picture);
}

const { banner, offer } = facts;
const save = (value: object, version: number) => owner.post("/settings/banner", { value, version });
const withPictures = (alt = "Two friends in red hoodies") => ({
  banner: { ...banner, picture: { url: picture, alt } },
  offer: { ...offer, picture: { url: picture, alt: "A dress on a line" } },
});
const partOf = (html: string, name: "banner" | "offer") =>
  new RegExp(`<section class="${name}".*?</section>`, "s").exec(html)?.[0] ?? "";

/** Of its document, in bytes as they are sent. */
const weightOfHome = async () => {
  const { body } = await opened.one.ask("/", { "accept-encoding": "br" });
  return body.length;
};

test("Banner and offer show the owner's pictures in every process, moving nothing", async () => {
  const before = await weightOfHome();
  expect((await save(withPictures(), 0)).status).toBe(200);
  for (const pages of [opened.one, opened.two]) {
    await expect.poll(() => pages.text("/"), { timeout: 20_000 }).toContain("Two friends");
    for (const address of ["/", "/?lang=sw"]) {
      const html = await pages.text(address);
      const folder = picture.replace("720.jpg", "");
      for (const [part, alt] of [
        [partOf(html, "banner"), "Two friends in red hoodies"],
        [partOf(html, "offer"), "A dress on a line"],
      ] as const) {
        // one picture, whatever the newest goods are
        expect(part.match(/<img[^>]*>/g)).toEqual([
          expect.stringMatching(new RegExp(`src="${picture}" alt="${alt}" width="600" height="720"`)),
        ]);
        expect(part).toContain(`${folder}360.avif 360w`);
      }
      expect(partOf(html, "banner")).toContain('fetchPriority="high"');
      expect(partOf(html, "offer")).toContain('loading="lazy"');
    }
    expect((await pages.ask(picture.replace("720.jpg", "360.avif"))).status).toBe(200);
  }
  expect((await weightOfHome()) - before).toBeLessThan(500);
  expect((await save({ banner, offer }, 1)).status).toBe(200);
  for (const pages of [opened.one, opened.two])
    await expect.poll(() => pages.text("/"), { timeout: 20_000 }).not.toContain(picture);
});

test("Without a picture home is unchanged", async () => {
  const before = await opened.one.text("/");
  expect(partOf(before, "banner").match(/<img[^>]*>/g)).toHaveLength(2);
  expect(partOf(before, "offer")).not.toContain("<img");
  await save({ banner: { ...banner, headline: "SIKU KUU" }, offer }, 0);
  await expect.poll(() => opened.one.text("/"), { timeout: 20_000 }).toContain("SIKU KUU");
  const after = partOf(await opened.one.text("/"), "banner");
  expect(after.replace("SIKU KUU", banner.headline)).toBe(partOf(before, "banner"));
});

test('"Put back" restores the banner\'s earlier picture', async () => {
  await save(withPictures(), 0);
  await save({ banner, offer }, 1);
  const { history } = (await owner.get("/settings/banner")).body as unknown as { history: { _id: string }[] };
  const back = await owner.post("/settings/banner/back", { change: history[0]?._id, version: 2 });
  expect(back.body).toMatchObject({ setting: { value: withPictures(), version: 3 } });
  expect((await opened.two.ask(picture)).status).toBe(200);
});

test("an address that is none of the shop's pictures is refused by field, and nothing is written", async () => {
  for (const url of [
    "/pictures/goods-none-00000000/720.jpg",
    "https://evil.invalid/720.jpg",
    "/pictures/../720.jpg",
    "javascript:alert(1)",
  ]) {
    const { status, body } = await save({ banner: { ...banner, picture: { url, alt: "x" } }, offer }, 0);
    expect([status, Object.keys(body.fields as object)], url).toEqual([400, ["banner.picture.url"]]);
  }
  expect(await opened.shop.query("select 1 from settings")).toEqual([]);
});

test("A banner picture without words is refused", async () => {
  const { status, body } = await save(withPictures(" "), 0);
  expect([status, body.fields]).toEqual([400, { "banner.picture.alt": "Say what the picture shows." }]);
  expect(await opened.shop.query("select 1 from settings")).toEqual([]);
});
