import { afterAll, beforeEach, expect, test } from "vitest";
import { untilCached } from "../../test/cached-pages.ts";
import { openPages } from "../../test/pages.ts";
import { openTestShop } from "../../test/shop.ts";

const shop = await openTestShop();
const pages = await openPages(shop);
beforeEach(() => untilCached(pages));
afterAll(() => shop.close());

const read = async (path: string, cookie?: string) => {
  const { body, headers } = await pages.ask(path, cookie ? { cookie } : {});
  const page = body.toString();
  const [, lang] = /<html lang="([^"]*)"/.exec(page) ?? [];
  const [, heading] = /<h1[^>]*>([^<]*)</.exec(page) ?? [];
  return { lang, heading, kept: headers["set-cookie"]?.join() };
};
const ENGLISH = { lang: "en-KE", heading: "About us", kept: undefined };
const KISWAHILI = { lang: "sw", heading: "Kutuhusu", kept: undefined };
const keeps = (language: string) => `lang=${language}; Path=/; Max-Age=31536000; SameSite=Lax`;

// twice each: what is cached for one language is never given in the other
test.each([1, 2])("Every page is in the chosen language: %i", async () => {
  expect(await read("/about")).toEqual(ENGLISH);
  expect(await read("/about", "lang=sw")).toEqual(KISWAHILI);
  expect(await read("/about", "a=b; lang=sw; c=d")).toEqual(KISWAHILI);
  expect(await read("/about", "lang=en")).toEqual(ENGLISH);
});

test.each([1, 2])("The address chooses the language, which is remembered: %i", async () => {
  expect(await read("/about?lang=sw")).toEqual({ ...KISWAHILI, kept: keeps("sw") });
  expect(await read("/about?utm_source=x&lang=sw", "lang=en")).toEqual({ ...KISWAHILI, kept: keeps("sw") });
  expect(await read("/about?lang=en", "lang=sw")).toEqual({ ...ENGLISH, kept: keeps("en") });
});

test.each(["/about?lang=fr", "/about?lang=", "/about?lang=sw2", "/about?slang=sw", "/about?lang=%"])(
  "%s chooses none",
  async (path) => {
    expect(await read(path)).toEqual(ENGLISH);
    expect(await read(path, "lang=fr")).toEqual(ENGLISH);
    expect(await read(path, "lang=sw")).toEqual(KISWAHILI);
  },
);

test("pages that are not cached are in the language too", async () => {
  expect(await read("/no-such-page", "lang=sw")).toMatchObject({
    lang: "sw",
    heading: "Hatukuupata ukurasa huo",
  });
});

test("Two languages requested at once do not mix", async () => {
  const cookies = Array.from({ length: 20 }, (_, n) => (n % 2 ? "lang=sw" : "lang=en"));
  const seen = await Promise.all(
    cookies.map(async (cookie, n) => (await read(`/no-page-${n}`, cookie)).lang),
  );
  expect(seen).toEqual(cookies.map((cookie) => (cookie === "lang=sw" ? "sw" : "en-KE")));
});

test("search engines are told of both, and each page of its own address", async () => {
  const alternates = [
    ["en", "/about"],
    ["sw", "/about?lang=sw"],
    ["x-default", "/about"],
  ].map(
    ([language, path]) =>
      `<link rel="alternate" hrefLang="${language}" href="http://localhost:3000${path}"/>`,
  );
  for (const path of ["/about", "/about?lang=sw"]) {
    const page = await pages.text(path);
    for (const alternate of alternates) expect(page, path).toContain(alternate);
    expect(page).toContain(`<link rel="canonical" href="http://localhost:3000${path}"/>`);
  }
});

test.each([
  ["/about", "", "/about?lang=sw", "sw", "Kiswahili"],
  ["/about?lang=sw", "", "/about?lang=en", "en", "English"],
  ["/about", "lang=sw", "/about?lang=en", "en", "English"],
  ["/collection?category=Men", "", "/collection?category=Men&amp;lang=sw", "sw", "Kiswahili"],
  ["/collection?category=Men&lang=sw", "", "/collection?category=Men&amp;lang=en", "en", "English"],
  ["/verify-email?token=x", "", "/verify-email?token=x&amp;lang=sw", "sw", "Kiswahili"],
])("Every page links to itself in the other language: %s, %s", async (path, cookie, href, language, name) => {
  const page = (await pages.ask(path, cookie ? { cookie } : {})).body.toString();
  const links = page.match(/<a[^>]* hrefLang="[^>]*>[^<]*<\/a>/g) ?? [];
  // in the header and among the links at the end
  expect(links).toHaveLength(2);
  for (const link of links) {
    expect(link).toContain(` href="${href}" hrefLang="${language}" lang="${language}"`);
    expect(link).toContain(`>${name}</a>`);
  }
  // no other link of the page carries a language
  expect(page.split(/<a [^>]*[?;]lang=/)).toHaveLength(3);
});
