import { afterAll, expect, test } from "vitest";
import { addProduct } from "../../test/goods.ts";
import { openSite, plain, SITE } from "../../test/page-head.ts";
import { shop } from "../shop.ts";
import { whatsAppHelp } from "./ask-on-whatsapp.tsx";

const site = await openSite();
afterAll(() => site.close());

/** The messages that the page's links to the shop's WhatsApp have written already. */
async function messagesOn(path: string): Promise<(string | null)[]> {
  const links = [...(await site.get(path)).matchAll(/href="(https:\/\/wa\.me\/254700000000\?[^"]*)"/g)];
  return links.map(([, href = ""]) => new URL(plain(href)).searchParams.get("text"));
}

test("a question on an order names its number, one on a page its whole address", () => {
  const said = (link: string) => new URL(link).searchParams.get("text");
  expect(said(whatsAppHelp({ order: "1a2b3c4d" }, shop))).toBe(
    "Hello Sauti, I have a question about my order 1a2b3c4d.",
  );
  expect(said(whatsAppHelp({ page: `${SITE}/about` }, shop))).toBe(
    `Hello Sauti, I have a question about this page: ${SITE}/about`,
  );
});

// one of them is in the sentence for browsers that are too old to buy
test("product, contact and every footer lead to WhatsApp with the page's whole address", async () => {
  const tee = await addProduct(site.shop);
  for (const [path, links] of [
    [`/product/${tee._id}`, 3],
    ["/contact", 3],
    ["/about", 2],
    ["/collection?category=Women", 2],
  ] as const) {
    const page = SITE + path.replace(/\?.*/, "");
    const message = `Hello Sauti, I have a question about this page: ${page}`;
    expect(await messagesOn(path), path).toEqual(Array(links).fill(message));
  }
});

test("a product can be shared before scripts are here", async () => {
  const tee = await addProduct(site.shop, { name: "Mic tee" });
  const [, href = ""] =
    /href="(https:\/\/wa\.me\/\?text=[^"]*)"/.exec(await site.get(`/product/${tee._id}`)) ?? [];
  expect(new URL(plain(href)).searchParams.get("text")).toBe(
    `Mic tee from Sauti: ${SITE}/product/${tee._id}`,
  );
});
