import { afterAll, expect, test } from "vitest";
import { openTwo } from "../../test/cached-pages.ts";
import type { OpenPages } from "../../test/pages.ts";
import { saveSetting } from "../../test/saved-setting.ts";
import { shop as facts } from "../shop.ts";

const opened = await openTwo();
const { one, two } = opened;
afterAll(() => opened.close());

const { phone, email, address, podcast, returnDays } = facts;
const DEFAULTS = { phone, email, address, podcast, returnDays };
const save = (value: object, version?: number) => saveSetting(opened.shop, "shop", value, version);
const soon = (pages: OpenPages, path: string) => expect.poll(() => pages.text(path));

test("a page that nobody changed anything of carries nothing of settings", async () => {
  expect(await one.text("/collection")).not.toMatch(/\\"shop\\"/);
  await save(DEFAULTS);
  await soon(one, "/contact").toContain(phone);
  expect(await one.text("/collection")).not.toMatch(/\\"shop\\"/);
});

test("the words of banner and offer, as they are written, also in Kiswahili", async () => {
  const words = {
    banner: { headline: "SIKU KUU <3", tagline: "New & warm", prompt: "Have a look" },
    offer: { headline: "30% off dresses", text: "This week alone.", prompt: "See them" },
  };
  await saveSetting(opened.shop, "banner", words);
  for (const pages of [one, two]) await soon(pages, "/").toContain("SIKU KUU &lt;3");
  const said = ["SIKU KUU &lt;3", "New &amp; warm", "Have a look"];
  for (const path of ["/", "/?lang=sw"]) {
    const home = await one.text(path);
    for (const text of said) expect(home, path).toContain(text);
    expect(home).not.toContain("LATEST ARRIVALS</h1>");
    expect(home).not.toContain("BIDHAA MPYA</h1>");
    if (home.includes('id="offer"')) {
      expect(home).toContain("30% off dresses</h2>");
      expect(home).toContain('aria-hidden="true">30%</p>');
    }
  }
  await opened.shop.query("delete from settings");
  await soon(two, "/?lang=sw").toContain("BIDHAA MPYA</h1>");
});

test("a row that was saved before a setting had all of its fields keeps what it says", async () => {
  await save({ phone: "0722 333 444" });
  await soon(one, "/contact").toContain("0722 333 444");
  expect(await one.text("/contact")).toContain(email);
  await opened.shop.query("delete from settings");
  await soon(one, "/contact").toContain(phone);
});

test("a row that holds what it may not hold is as if it were not there", async () => {
  await save({ ...DEFAULTS, phone: "0711 222 333" });
  await soon(one, "/contact").toContain("0711 222 333");
  await save({ ...DEFAULTS, phone: "<script>" }, 2);
  await soon(one, "/contact").toContain(phone);
});
