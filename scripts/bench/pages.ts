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

const AT = 64;
const ROUNDS = 5;
/** Seconds of each round; and of the first, which is not counted. */
const SECONDS = 3;
/** The least that ours may answer of what the bare server does, in percent (issue: 60 %). */
const SHARE = 60;

/** Requests per second of the busiest addresses, beside a bare server that sends the same bytes and headers. */
export async function benchPages(stage: Stage): Promise<Figure[]> {
  const { url } = await stage.startShop();
  const [product] = await stage.query<{ id: string }>("select id from products order by id desc limit 1");
  const paths = ["/", `/product/${product?.id}`, "/api/product/list"];
  const bare = await startBare(stage, await Promise.all(paths.map((path) => keep(url, path))));
  const figures: Figure[] = [];
  for (const [index, path] of paths.entries()) {
    await perSecond(url, path);
    await perSecond(bare.url, path);
    const rounds: { ours: number; bare: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({ ours: await perSecond(url, path), bare: await perSecond(bare.url, path) });
    const name = index === 1 ? "/product/:id" : path;
    figures.push(
      {
        what: `${name} at ${AT} connections, of bare node:http`,
        got: median(rounds.map((round) => (100 * round.ours) / round.bare)),
        atLeast: SHARE,
        unit: "%",
      },
      { what: `${name}, requests`, got: median(rounds.map((round) => round.ours)), unit: "/s" },
      { what: `${name}, the bare server`, got: median(rounds.map((round) => round.bare)), unit: "/s" },
    );
  }
  await bare.close();
  await stage.stopShop();
  return figures;
}

async function perSecond(url: string, path: string): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({
    url: url + path,
    connections: AT,
    duration: SECONDS,
    headers: { "accept-encoding": "br" },
  });
  if (non2xx + errors > 0) throw new Error(`${path}: ${non2xx} refused, ${errors} failed`);
  return requests.average;
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

async function startBare({ folder }: Stage, answers: Kept[]) {
  const file = join(folder, "bare.json");
  await writeFile(file, JSON.stringify(answers));
  return startBeside("scripts/bench/bare.ts", (port) => [file, port], "/");
}
