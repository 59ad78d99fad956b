import { afterAll, expect, test, vi } from "vitest";
import { addEpisode, openTwo, pagesOf, untilCached } from "../../../test/cached-pages.ts";
import { addProduct, hasCome } from "../../../test/goods.ts";
import { type OpenPages, openPages } from "../../../test/pages.ts";

const opened = await openTwo();
const { shop, one, two } = opened;
const heardIn = await addEpisode(shop);
const tee = await opened.begin();
afterAll(async () => {
  vi.useRealTimers();
  await opened.close();
});

test("A drop is on all pages of all processes at its moment", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
  const name = "Punctual hoodie";
  const drop = await addProduct(shop, { name, onSaleIn: 3_600 });
  await heardIn(drop);
  // a process that starts meanwhile knows of it too
  const three = await openPages(shop);
  const processes = [one, two, three];
  const paths = pagesOf(drop, { name, tee }).filter((path) => !path.includes("search"));
  const isShown = async (pages: OpenPages, path: string) => {
    const { status, body } = await pages.ask(path);
    return status === 200 && body.toString().includes(drop._id);
  };
  for (const pages of processes) await untilCached(pages);
  const round = () => Promise.all(processes.flatMap((pages) => paths.map((path) => isShown(pages, path))));
  const began = performance.now();
  expect(await round()).not.toContain(true);
  // time enough to cache all of it and to ask again, however slow the machine is
  await shop.query(
    "update products set on_sale_from = clock_timestamp() + make_interval(secs => $2) where id = $1",
    [drop._id, 1 + (3 * (performance.now() - began)) / 1_000],
  );
  let rounds = 0;
  let early = 0;
  while (!(await hasCome(shop, drop))) {
    rounds += 1;
    if ((await round()).includes(true) && !(await hasCome(shop, drop))) early += 1;
  }
  // all of them stood in the cache meanwhile
  expect(rounds).toBeGreaterThan(1);
  expect(early).toBe(0);
  for (const pages of processes)
    for (const path of paths) await expect.poll(() => isShown(pages, path), { timeout: 20_000 }).toBe(true);
  // and they are cached again
  for (const pages of processes) await untilCached(pages);
  await three.close();
  // what waits for three times as long as the machine takes is long on a slow one
}, 180_000);
