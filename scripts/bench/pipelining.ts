import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { FLUTTERWAVE } from "../../simulators/flutterwave/simulator.ts";
import { type Asked, askAside, askInTurn, median, percentile } from "./load.ts";
import type { Figure, Running, Stage } from "./stage.ts";
import { memoryOf } from "./start.ts";

/** Connections, what each sends at once, and how long one measurement takes. */
const SOCKETS = 20;
const REQUESTS = 2_000;
const MS = 6_000;
const ROUNDS = 3;
const CALLBACKS_EACH = 20;
/** Times the latency beside clients that wait, and memory in percent of before. */
const BUDGET = { times: 3, memory: 120 };

/** How long callbacks take while connections send thousands of requests without waiting, beside clients that wait. */
export async function benchPipelining(stage: Stage): Promise<Figure[]> {
  const shop = await stage.startShop();
  await beside(shop, clientsThatWait);
  const before = await memoryOf(shop.child);
  const rounds: { calm: number[]; flooded: number[]; most: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const calm = await beside(shop, clientsThatWait);
    const flooded = await beside(shop, clientsThatDoNot);
    rounds.push({ calm: calm.ms, flooded: flooded.ms, most: flooded.most });
  }
  await stage.stopShop();
  const of = (name: "calm" | "flooded", percent: number) =>
    median(rounds.map((round) => percentile(round[name], percent)));
  const most = Math.max(...rounds.map((round) => round.most));
  return [
    {
      what: `callbacks while ${SOCKETS} connections pipeline ${REQUESTS} requests each, p99, of beside as many that wait`,
      got: of("flooded", 99) / of("calm", 99),
      budget: BUDGET.times,
      unit: "×",
    },
    { what: "callbacks beside those that pipeline, p99", got: of("flooded", 99), unit: "ms" },
    { what: "the same, median", got: of("flooded", 50), unit: "ms" },
    { what: "callbacks beside those that wait, p99", got: of("calm", 99), unit: "ms" },
    { what: "the same, median", got: of("calm", 50), unit: "ms" },
    { what: "most memory meanwhile", got: most, unit: "MB" },
    { what: "the same, of before", got: (100 * most) / before, budget: BUDGET.memory, unit: "%" },
  ];
}

/** Signed: written down and answered, as a payment's is. */
const CALLBACK: Asked = {
  path: "/hooks/card",
  headers: { "verif-hash": FLUTTERWAVE.webhookHash },
  body: { event: "charge.completed", data: { id: 1, tx_ref: "none" } },
};

/** Milliseconds of each callback that comes while `load` runs, and the most memory the shop held meanwhile. */
async function beside(shop: Running, load: (url: string) => Promise<unknown>) {
  let most = 0;
  const looking = setInterval(async () => {
    most = Math.max(most, await memoryOf(shop.child));
  }, 50);
  const [callbacks] = await Promise.all([
    askAside({ url: shop.url, sockets: 4, perSecond: CALLBACKS_EACH, ms: MS, asks: [CALLBACK] }),
    load(shop.url),
  ]);
  clearInterval(looking);
  const failed = callbacks.find(({ status }) => status !== 200);
  if (failed) throw new Error(`a callback answered ${failed.status}`);
  return { ms: callbacks.map(({ ms }) => ms), most };
}

/** What is kept, what is made, what is read from the disk, and what is answered at once. */
const PATHS = [
  "/",
  "/collection?search=",
  "/images/moja-mbili-tee-front.svg",
  "/api/product/list",
  "/api/health",
];
let asked = 0;
/** Of the searches none has been asked for before. */
function next(): Asked {
  asked += 1;
  const path = PATHS[asked % PATHS.length] ?? "/";
  return { path: path.endsWith("=") ? `${path}${asked}` : path };
}

function clientsThatWait(url: string): Promise<unknown> {
  return askInTurn(url, { at: SOCKETS, ms: MS, next });
}

const HEAD = "Host: shop\r\nAccept-Encoding: br";

/** Each opens again as soon as it is ended. */
async function clientsThatDoNot(url: string): Promise<void> {
  const sockets = new Set<Socket>();
  let over = false;
  const open = () => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => {
      sockets.delete(socket);
      if (!over) open();
    });
    socket.resume();
    const requests = Array.from({ length: REQUESTS }, () => `GET ${next().path} HTTP/1.1\r\n${HEAD}\r\n\r\n`);
    socket.write(requests.join(""));
  };
  for (let index = 0; index < SOCKETS; index += 1) open();
  await pause(MS);
  over = true;
  for (const socket of sockets) socket.destroy();
}
