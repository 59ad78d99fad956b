import { afterAll, beforeAll, expect, test } from "vitest";
import { openTwo } from "../../test/cached-pages.ts";
import { addProduct } from "../../test/goods.ts";
import type { OpenPages } from "../../test/pages.ts";
import { inLanguage } from "../language/language.server.ts";
import { askUs } from "../ordering/mails/order-mails.server.ts";
import { createLog } from "../platform/log.server.ts";
import { shop as facts } from "../shop.ts";
import { withSettings } from "./current-settings.server.ts";
import { findSettings } from "./live-settings.server.ts";

let opened: Awaited<ReturnType<typeof openTwo>>;
let one: OpenPages;
let two: OpenPages;
beforeAll(async () => {
  opened = await openTwo();
  ({ one, two } = opened);
});
afterAll(() => opened.close());

const { phone, email, address, podcast, returnDays } = facts;
const DEFAULTS = { phone, email, address, podcast, returnDays };
const save = (value: object, version = 1) =>
  opened.shop.query(
    `insert into settings (name, value, version, changed_by) values ('shop', $1, $2, 'Wambui')
     on conflict (name) do update set value = $1, version = $2`,
    [value, version],
  );
const soon = (pages: OpenPages, path: string) => expect.poll(() => pages.text(path));

test("a page that nobody changed anything of carries nothing of settings", async () => {
  expect(await one.text("/collection")).not.toMatch(/\\"shop\\"/);
  await save(DEFAULTS);
  await soon(one, "/contact").toContain(phone);
  expect(await one.text("/collection")).not.toMatch(/\\"shop\\"/);
});

test("a changed phone is on every page of every process at once, and the old one on none", async () => {
  const product = await addProduct(opened.shop);
  const paths = [
    "/",
    "/collection",
    "/about",
    "/contact",
    "/cart",
    `/product/${product._id}`,
    "/no-page",
    "/sw.js",
  ];
  for (const pages of [one, two])
    for (const path of paths) expect(await pages.text(path), path).toContain(phone);
  await save({ ...DEFAULTS, phone: "0711 222 333", email: "hello@other.example" });
  for (const pages of [one, two]) {
    await soon(pages, "/contact").toContain("0711 222 333");
    for (const path of paths) {
      const text = await pages.text(path);
      expect(text, path).toContain("0711 222 333");
      expect(text, path).not.toContain(phone);
      expect(text, path).not.toContain(phone.replaceAll(" ", ""));
      expect(text, path).not.toContain(email);
    }
    const home = await pages.text("/");
    expect(home).toContain('"telephone":"0711 222 333"');
    expect(home).toContain('"email":"hello@other.example"');
    // the browser is told the same, for its first rendering
    expect(home).toContain('0711 222 333\\"');
  }
  await opened.shop.query("delete from settings");
  for (const pages of [one, two]) await soon(pages, "/cart").toContain(phone);
});

test("address, podcast and days of return, in both languages", async () => {
  await save({
    ...DEFAULTS,
    address: { ...address, street: "Moi Avenue" },
    podcast: { name: "Radio Moja", url: "https://moja.example" },
    returnDays: 14,
  });
  await soon(one, "/contact").toContain("Moi Avenue");
  expect(await one.text("/about")).toContain('href="https://moja.example"');
  expect(await one.text("/about")).toContain("14 days to change your mind.");
  expect(await one.text("/manifest.webmanifest")).toContain("The shop of Radio Moja.");
  const home = await one.text("/?lang=sw");
  expect(home).toContain("siku 14");
  expect(home).toContain('"merchantReturnDays":14');
  expect(home).not.toContain(podcast.url);
});

test("the words of banner and offer, as they are written, also in Kiswahili", async () => {
  const words = {
    banner: { headline: "SIKU KUU <3", tagline: "New & warm", prompt: "Have a look" },
    offer: { headline: "30% off dresses", text: "This week alone.", prompt: "See them" },
  };
  await opened.shop.query(
    "insert into settings (name, value, version, changed_by) values ('banner', $1, 1, 'Wambui')",
    [words],
  );
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

test("a row that holds what it may not hold is as if it were not there", async () => {
  await save({ ...DEFAULTS, phone: "0711 222 333" });
  await soon(one, "/contact").toContain("0711 222 333");
  await save({ ...DEFAULTS, phone: "<script>" }, 2);
  await soon(one, "/contact").toContain(phone);
});

test("a mail says what stands when it is written, in its reader's language", async () => {
  const { shop } = opened;
  await save({ ...DEFAULTS, phone: "0711 222 333" });
  const snapshot = await findSettings(shop.db, { environment: shop.config, log: createLog("silent") });
  expect(withSettings(snapshot, askUs)).toBe(`Questions? Write to ${email} or call 0711 222 333.`);
  expect(withSettings(snapshot, () => inLanguage("sw", askUs))).toContain("0711 222 333");
});
