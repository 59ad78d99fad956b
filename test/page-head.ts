import { decodeHTML } from "entities";
import { expect } from "vitest";
import { openPages } from "./pages.ts";
import { openTestShop } from "./shop.ts";

export const SITE = "https://shop.example";

/** The shop's pages as robots find them, at an address of its own. */
export async function openSite() {
  const shop = await openTestShop();
  const { http } = await openPages(shop, { PUBLIC_URL: SITE });
  return {
    shop,
    http,
    get: async (url: string) => (await http.inject({ method: "GET", url })).body,
    close: shop.close,
  };
}

/** The head as robots read it: each tag's attributes, entities resolved. */
export function tagsOf(html: string): Record<string, string>[] {
  return [...html.matchAll(/<(meta|link)\s([^>]*?)\/?>/g)].map(([, , attributes = ""]) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [
        name,
        plain(value),
      ]),
    ),
  );
}

/** A text with its entities resolved. */
export const plain = (html: string) => decodeHTML(html);

/** What the tags of this name or property say. */
export const contents = (html: string, key: string) =>
  tagsOf(html)
    .filter(({ name, property }) => (property ?? name) === key)
    .map(({ content }) => content);

/** The addresses the page is to be kept under: one, or none. */
export const canonicals = (html: string) =>
  tagsOf(html)
    .filter(({ rel }) => rel === "canonical")
    .map(({ href }) => href);

// biome-ignore lint/suspicious/noExplicitAny: read as a search engine would, whatever is in it
type Facts = Record<string, any>[];

/** The one script of facts in the page, as a graph of schema.org. */
export function factsOf(html: string): Facts {
  const [script, ...more] = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)];
  expect(more).toEqual([]);
  const found = JSON.parse(script?.[1] ?? "null");
  expect(found["@context"]).toBe("https://schema.org");
  return found["@graph"];
}
