import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { get } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import autocannon from "autocannon";
import { startBeside } from "./beside.ts";
import { median } from "./load.ts";
import type { Figure, Stage } from "./stage.ts";

const ROUNDS = 5;
/** Seconds of each round; and of the first, which is not counted. */
const SECONDS = 3;
/**
 * At so many connections, the least that ours may answer of what the bare server does, in percent; and the most that 99 of
 * 100 answers may take, in milliseconds.
 */
type Bar = { at: number; share: number; p99?: number };
const BUSIEST: Bar = { at: 64, share: 60 };
const COMMON: Bar = { at: 16, share: 30, p99: 10 };

/** Requests per second of what people ask for, beside a bare server that sends the same bytes and headers. */
export async function benchPages(stage: Stage): Promise<Figure[]> {
  const { url } = await stage.startShop();
  const [product] = await stage.query<{ id: string }>("select id from products order by id desc limit 1");
  const id = product?.id ?? "";
  const asked: [name: string, path: string, bar: Bar][] = [
    ["/", "/", BUSIEST],
    ["/product/:id", `/product/${id}`, BUSIEST],
    ["/api/product/list", "/api/product/list", BUSIEST],
    ["a product by its id", `/api/product/list?id=${id}`, COMMON],
    ["a search of the list", "/api/product/list?search=hoodie", COMMON],
    ["a page of a search", "/collection?search=hoodie", COMMON],
    ["the whole list", "/api/product/list", COMMON],
    ["the list with a parameter nobody knows", "/api/product/list?utm_source=x", COMMON],
  ];
  const paths = [...new Set(asked.map(([, path]) => path))];
  const bare = await startBare(stage, await Promise.all(paths.map((path) => keep(url, path))));
  const figures: Figure[] = [];
  for (const [name, path, bar] of asked)
    figures.push(...(await compare({ url, bare: bare.url, name, path }, bar)));
  await bare.close();
  await stage.stopShop();
  return figures;
}

async function compare(
  { url, bare, name, path }: { url: string; bare: string; name: string; path: string },
  { at, share, p99 }: Bar,
): Promise<Figure[]> {
  await load(url, path, at);
  await load(bare, path, at);
  const rounds: { ours: Load; bare: Load }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ ours: await load(url, path, at), bare: await load(bare, path, at) });
  return [
    {
      what: `${name} at ${at} connections, of bare node:http`,
      got: median(rounds.map((round) => (100 * round.ours.perSecond) / round.bare.perSecond)),
      atLeast: share,
      unit: "%",
    },
    { what: `${name}, requests`, got: median(rounds.map((round) => round.ours.perSecond)), unit: "/s" },
    {
      what: `${name}, the bare server`,
      got: median(rounds.map((round) => round.bare.perSecond)),
      unit: "/s",
    },
    ...(p99 === undefined
      ? []
      : [
          {
            what: `${name}, p99`,
            got: median(rounds.map((round) => round.ours.p99)),
            budget: p99,
            unit: "ms",
          },
        ]),
  ];
}

type Load = { perSecond: number; p99: number };

async function load(url: string, path: string, at: number): Promise<Load> {
  const { requests, latency, non2xx, errors } = await autocannon({
    url: url + path,
    connections: at,
    duration: SECONDS,
    headers: { "accept-encoding": "br" },
  });
  if (non2xx + errors > 0) throw new Error(`${path}: ${non2xx} refused, ${errors} failed`);
  return { perSecond: requests.average, p99: latency.p99 };
}

type Kept = { path: string; headers: Record<string, string>; body: string };

/** What the shop sends, to the byte; what the connection says of itself is the bare server's own to say. */
async function keep(url: string, path: string): Promise<Kept> {
  // what has stood for a second is packed anew, as small as can be, when it is asked for again
  for (const settling of [1_500, 1_000]) {
    await (await fetch(url + path, { headers: { "accept-encoding": "br" } })).arrayBuffer();
    await pause(settling);
  }
  const sent = get(url + path, { headers: { "accept-encoding": "br" } });
  const [response] = await once(sent, "response");
  const body: Buffer = await buffer(response);
  if (response.statusCode !== 200) throw new Error(`${path} answered ${response.statusCode}`);
  const headers: Record<string, string> = { ...response.headers, "content-length": String(body.length) };
  for (const name of ["connection", "keep-alive", "date", "transfer-encoding"]) delete headers[name];
  return { path, headers, body: body.toString("base64") };
}

export async function startBare({ folder }: Stage, answers: Kept[]) {
  const file = join(folder, "bare.json");
  await writeFile(file, JSON.stringify(answers));
  return startBeside("scripts/bench/bare.ts", (port) => [file, port], "/");
}
