import { afterEach, beforeAll, expect, test } from "vitest";
import { brokenInvariants } from "../../test/invariants.ts";
import { expectOneOrder, outcomeOf } from "../../test/outcome.ts";
import { age, paidShop, paymentOf, push, pushOf } from "../../test/payments.ts";
import type { Person } from "../../test/people.ts";
import { type CronTasks, startJobs } from "../platform/jobs/jobs.server.ts";

let stops: (() => Promise<void>)[] = [];
/** Who has begun to pay in this test. */
let buyers: Person[] = [];
const shop = paidShop();
// the sandbox answers one question a minute
beforeAll(() => shop.daraja.switches({ queryLimit: false }));
afterEach(async () => {
  await Promise.all(stops.map((stop) => stop()));
  stops = [];
  buyers = [];
  await shop.query("update payments set next_check_at = null");
  await shop.query("delete from provider_turns");
  await shop.query("delete from jobs");
  expect(await brokenInvariants(shop)).toEqual([]);
});

const idle = async () => {};
const NO_ROUNDS: CronTasks = { second: idle, minute: idle, hour: idle, day: idle, morning: idle };

/** The worker of one process, as npm start has it; with no rounds it does only what it is woken for. */
function worker({ rounds: cron = NO_ROUNDS, ...rest }: { rounds?: CronTasks; lookEvery?: number }) {
  const { database, log, jobs } = shop;
  stops.push(startJobs({ database, log, tasks: jobs.tasks, cron, ...rest }));
}

/** A push that is paid, its callback delivered and read by nobody yet. */
async function paidPush() {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  buyers.push(buyer);
  await push(shop, buyer, pushOf(tee, shop.phone("001")));
  return { buyer, tee };
}

const soon = { interval: 50 };
/** How the payments of this test stand, oldest first. */
const states = async () =>
  (await Promise.all(buyers.map((buyer) => outcomeOf(shop, buyer)))).flatMap((each) => each.states);

test("a callback is settled as it comes, without any round, or a look of the worker", async () => {
  worker({ lookEvery: 3_600_000 });
  const { buyer, tee } = await paidPush();
  await shop.clock.advance(8_000);
  await expect.poll(states, soon).toEqual(["paid"]);
  await expectOneOrder(shop, buyer, tee);
});

/** A push that is paid and whose callback is lost, so that only a check can find it. */
async function unheardPush() {
  const sale = await paidPush();
  await shop.query("update payments set next_check_at = now() + interval '1 hour' where state = 'pending'");
  await shop.clock.advance(8_000);
  await shop.query("delete from webhook_inbox");
  await shop.query("delete from jobs where kind = 'payment'");
  return { ...sale, id: String((await paymentOf(shop, sale.buyer)).id) };
}

test("a check is made when its time has come, and no job waits for it", async () => {
  const { buyer, tee, id } = await unheardPush();
  worker({ rounds: { ...NO_ROUNDS, second: shop.jobs.cron.second } });
  await shop.jobs.cron.second();
  expect(await states()).toEqual(["pending"]);
  expect(await shop.query("select key from jobs where kind = 'payment'")).toEqual([]);
  await shop.query("update payments set next_check_at = now() where id = $1", [id]);
  await expect.poll(states, soon).toEqual(["paid"]);
  await expectOneOrder(shop, buyer, tee);
});

test("a check that fails keeps no other from its turn, and is made again after a while", async () => {
  const sales = [await unheardPush(), await unheardPush()];
  const [broken, whole] = sales.map(({ id }) => id);
  await shop.query("create function fail_check() returns trigger language plpgsql as 'begin raise; end'");
  await shop.query(`create trigger fail_check before update on payments for each row
    when (new.id = '${broken}' and new.checks > old.checks) execute function fail_check()`);
  await shop.query("update payments set next_check_at = now() - interval '1 minute' where id in ($1, $2)", [
    broken,
    whole,
  ]);
  await shop.jobs.cron.second();
  const standing = () =>
    shop.query(
      "select id, state, next_check_at < now() + interval '21 seconds' as soon from payments where id in ($1, $2) order by created_at",
      [broken, whole],
    );
  expect(await standing()).toEqual([
    { id: broken, state: "pending", soon: true },
    { id: whole, state: "paid", soon: null },
  ]);
  await shop.query("drop trigger fail_check on payments");
  await shop.jobs.cron.second();
  expect(await states()).toEqual(["pending", "paid"]);
  // M-Pesa takes one question a minute
  await age(shop, 60);
  await shop.jobs.cron.second();
  expect(await states()).toEqual(["paid", "paid"]);
  for (const { buyer, tee } of sales) await expectOneOrder(shop, buyer, tee);
});

test("A job that a crash left locked holds nothing up, and the next start does it", async () => {
  const { buyer, tee } = await paidPush();
  await shop.clock.advance(8_000);
  const { id } = await paymentOf(shop, buyer);
  await shop.query(
    "update jobs set leased_until = now() + interval '1 hour', tries = 1 where kind = 'payment' and key = $1",
    [id],
  );
  worker({ rounds: shop.jobs.cron });
  await expect.poll(states, soon).toEqual(["paid"]);
  await expectOneOrder(shop, buyer, tee);
});

test("Messages about payments are deleted after 90 days", async () => {
  await shop.query(
    `insert into webhook_inbox (id, kind, body, received_at, processed_at)
     select id, 'c2b', '{}', now() - age::interval, now() from (values
       ('old', '90 days 1 minute'), ('young', '89 days 23 hours'), ('new', '0')) as hook (id, age)`,
  );
  await shop.query(
    `insert into payment_events (payment_id, event, at) values (null, 'break', now() - interval '91 days'), (null, 'break', now())`,
  );
  await shop.jobs.cron.hour();
  expect(
    await shop.query("select id from webhook_inbox where id in ('old', 'young', 'new') order by id"),
  ).toEqual([{ id: "new" }, { id: "young" }]);
  expect(await shop.query("select count(*)::int from payment_events where payment_id is null")).toEqual([
    { count: 1 },
  ]);
});
