import { afterAll, expect, test } from "vitest";
import { openTwo } from "../../test/cached-pages.ts";
import type { OpenPages } from "../../test/pages.ts";
import { PAYLOADS } from "../../test/payloads.ts";
import { saveSetting } from "../../test/saved-setting.ts";
import { shop } from "../shop.ts";
import type { Policy } from "./rules.ts";
import { USUAL_POLICIES } from "./usual-policies.server.ts";

const opened = await openTwo();
const { one, two } = opened;
afterAll(() => opened.close());

const save = (pages: Policy[]) => saveSetting(opened.shop, "policies", { pages });
const soon = (pages: OpenPages, path: string) => expect.poll(() => pages.text(path), { timeout: 20_000 });
const { phone, email, address, podcast, returnDays } = shop;
const SHOP = { phone, email, address, podcast, returnDays };
const GIFTS = { slug: "gift-cards", title: "Gift <cards>", text: "Ask at {phone}.\n\n# Rules\n\nNone." };

test("Delivery, returns, privacy and terms read without scripts, linked from every page", async () => {
  for (const { slug, title } of USUAL_POLICIES) {
    const page = await one.text(`/policies/${slug}`);
    expect(page).toContain(`<h1>${title}</h1>`);
    expect(page.match(/<h1/g)).toHaveLength(1);
    expect(page).toContain(`<link rel="canonical" href="http://localhost:3000/policies/${slug}"/>`);
    for (const path of ["/", "/contact", "/cart", "/place-order", "/no-page"])
      expect(await one.text(path), path).toContain(`href="/policies/${slug}"`);
    expect(await one.text("/sitemap.xml")).toContain(`<loc>http://localhost:3000/policies/${slug}</loc>`);
  }
  expect(await one.text("/policies/returns")).toContain("within 7 days of the day your parcel arrives");
});

/** Words that every sentence of ours in English has one of, and none in Kiswahili. */
const ENGLISH = /\b(the|you|your|we|our|is|are|was|order|paid|delivery|of|to|and|with)\b/gi;
const proseOf = (page: string) => /<div class="prose"[^>]*>[\s\S]*?<\/div>/.exec(page)?.[0] ?? "";

test("The usual policies are whole in Kiswahili", async () => {
  for (const { slug } of USUAL_POLICIES) {
    const english = proseOf(await one.text(`/policies/${slug}`));
    const kiswahili = proseOf(await one.text(`/policies/${slug}?lang=sw`));
    expect(kiswahili, slug).toMatch(/^<div class="prose" lang="sw">/);
    const words = kiswahili.replace(/<[^>]*>|\S+@\S+|\((Consumer|Data) Protection Act\)/g, " ");
    expect(words.match(ENGLISH), slug).toBe(null);
    expect(kiswahili).not.toMatch(/[{}]/);
    for (const part of [/<h2>/g, /<li>/g, /<p>/g])
      expect(kiswahili.match(part)?.length, `${slug} ${part}`).toBe(english.match(part)?.length);
    const linksIn = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href).sort();
    expect(linksIn(kiswahili), slug).toEqual(linksIn(english));
  }
  const page = await one.text("/policies/privacy?lang=sw");
  expect(page).toContain("<h1>Faragha</h1>");
  expect(page).toContain('<meta name="description" content="Tunahifadhi tu');
});

// these change what all read: the usual pages are no longer there behind them
test("Policies say today's contact and days of return, in every process", async () => {
  expect(await two.text("/policies/returns")).toContain("within 7 days");
  await saveSetting(opened.shop, "shop", { ...SHOP, returnDays: 21, phone: "0711 222 333" });
  for (const pages of [one, two]) {
    await soon(pages, "/policies/returns").toContain("within 21 days");
    const page = await pages.text("/policies/returns");
    expect(page).toContain('<a href="tel:0711222333">0711 222 333</a>');
    expect(page).not.toContain("7 days of");
  }
  await opened.shop.query("delete from settings");
});

test("An owner's policies are on every process's pages; a removed one is not found", async () => {
  await save([GIFTS]);
  for (const pages of [one, two]) {
    await soon(pages, "/policies/gift-cards").toContain("<h1>Gift &lt;cards&gt;</h1>");
    const page = await pages.text("/policies/gift-cards");
    expect(page).toContain('<p>Ask at <a href="tel:+254700000000">+254 700 000 000</a>.</p>\n<h2>Rules</h2>');
    expect(page).toContain('<meta name="description" content="Ask at +254 700 000 000."/>');
    expect((await pages.ask("/policies/returns")).status).toBe(404);
    const home = await pages.text("/");
    expect(home).toContain('href="/policies/gift-cards"');
    expect(home).not.toContain("/policies/returns");
  }
});

test("A changed policy is in the owner's words, marked as English in Kiswahili", async () => {
  const [delivery, ...rest] = USUAL_POLICIES;
  await save([{ slug: "delivery", title: "Delivery", text: `${delivery?.text}\n\nOn foot.` }, ...rest]);
  for (const pages of [one, two]) {
    await soon(pages, "/policies/delivery?lang=sw").toContain("On foot.");
    const page = proseOf(await pages.text("/policies/delivery?lang=sw"));
    expect(page).toContain('<div class="prose" lang="en">');
    expect(page).toContain("We deliver everywhere in Kenya.");
    expect(proseOf(await pages.text("/policies/returns?lang=sw"))).toContain("ndani ya siku 7");
  }
});

test("A policy's text is only text", async () => {
  // letters that turn the writing round are not taken at all
  const text = PAYLOADS.join("\n\n").replace(/[\r\u2028\u2029\u202e\u2066]/g, " ");
  await save([{ ...GIFTS, title: PAYLOADS[12], text }]);
  await soon(one, "/policies/gift-cards").toContain("pwn33");
  const page = await one.text("/policies/gift-cards");
  const [, prose = ""] = /<div class="prose">([\s\S]*?)<\/div>/.exec(page) ?? [];
  expect(prose.match(/pwn\d\d/g)?.length).toBeGreaterThanOrEqual(40);
  expect(prose.match(/<(?!\/?(p|a|h2|code|pre|blockquote|br|ul|li|ol|em|strong|s)\b)/g)).toBe(null);
  expect(prose.match(/href="(?!https?:|mailto:|\/[^/])[^"]*/g)).toBe(null);
});
