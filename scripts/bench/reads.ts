import type { Request } from "autocannon";
import { type Figure, rowsOf } from "./figures.ts";
import { composed, measure, send } from "./load.ts";
import type { Bench } from "./shop.ts";

/** Milliseconds for 99 of 100 answers: of a page in memory, and of one that is rendered for the request. */
const CACHED = 10;
const RENDERED = 250;

/**
 * What shoppers read: the calls of a list, a product and a search, and the pages. Where others were measured, the least is ten
 * times the rate of Vendure.
 */
export async function benchReads(bench: Bench): Promise<Figure[]> {
  const { url } = await bench.startShop();
  const [first, ...others] = await bench.items();
  let next = 0;
  const turn = () => {
    next += 1;
    return next;
  };
  const reads: [what: string, request: Request, limits: Parameters<typeof rowsOf>[2]][] = [
    [
      "list of 24 products",
      { path: "/api/product/list?page=1&limit=24" },
      { p99: CACHED, atLeast: 730, others: "Vendure 73, Medusa 24" },
    ],
    [
      "product by its id",
      { path: `/api/product/list?id=${first?.id}` },
      { p99: CACHED, atLeast: 450, others: "Vendure 45, Medusa 16" },
    ],
    [
      "search by a name, each time another",
      composed(() => ({ path: `/api/product/list?search=${1_000 + (turn() % 9_000)}&page=1&limit=24` })),
      { p99: RENDERED, atLeast: 60, others: "Vendure 6, Medusa 14" },
    ],
    ["home page", { path: "/" }, { p99: CACHED }],
    ["collection page", { path: "/collection" }, { p99: CACHED }],
    ["product page, cached", { path: `/product/${first?.id}` }, { p99: CACHED }],
    [
      // more products than a cache holds, so that none is in it when its turn comes again
      "product page, rendered each time",
      composed(() => ({ path: `/product/${others[turn() % others.length]?.id}` })),
      { p99: RENDERED },
    ],
  ];
  // V8 compiles while the first requests are answered
  await send(url, [{ path: "/" }], 5);
  const figures: Figure[] = [];
  for (const [what, request, limits] of reads)
    figures.push(...rowsOf(what, await measure(url, [request]), limits));
  return figures;
}
