import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { FIRST_LOOK } from "../../src/payments/mpesa/till-code/typed-code.server.ts";
import { ADDRESS, freshCode } from "../../test/people.ts";
import { askInTurn, median, percentile } from "./load.ts";
import { recordOrder } from "./order-script.ts";
import { regulars } from "./regulars.ts";
import type { Figure, Stage } from "./stage.ts";

const AT = 16;
const ROUNDS = 3;
const SECONDS = 4;
/** The least of pgbench's orders per second that ours may be, in percent (issue: 50 %). */
const SHARE = 50;
/** Enough that each orders a few times: the shop takes no more than five codes of one that nobody has found. */
const SHOPPERS = 4_000;
const GOODS = 100;

/** Cash-on-order orders per second over HTTP, beside pgbench sending the statements of one to the same server. */
export async function benchOrders(stage: Stage): Promise<Figure[]> {
  const pgbench = findPgbench();
  const what = `cash-on-order orders at ${AT} shoppers, of pgbench with the same statements`;
  if (!pgbench) return [{ what, got: Number.NaN, unit: "%", skipped: "no pgbench" }];
  await stage.query(FILL, [GOODS, SHOPPERS]);
  const script = await recordOrder(stage);
  const { url } = await stage.startShop({ PAYMENT_METHODS: "cod" });
  const people = await regulars(stage, SHOPPERS);
  let placed = 0;
  const place = () => {
    // one after the other, each somebody else: orders of one shopper wait for each other
    const person = people[placed % SHOPPERS];
    placed += 1;
    const body = {
      address: ADDRESS,
      items: [{ _id: `bench${1 + Math.floor(Math.random() * GOODS)}`, size: "M", quantity: 1 }],
      amount: 1501,
      mpesaCode: freshCode(),
      paymentMethod: "cod",
      again: true,
    };
    const headers = { token: person?.token ?? "", "idempotency-key": freshCode() };
    return { path: "/api/order/placeOrder", headers, body };
  };
  const rounds: { ours: number; theirs: number; p99: number; refused: number }[] = [];
  await askInTurn(url, { at: AT, ms: 2_000, next: place });
  for (let round = 0; round < ROUNDS; round += 1) {
    // so that the shop looks for as many codes meanwhile as are typed, and for none while pgbench has its turn
    await askInTurn(url, { at: AT, ms: SECONDS * 1_000, next: place });
    await pause((FIRST_LOOK - SECONDS) * 1_000);
    const answers = await askInTurn(url, { at: AT, ms: SECONDS * 1_000, next: place });
    const failed = answers.find(({ status }) => status !== 200 && status !== 503);
    if (failed) throw new Error(`an order answered ${failed.status}: ${failed.body}`);
    await pause((FIRST_LOOK + SECONDS) * 1_000);
    await haveNothingToDo(stage);
    const theirs = await runPgbench(stage, pgbench, script, round);
    const orders = answers.filter(({ status }) => status === 200);
    rounds.push({
      ours: orders.length / SECONDS,
      theirs,
      refused: answers.length - orders.length,
      p99: percentile(
        orders.map(({ ms }) => ms),
        99,
      ),
    });
  }
  await stage.stopShop();
  return [
    {
      what,
      got: median(rounds.map(({ ours, theirs }) => (100 * ours) / theirs)),
      atLeast: SHARE,
      unit: "%",
    },
    { what: "orders placed", got: median(rounds.map(({ ours }) => ours)), unit: "/s" },
    { what: "pgbench", got: median(rounds.map(({ theirs }) => theirs)), unit: "/s" },
    { what: "an order, p99", got: median(rounds.map(({ p99 }) => p99)), unit: "ms" },
    {
      what: "orders refused",
      got: rounds.reduce((sum, { refused }) => sum + refused, 0),
      budget: 0,
      unit: "",
    },
    { what: "statements of an order", got: script.statements, unit: "" },
  ];
}

const FILL = `
  with goods as (
    insert into products (id, name, description, price, category, sub_category, sizes, images, colour)
    select 'bench' || n, 'Bench tee', 'Sample.', 1500, 'Unisex', 'Topwear', '{M}', '{/images/sample.svg}', '#cccccc'
    from generate_series(1, $1::int) as n returning id
  ), shelf as (
    insert into stock (product_id, size, on_hand, received) select id, 'M', 1000000, 1000000 from goods
  ), people as (
    insert into users (id, name, email, password_hash, verified_at)
    select 'bench' || n, 'Wanjiku Otieno', 'bench' || n || '@example.com', 'none', now()
    from generate_series(1, $2::int) as n returning id
  )
  insert into sessions (user_id, token_hash, expires_at) select id, id, now() + interval '1 day' from people`;

/** Waits until the shop has looked for every code that is due. */
async function haveNothingToDo({ query }: Stage): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    const due = await query(
      "select from graphile_worker.jobs where run_at < now() and attempts < max_attempts limit 1",
    );
    if (due.length === 0) return;
    await pause(100);
  }
  throw new Error("the shop is still looking for codes");
}

/** Transactions per second. The shop stands open meanwhile, with nothing to do, as pgbench does in its own rounds. */
async function runPgbench(
  { folder, connection }: Stage,
  pgbench: string,
  { text }: { text: string },
  round: number,
): Promise<number> {
  const file = join(folder, "order.sql");
  await writeFile(file, text);
  const { host, port, user, password, database } = connection;
  const given = ["-n", "-M", "extended", "-c", AT, "-j", 2, "-T", SECONDS, "-D", `base=${round * 50_000}`];
  const where = ["-h", host, "-p", port ?? 5432, "-U", user, database];
  const { stdout } = await promisify(execFile)(
    pgbench,
    [...given, ...FIXED, "-f", file, ...where].map(String),
    { env: { ...process.env, PGPASSWORD: String(password ?? "") } },
  );
  const found = /tps = ([\d.]+)/.exec(stdout)?.[1];
  if (!found || /failed: [1-9]/.test(stdout)) throw new Error(`pgbench: ${stdout}`);
  return Number(found);
}

const FIXED = ["-D", `goods=${GOODS}`, "-D", `shoppers=${SHOPPERS}`, "-D", "turn=0"];

function findPgbench(): string | undefined {
  const debian = "/usr/lib/postgresql";
  const folders = [
    ...(process.env.PATH ?? "").split(delimiter),
    ...(existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, "bin")) : []),
  ];
  return folders.map((folder) => join(folder, "pgbench")).find((file) => existsSync(file));
}
