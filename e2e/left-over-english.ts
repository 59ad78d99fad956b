import type { APIRequestContext, Page } from "@playwright/test";
import type { Product } from "../src/catalogue/contract.ts";
import { shop } from "../src/shop.ts";

/** Words of which nearly every sentence of ours in English has one, and none in Kiswahili. */
const ENGLISH =
  /\b(?:the|your?|we|us|our|its?|is|are|was|has|have|will|with|for|from|of|on|in|at|to|and|or|by|not?|yes|this|that|please|now|orders?|ordered|placed|paid|pay|payments?|sizes?|delivery|fee|total|subtotal|questions?|hello|carts?|items?|codes?|copy|paste|choose|change|close|open|search|profile|account|log|sign|pages?|products?|reviews?|days?|weekends?|between|next|back|home|about|contact|collection|help|guests?|receipts?|print|share|steps?|up|date|loading|continue|skip|content|timer|notifications?|name|phone|address|street|town|county|country|postal|email|checking|sent|send|stars?|pictures?|large|zoom|related|buy|add|view|sold|each|one|more|less|remove)\b/i;

/** What is called so in every language. */
const NAMES = ["Buy Goods and Services", shop.podcast.name, shop.email, ...Object.values(shop.address)];

/** What the owner writes of goods, which no table translates. */
export async function ownersWords(request: APIRequestContext): Promise<string[]> {
  const { products }: { products: Product[] } = await (await request.get("/api/product/list")).json();
  return products.flatMap(({ name, description, material, fit }) => [name, description, material, fit]);
}

/** What a page in Kiswahili shows or says in English, but for these words of the owner. */
export async function leftOverEnglish(page: Page, owners: string[]): Promise<string[]> {
  const names = [...NAMES, ...owners].filter(Boolean).sort((one, other) => other.length - one.length);
  const said = await page.evaluate(textsOf);
  return said.filter((text) => {
    const ours = names.reduce((left, name) => left.replaceAll(name, ""), text);
    return ENGLISH.test(ours.replace(/https?:\S+|\S+@\S+/g, ""));
  });
}

/** Every text of the page, also one that is closed or only heard. Runs in the page. */
function textsOf(): string[] {
  const unread = "script, style, noscript, datalist, [lang=en], [lang=en] *";
  const read = ["alt", "aria-label", "placeholder", "title"];
  const texts = [document.title];
  for (const each of document.body.querySelectorAll("*")) {
    if (each.matches(unread)) continue;
    for (const name of read) texts.push(each.getAttribute(name) ?? "");
    for (const node of each.childNodes) if (node instanceof Text) texts.push(node.data);
  }
  return texts.map((text) => text.replace(/\s+/g, " ").trim()).filter(Boolean);
}
