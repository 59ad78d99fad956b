import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import { CATEGORIES, SORTS, SUB_CATEGORIES } from "../../src/catalogue/rules.ts";
import { selectionPath } from "../../src/catalogue/selection.ts";
import { ask, connections, median, percentile } from "./load.ts";
import { shopTime } from "./processor-time.ts";
import type { Figure, Running, Stage } from "./stage.ts";

const AT = 16;
const PAGES = 241;
const ROUNDS = 3;
const SECONDS = 6;
/** The least of the quiet rate in percent, the most of the quiet p99, and the age of a page after a change in milliseconds. */
const BUDGET = { rate: 60, p99: 3, age: 2_000 };
/** What lets the bench read how many pages were made. */
const METRICS_TOKEN = "read-by-the-bench-of-edits-alone";

/** Pages that everybody reads, quiet and while one product is edited each second; how long the old one is still given. */
export async function benchEdits(stage: Stage): Promise<Figure[]> {
  const shop = await stage.startShop({ METRICS_TOKEN });
  const { url } = shop;
  const products = await stage.query<{ id: string }>("select id from products order by id desc");
  const paths = somePaths(products.map(({ id }) => id));
  await read(url, paths, SECONDS);
  const rounds: { quiet: Read; edited: Edited }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await settle(shop, paths);
    const quiet = await read(url, paths, SECONDS);
    rounds.push({ quiet, edited: await readWhileEdited(stage, url, paths) });
  }
  await stage.stopShop();
  const what = `${PAGES} pages at ${AT} while one product is edited each second`;
  return [
    {
      what: `${what}, of the quiet rate`,
      got: median(rounds.map(({ quiet, edited }) => (100 * edited.perSecond) / quiet.perSecond)),
      atLeast: BUDGET.rate,
      unit: "%",
    },
    {
      what: `${what}: p99, of the quiet one`,
      got: median(rounds.map(({ quiet, edited }) => edited.p99 / quiet.p99)),
      budget: BUDGET.p99,
      unit: "×",
    },
    { what: "the same, requests", got: median(rounds.map(({ edited }) => edited.perSecond)), unit: "/s" },
    { what: "the same, p99", got: median(rounds.map(({ edited }) => edited.p99)), unit: "ms" },
    { what: "pages made anew for each edit", got: median(rounds.map(({ edited }) => edited.made)), unit: "" },
    {
      what: "the oldest page anybody was given after an edit",
      got: Math.max(...rounds.map(({ edited }) => edited.age)),
      budget: BUDGET.age,
      unit: "ms",
    },
  ];
}

/** Home, every product, and so many choices of the collection. */
function somePaths(ids: string[]): string[] {
  const any = [[], ...CATEGORIES.map((each) => [each])];
  const kinds = [[], ...SUB_CATEGORIES.map((each) => [each])];
  const collections = [1, 2, 3, 4].flatMap((page) =>
    SORTS.flatMap((sort) =>
      any.flatMap((category) =>
        kinds.map((subCategory) =>
          selectionPath({ category, subCategory, offer: false, search: "", sort, page }),
        ),
      ),
    ),
  );
  const paths = ["/", ...ids.map((id) => `/product/${id}`), ...collections].slice(0, PAGES);
  if (paths.length < PAGES) throw new Error(`only ${paths.length} pages`);
  return paths;
}

/** Milliseconds after which a page made anew is packed as well as it goes when it is asked for again. */
const PACKED_AFTER = 10_000;

/** Makes anew what edits before have touched, and has it packed, so that a quiet round counts none of that work. */
async function settle(shop: Running, paths: string[]): Promise<void> {
  // what is not made anew yet, for want of processor time, is two seconds later
  for (const wait of [2_000, PACKED_AFTER + 1_000]) {
    await readOnce(shop.url, paths);
    await pause(wait);
  }
  await readOnce(shop.url, paths);
  for (let tries = 0, before = Number.NEGATIVE_INFINITY; tries < 120; tries += 1) {
    const now = shopTime([shop]);
    // where the system does not say, all of the time is waited for
    if (now - before <= 20) return;
    before = now;
    await pause(500);
  }
}

async function readOnce(url: string, paths: string[]): Promise<void> {
  const headers = { "accept-encoding": "br" };
  for (const path of paths) await (await fetch(url + path, { headers })).arrayBuffer();
}

/** How many pages were asked for so far that were not at hand, and so were made. */
async function pagesMade(url: string): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  const [, count] =
    /^http_request_duration_seconds_count\{method="GET",route="\/\*",status="2xx"\} (\d+)/m.exec(text) ?? [];
  return Number(count);
}

type Read = { perSecond: number; p99: number };
type Edited = Read & { age: number; made: number };

/** Every reader goes through all pages, each beginning with another. */
async function read(url: string, paths: string[], seconds: number): Promise<Read> {
  const times: number[] = [];
  let begins = 0;
  const headers = { "accept-encoding": "br" };
  const { requests, non2xx, errors } = await autocannon({
    url,
    connections: AT,
    duration: seconds,
    setupClient(client) {
      const at = Math.floor((begins * paths.length) / AT);
      begins += 1;
      client.setRequests([...paths.slice(at), ...paths.slice(0, at)].map((path) => ({ path, headers })));
      client.on("response", (_status, _bytes, ms) => times.push(ms));
    },
  });
  if (non2xx + errors > 0) throw new Error(`${non2xx} refused, ${errors} failed`);
  return { perSecond: requests.average, p99: percentile(times, 99) };
}

/** A new price each second, of one product after the other. */
async function readWhileEdited(stage: Stage, url: string, paths: string[]): Promise<Edited> {
  const before = await pagesMade(url);
  const agent = connections(3);
  let isOver = false;
  const editing = (async () => {
    let age = 0;
    let turn = 0;
    for (; !isOver; turn += 1) {
      const next = pause(1_000);
      const id = paths[1 + (turn % 50)]?.slice("/product/".length);
      await stage.query("update products set price = price + 1 where id = $1", [id]);
      age = Math.max(age, await ageOfOld(stage, url, { id: String(id), agent }));
      await next;
    }
    return { age, edits: turn };
  })();
  const edited = await read(url, paths, SECONDS);
  isOver = true;
  const { age, edits } = await editing;
  agent.destroy();
  return { ...edited, age, made: ((await pagesMade(url)) - before) / edits };
}

/** Milliseconds after a committed change at which its product's page was last given as it was before. */
async function ageOfOld(
  stage: Stage,
  url: string,
  { id, agent }: { id: string; agent: ReturnType<typeof connections> },
): Promise<number> {
  const begun = performance.now();
  const [product] = await stage.query<{ price: number }>("select price from products where id = $1", [id]);
  const price = `Ksh ${product?.price.toLocaleString("en")}`;
  const path = `/product/${id}`;
  const headers = { "accept-encoding": "identity" };
  let age = 0;
  while (!(await ask(url, agent, { path, headers })).body.includes(price)) {
    age = performance.now() - begun;
    if (age > 10_000) throw new Error(`${path} stays old`);
    await pause(20);
  }
  return age;
}
