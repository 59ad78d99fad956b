import { afterAll, expect, test } from "vitest";
import { addProduct } from "../../../test/goods.ts";
import { openPages } from "../../../test/pages.ts";
import { openTestShop } from "../../../test/shop.ts";
import routes from "../../routes.ts";

const shop = await openTestShop();
const pages = await openPages(shop);
const product = (await addProduct(shop))._id;
await shop.query("insert into episodes (id, guid, slug, title) values ('e', 'e', 'returns', 'Returns')");
afterAll(() => shop.close());

/** Each page, and its data: alone, and with the root's. */
const addresses = routes.flatMap(({ path = "", file }) => {
  const id = encodeURIComponent(file.replace(/\.tsx$/, ""));
  const data = `/${path || "_root"}.data`;
  return [`/${path}`, data, `${data}?_routes=${id}`, `${data}?_routes=root%2C${id}`];
});

/** Those who ask: without a cookie and with one, in each language. */
const READERS: { language: string; query: string; headers: Record<string, string> }[] = [
  { language: "en", query: "", headers: {} },
  { language: "en", query: "", headers: { cookie: "a=b; lang=en" } },
  { language: "sw", query: "lang=sw", headers: {} },
  { language: "sw", query: "", headers: { cookie: "lang=sw; a=b" } },
];

/** What each reader is given, with an empty cache at first; everybody asks twice, so that the second is given a cached page. */
async function readInTurn(address: string, readers: typeof READERS) {
  await shop.query("select pg_notify('catalogue_changes', '')");
  await pages.heard();
  const given: Record<string, Set<string>> = { en: new Set(), sw: new Set() };
  for (const { language, query, headers } of [...readers, ...readers]) {
    const url = query ? `${address}${address.includes("?") ? "&" : "?"}${query}` : address;
    const { status, body } = await pages.ask(url, headers);
    given[language]?.add(`${status} ${body}`);
  }
  return given;
}

test.each(addresses)(
  "A page and its data are in the reader's language, whoever asked before: %s",
  async (pattern) => {
    const address = pattern.replace(":productId", product).replace(":slug", "returns").replace("*", "none");
    const forwards = await readInTurn(address, READERS);
    const backwards = await readInTurn(address, READERS.toReversed());
    const { en, sw } = forwards;
    expect([en?.size, sw?.size]).toEqual([1, 1]);
    expect(backwards).toEqual(forwards);
    const [[english], [kiswahili]] = [[...(en ?? [])], [...(sw ?? [])]];
    // the data of a page hold no words of ours, but for those of a policy
    const differs = !pattern.includes(".data") || pattern.startsWith("/policies");
    expect(english !== kiswahili).toBe(differs);
  },
);
