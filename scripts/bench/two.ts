import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "../../test/free-port.ts";
import { addProduct } from "../../test/goods.ts";
import { ADDRESS, crowd, freshCode } from "../../test/people.ts";
import { startBeside } from "./beside.ts";
import { ask, askInTurn, connections, median, WARM_MS } from "./load.ts";
import { shopTime } from "./processor-time.ts";
import type { Figure, Running, Stage } from "./stage.ts";

const AT = 16;
const ROUNDS = 3;
const MS = 4_000;
/** The least that two processes may do of what one does, in percent; the load and the database share their two cores. */
const TWICE = 140;
/** The most that a page may cost two processes of what it costs one, in percent: what is left is the machine's to give. */
const SAME = 115;
const ORDERS = 400;
/** Of a size, codes that nobody has found keep half. */
const PIECES = 2 * ORDERS;
/** When one of the two is killed, of that many orders. */
const KILLED_AT = 150;

/** Two shops behind one address: pages per second beside one behind the same; and one of them killed under orders. */
export async function benchTwo(stage: Stage): Promise<Figure[]> {
  const ports = [await freePort(), await freePort()].map(String);
  const shops = await Promise.all(ports.map((PORT) => stage.startShop({ PORT, PAYMENT_METHODS: "cod" })));
  const one = await startBalancer(ports.slice(0, 1));
  const both = await startBalancer(ports);
  const rounds: { one: Pages; both: Pages }[] = [];
  const made = (url: string) => makePages(url, shops);
  await askInTurn(both.url, { at: AT, ms: 2 * WARM_MS, next: unseen });
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ one: await made(one.url), both: await made(both.url) });
  const killed = await killOne(stage, both.url, () => shops[0]?.child.kill("SIGKILL"));
  await one.close();
  await both.close();
  await stage.stopShop();
  return [
    {
      what: "two processes behind one address, of one: pages made",
      got: median(
        rounds.map(({ one: alone, both: together }) => (100 * together.perSecond) / alone.perSecond),
      ),
      atLeast: TWICE,
      unit: "%",
    },
    {
      what: "pages made by two",
      got: median(rounds.map(({ both: { perSecond } }) => perSecond)),
      unit: "/s",
    },
    {
      what: "processor time of a page made by two, of one made by one",
      got: median(rounds.map(({ one: alone, both: together }) => (100 * together.each) / alone.each)),
      budget: SAME,
      unit: "%",
    },
    {
      what: "processor time of a page made by one",
      got: median(rounds.map(({ one: { each } }) => each)),
      unit: "ms",
    },
    ...killed,
  ];
}

/** Pages per second, and the shops' milliseconds of processor time for each. */
type Pages = { perSecond: number; each: number };

let asked = 0;
/** A page nobody has asked for before, so that it is made. */
function unseen() {
  asked += 1;
  return { path: `/collection?search=${asked}` };
}

async function makePages(url: string, shops: Running[]): Promise<Pages> {
  const before = shopTime(shops);
  const answers = await askInTurn(url, { at: AT, ms: MS, next: unseen });
  const made = answers.filter(({ status }) => status === 200).length;
  return { perSecond: made / (MS / 1_000), each: (shopTime(shops) - before) / made };
}

/** Every shopper sends an order until it is answered, as the browser does with its Idempotency-Key. */
async function killOne(stage: Stage, url: string, kill: () => void): Promise<Figure[]> {
  const tee = await addProduct(stage, { stock: { M: PIECES } });
  const people = await crowd(stage, ORDERS);
  const agent = connections(AT);
  let placed = 0;
  let again = 0;
  const waiting = [...people];
  const answers = new Map<string, string>();
  const place = async () => {
    for (let person = waiting.pop(); person; person = waiting.pop()) {
      const body = {
        address: ADDRESS,
        items: [{ _id: tee._id, size: "M", quantity: 1 }],
        amount: tee.price + 1,
        mpesaCode: freshCode(),
        paymentMethod: "cod",
      };
      const headers = { token: person.token, "idempotency-key": person.userId };
      for (;;) {
        const answer = await ask(url, agent, { path: "/api/order/placeOrder", headers, body });
        if (answer.status === 200) {
          answers.set(person.userId, JSON.parse(answer.body).orderId);
          break;
        }
        if (answer.status !== 0 && answer.status !== 503) throw new Error(`an order answered ${answer.body}`);
        again += 1;
        await pause(50);
      }
      placed += 1;
      if (placed === KILLED_AT) kill();
    }
  };
  await Promise.all(Array.from({ length: AT }, place));
  agent.destroy();
  const rows = await stage.query<{ id: string; user_id: string }>(
    `select o.id, o.user_id from orders o join order_items i on i.order_id = o.id where i.product_id = $1`,
    [tee._id],
  );
  const [shelf] = await stage.query<{ on_hand: number }>("select on_hand from stock where product_id = $1", [
    tee._id,
  ]);
  const lost = [...answers].filter(
    ([userId, id]) => !rows.some((row) => row.id === id && row.user_id === userId),
  );
  const none = { budget: 0, unit: "" };
  return [
    { what: `one of two killed during ${ORDERS} orders: answered and lost`, got: lost.length, ...none },
    { what: "made twice", got: rows.length - answers.size, ...none },
    {
      what: "goods missing or left over",
      got: Math.abs((shelf?.on_hand ?? Number.NaN) + rows.length - PIECES),
      ...none,
    },
    { what: "sent again by their browsers", got: again, unit: "" },
  ];
}

const startBalancer = (ports: string[]) =>
  startBeside("scripts/bench/balance.ts", (port) => [port, ...ports], "/api/health");
