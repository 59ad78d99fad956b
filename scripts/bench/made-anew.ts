import { type Asked, askInTurn, median, percentile, WARM_MS } from "./load.ts";
import { startBare } from "./pages.ts";
import { shopTime } from "./processor-time.ts";
import type { Figure, Running, Stage } from "./stage.ts";

const AT = 8;
const ROUNDS = 5;
const MS = 3_000;
/** Milliseconds of the server's processor time that making a page may take (issue). */
const EACH_MAX = 3;
/** The least share of a bare server's rate for the same bytes, in percent (issue). */
const SHARE = 1.5;
/** Page 4,000 against the first ones, and milliseconds of a search for one letter (issue). */
const DEEP_MAX = 1.5;
const LETTER_MAX = 100;
const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

type Round = { perSecond: number; each: number; p50: number; p99: number };

let turn = 0;
/** Addresses that are not kept, of as many pages as the loaders' memory forgets in between. */
const PATHS = {
  near: () => `/collection?search=&sort=${sortOf(turn)}&page=${1 + (turn % 150)}`,
  deep: () => `/collection?search=&sort=${sortOf(turn)}&page=${3_925 + (turn % 150)}`,
  letter: () => `/collection?search=${LETTERS[turn % LETTERS.length]}&sort=${sortOf(turn)}&page=1`,
};

function sortOf(at: number): string {
  return ["relevant", "low-high", "high-low"][at % 3] ?? "relevant";
}

/** What a collection page costs that nobody keeps, beside a bare server with the same bytes; far pages, and letters. */
export async function benchMadeAnew(stage: Stage, DATABASE_URL: string): Promise<Figure[]> {
  const shop = await stage.startShop({ DATABASE_URL });
  const path = "/collection?search=&page=1";
  const { headers, body } = await asSent(shop.url + path);
  const bare = await startBare(
    stage,
    // it counts as open once "/" is answered
    ["/", path].map((each) => ({ path: each, headers, body })),
  );
  const rounds: Record<keyof typeof PATHS | "bare", Round[]> = { near: [], deep: [], letter: [], bare: [] };
  await askInTurn(shop.url, { at: AT, ms: WARM_MS, next: () => unpacked(PATHS.near) });
  for (let round = 0; round < ROUNDS; round += 1) {
    const made = {
      near: await measure(shop.url, [shop], PATHS.near),
      bare: await measure(bare.url, [], () => path),
      deep: await measure(shop.url, [shop], PATHS.deep),
      letter: await measure(shop.url, [shop], PATHS.letter),
    };
    for (const name of ["near", "bare", "deep", "letter"] as const) rounds[name].push(made[name]);
  }
  await bare.close();
  await stage.stopShop();
  return figuresOf(rounds);
}

function figuresOf(rounds: Record<keyof typeof PATHS | "bare", Round[]>): Figure[] {
  const share = rounds.near.map(
    (near, at) => (100 * near.perSecond) / (rounds.bare[at]?.perSecond ?? Number.NaN),
  );
  const against = (of: "p50" | "p99") =>
    median(rounds.deep.map((deep, at) => deep[of] / (rounds.near[at]?.[of] ?? Number.NaN)));
  return [
    {
      what: "collection page made anew, the server's processor time",
      got: median(rounds.near.map(({ each }) => each)),
      budget: EACH_MAX,
      unit: "ms",
    },
    { what: `the same at ${AT}, of bare node:http`, got: median(share), atLeast: SHARE, unit: "%" },
    { what: "page 4,000, of the first pages, median", got: against("p50"), budget: DEEP_MAX, unit: "×" },
    { what: "page 4,000, of the first pages, p99", got: against("p99"), budget: DEEP_MAX, unit: "×" },
    {
      what: `search for one letter, p99 at ${AT}`,
      got: median(rounds.letter.map(({ p99 }) => p99)),
      budget: LETTER_MAX,
      unit: "ms",
    },
  ];
}

async function measure(url: string, shops: Running[], pathOf: () => string): Promise<Round> {
  const before = shopTime(shops);
  const answers = await askInTurn(url, { at: AT, ms: MS, next: () => unpacked(pathOf) });
  const failed = answers.find(({ status }) => status !== 200);
  if (failed) throw new Error(`a collection page answered ${failed.status}`);
  const times = answers.map(({ ms }) => ms);
  return {
    perSecond: (1_000 * answers.length) / MS,
    each: (shopTime(shops) - before) / answers.length,
    p50: median(times),
    p99: percentile(times, 99),
  };
}

/** Made, not packed: that is done beside the event loop. */
function unpacked(pathOf: () => string): Asked {
  turn += 1;
  return { path: pathOf(), headers: { "accept-encoding": "identity" } };
}

async function asSent(address: string) {
  const response = await fetch(address, { headers: { "accept-encoding": "identity" } });
  const body = Buffer.from(await response.arrayBuffer());
  const headers: Record<string, string> = { "content-length": String(body.length) };
  for (const name of ["content-type", "content-security-policy", "etag"])
    headers[name] = response.headers.get(name) ?? "";
  return { headers, body: body.toString("base64") };
}
