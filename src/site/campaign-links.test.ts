import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openTwo, statements, untilCached } from "../../test/cached-pages.ts";
import { addProduct } from "../../test/goods.ts";
import type { OpenPages } from "../../test/pages.ts";

let opened: Awaited<ReturnType<typeof openTwo>>;
let shop: typeof opened.shop;
let one: OpenPages;

beforeAll(async () => {
  opened = await openTwo();
  ({ shop, one } = opened);
  await opened.begin();
});
afterAll(() => opened.close());

test("a campaign's link is answered from the page it leads to, with one rendering for all of them", async () => {
  const fresh = await addProduct(shop);
  await expect.poll(() => one.text("/"), { timeout: 20_000 }).toContain(fresh._id);
  await untilCached(one);
  const real = performance.now.bind(performance);
  // what was rendered stands; what the database said is asked for again by every rendering
  let ahead = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => real() + ahead);
  const links = ["utm_source=sms&utm_campaign=a%20b", "fbclid=IwAR0", "x=1&gclid=y"];
  try {
    for (const path of [
      `/product/${fresh._id}`,
      "/",
      "/collection",
      "/collection?category=Women&sort=low-high",
    ]) {
      const and = path.includes("?") ? "&" : "?";
      // a link may be the first to ask
      const first = await one.ask(`${path}${and}utm_source=x`);
      ahead += 2_000;
      const others = await statements(one, async () => {
        for (const url of [path, ...links.map((link) => path + and + link)]) {
          const { status, headers, body } = await one.ask(url);
          expect({ status, etag: headers.etag }, url).toEqual({ status: 200, etag: first.headers.etag });
          expect(body.equals(first.body), url).toBe(true);
        }
      });
      expect(others, path).toBe(0);
      const { status } = await one.ask(`${path}${and}utm_source=y`, {
        "if-none-match": String(first.headers.etag),
      });
      expect(status).toBe(304);
    }
    // what a page reads makes another page of it
    const rendered = await statements(one, () => one.ask("/collection?search=tee&utm_source=x"));
    expect(rendered).toBeGreaterThan(0);
  } finally {
    clock.mockRestore();
  }
});
