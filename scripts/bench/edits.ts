import { setTimeout as pause } from "node:timers/promises";
import type { Figure } from "./figures.ts";
import { composed, type Load, median, send } from "./load.ts";
import type { Bench, Item } from "./shop.ts";

/** Of 241 pages: home, these pages of the collection, and the newest products. */
const COLLECTIONS = 40;
const PRODUCTS = 200;
const ROUNDS = 3;
const SECONDS = 11;
const EDIT_EVERY = 5;
/** Percent of the rate without edits, at least; milliseconds for 99 of 100 answers. */
const BUDGET = { rate: 60, p99: 100 };

/** Pages that everybody reads, without edits and while one product's price changes every five seconds. */
export async function benchEdits(bench: Bench): Promise<Figure[]> {
  const { url } = await bench.startShop();
  const items = (await bench.items()).slice(0, PRODUCTS);
  const paths = [
    "/",
    ...Array.from({ length: COLLECTIONS }, (_, at) => `/collection?page=${at + 1}`),
    ...items.map(({ id }) => `/product/${id}`),
  ];
  let turn = 0;
  const next = composed(() => {
    turn += 1;
    return { path: paths[turn % paths.length] ?? "/" };
  });
  await send(url, [next], SECONDS);
  const rounds: { quiet: Load; edited: Load }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const quiet = await send(url, [next], SECONDS);
    const editing = editPrices(bench, items, round);
    rounds.push({ quiet, edited: await send(url, [next], SECONDS) });
    await editing;
    // pages of before the last edit are served for five seconds at most, and then rendered
    await pause(EDIT_EVERY * 1_000);
    await send(url, [next], 2);
  }
  return [
    {
      what: `${paths.length} pages without edits`,
      got: median(rounds.map((each) => each.quiet.perSecond)),
      unit: "/s",
    },
    {
      what: `the same pages beside an edit every ${EDIT_EVERY} s`,
      got: median(rounds.map((each) => each.edited.perSecond)),
      unit: "/s",
    },
    {
      what: "the same pages, of the rate without edits",
      got: median(rounds.map(({ quiet, edited }) => (100 * edited.perSecond) / quiet.perSecond)),
      unit: "%",
      budget: { atLeast: BUDGET.rate },
    },
    {
      what: "the same pages beside edits, p99",
      got: median(rounds.map(({ edited }) => edited.p99)),
      unit: "ms",
      budget: { atMost: BUDGET.p99 },
    },
  ];
}

/** A new price at the beginning of a round and every five seconds of it, each time of another product. */
async function editPrices({ query }: Bench, items: Item[], round: number): Promise<void> {
  for (let second = 0; second < SECONDS; second += EDIT_EVERY) {
    const item = items[(round * SECONDS + second) % items.length];
    await query("update products set price = price + 1 where id = $1", [item?.id]);
    if (second + EDIT_EVERY < SECONDS) await pause(EDIT_EVERY * 1_000);
  }
}
