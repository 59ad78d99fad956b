import { afterAll, beforeEach, expect, inject, test } from "vitest";
import { knockAt, pusher } from "../../../test/callback.ts";
import { WAMBUI } from "../../../test/counter.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { breaksOf, expectOneOrder, outcomeOf, toldStaff } from "../../../test/outcome.ts";
import { age, openPaidShop } from "../../../test/payments.ts";
import { confirmationOf, tillHook } from "../../../test/till.ts";
import { layWire } from "../../../test/wire.ts";
import { applyResult } from "../core/apply-result.server.ts";
import { findPayment } from "../core/queries.server.ts";
import { tryAgain } from "../staff/act-on-exception.server.ts";
import { listExceptions } from "../staff/needs-decision.server.ts";
import { processWebhooks } from "./process-webhooks.server.ts";

const wire = await layWire(inject("server"));
const shop = await openPaidShop({ MPESA_QUERY_EVERY: "0" }, undefined, wire.server);
const context = shop.context;
shop.daraja.switches({ queryLimit: false });
shop.daraja.dropCallbacks(true);
// words that no table takes, until they are healed
await shop.query(`
  create table healed (yes boolean);
  create function refuse_poison() returns trigger language plpgsql as $$ begin
    if not exists (select from healed) then raise exception 'poison'; end if;
    return new;
  end $$;
  create trigger poison_money before insert on transactions for each row when (new.bill_ref like 'POISON%')
    execute function refuse_poison();
  create trigger poison_callback before update on payments for each row
    when (new.callback->>'receipt' like 'UKPOISON%') execute function refuse_poison();`);
afterAll(async () => {
  await shop.close();
  wire.close();
});
beforeEach(async () => {
  await shop.query("delete from healed");
  await shop.query("delete from webhook_inbox where processed_at is null");
});

const knock = knockAt(() => shop);
const pushed = pusher(() => shop, 6);
const tell = (code: string, change: object) =>
  knock(tillHook(shop), JSON.stringify(confirmationOf(code, { ...change })));
const parked = async () => (await listExceptions(shop.db)).filter(({ kind }) => kind === "message");
const came = (code: string) => shop.query("select amount from transactions where receipt = $1", [code]);
const noticesOf = (id: string) =>
  shop.query("select 1 from owner_notices where key = $1", [`exception:${id}`]);
const triesOf = async () =>
  (await shop.query<{ tries: number }>("select tries from webhook_inbox where processed_at is null")).map(
    ({ tries }) => tries,
  );

test("A message that fails delays no other", async () => {
  await shop.query(
    `insert into webhook_inbox (id, kind, body) select '00POISON' || n, 'c2b', $1 from generate_series(1, 40) n`,
    [JSON.stringify(confirmationOf("UKP0000001", { BillRefNumber: "POISON" }))],
  );
  await tell("UKX6Y6Z6A1", {});
  await processWebhooks(context, "c2b");
  expect(await came("UKX6Y6Z6A1")).toHaveLength(1);
  expect(new Set(await triesOf())).toEqual(new Set([1]));
  // in their pause they are not even looked at
  await tell("UKX6Y6Z6A2", {});
  await processWebhooks(context, "c2b");
  expect(new Set(await triesOf())).toEqual(new Set([1]));
  expect(await came("UKX6Y6Z6A2")).toHaveLength(1);
});

test("A message that fails five times waits for the owner", async () => {
  await tell("UKP0000003", { BillRefNumber: "POISON3" });
  const before = (await parked()).length;
  for (const tries of [1, 2, 3, 4]) {
    await shop.work();
    await shop.work();
    expect(await triesOf()).toEqual([tries]);
    expect(await parked()).toHaveLength(before);
    await age(shop, 900);
  }
  await shop.work();
  await age(shop, 3_600);
  await shop.work();
  expect(await triesOf()).toEqual([5]);
  const [row] = await parked();
  expect(row).toMatchObject({
    kind: "message",
    text: "M-Pesa's report of money at the till could not be worked on",
  });
  const id = String(row?._id);
  expect(await noticesOf(id)).toHaveLength(1);

  // nothing has changed: it is parked again, and still listed, and nobody is mailed anew
  await tryAgain(context, id, WAMBUI);
  for (let n = 0; n < 5; n++) {
    await shop.work();
    await age(shop, 900);
  }
  expect((await parked()).map((one) => one._id)).toContain(id);
  expect(
    await shop.query("select parked_at is not null as parked from webhook_inbox where processed_at is null"),
  ).toEqual([{ parked: true }]);
  expect(await noticesOf(id)).toHaveLength(1);

  await shop.query("insert into healed values (true)");
  await tryAgain(context, id, WAMBUI);
  await shop.work();
  expect(await came("UKP0000003")).toEqual([{ amount: 1501 }]);
  expect((await parked()).map((one) => one._id)).not.toContain(id);
  await expect(tryAgain(context, id, WAMBUI)).rejects.toMatchObject({ status: 409 });
});

test("a parked callback keeps no later one of its payment waiting", async () => {
  const { buyer, tee, id, path, text } = await pushed();
  await shop.daraja.approve(id);
  await knock(path, text({ MpesaReceiptNumber: "UKPOISON04" }));
  await knock(path, text());
  await shop.work();
  await expectOneOrder(shop, buyer, tee);
  const before = (await outcomeOf(shop, buyer)).states;
  await shop.query(
    "update transactions set receipt = null where payment_id in (select id from payments where order_id in (select id from orders where user_id = $1))",
    [buyer.userId],
  );
  await shop.query("update webhook_inbox set tries = 4, next_try_at = null where processed_at is null");
  // what is paid compares it, and does not choke on it any more
  await shop.work();
  expect(await triesOf()).toEqual([]);
  expect((await outcomeOf(shop, buyer)).states).toEqual(before);
});

test("a database that is away is no try", async () => {
  await tell("UKX6Y6Z6A9", {});
  wire.cut();
  await processWebhooks(context, "c2b").catch(() => {});
  wire.mend();
  await expect.poll(() => triesOf().catch(() => undefined), { timeout: 10_000 }).toEqual([0]);
  await processWebhooks(context, "c2b");
  expect(await came("UKX6Y6Z6A9")).toHaveLength(1);
});

test("A failure reported after success changes nothing and is recorded", async () => {
  const { buyer, tee, id, payment, path, text } = await pushed();
  const says = (code: number) => knock(path, text().replace('"ResultCode":0', `"ResultCode":${code}`));
  const asked = await findPayment(shop.db, payment);
  await shop.daraja.approve(id);
  await knock(path, text());
  await says(1001);
  await shop.work();
  for (const code of [1032, 1032, 1001, 7777]) await says(code);
  await shop.work();
  if (asked) await applyResult(shop.context, asked, { type: "failed", code: "2001" });
  const rows = (await listExceptions(shop.db)).filter(({ kind }) => kind === "contradiction");
  expect(rows.map(({ text, amount }) => [text, amount])).toEqual([
    ["a message says 1001 after one that said 0", null],
    ["a message says 1032 of a payment that is paid", 1501],
    ["the provider says 2001 of a payment that is paid", 1501],
  ]);
  expect(await toldStaff(shop, buyer)).toEqual(rows.map(({ text }) => text));
  expect(await breaksOf(shop, buyer)).toContain("a message says 7777 of a payment that is paid");
  await expectOneOrder(shop, buyer, tee);
});

holdsInvariants(() => shop);
