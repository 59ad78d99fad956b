import { beforeAll, expect, test } from "vitest";
import { pusher } from "../../../test/callback.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { outcomeOf } from "../../../test/outcome.ts";
import { ASKED_FREELY, paidShop, paymentOf } from "../../../test/payments.ts";
import { patient } from "../../../test/shop.ts";
import { transaction } from "../../platform/database/db.server.ts";
import { listMoney } from "../staff/list-money.server.ts";
import { recordReport } from "../transactions/record-report.server.ts";

const shop = paidShop(ASKED_FREELY);
beforeAll(async () => {
  shop.daraja.dropCallbacks(true);
  // on a busy machine it takes longer to see who waits than the shop waits for a lock
  await patient(shop);
});

const pushed = pusher(() => shop, 8);

/** A push whose payer has entered the PIN, and the money that names it. */
async function approved() {
  const made = await pushed();
  const { checkoutRequestId = "" } = shop.daraja.payments().at(-1) ?? {};
  await shop.daraja.approve(checkoutRequestId);
  const { receipt = "", accountReference = "" } = shop.daraja.payments().at(-1) ?? {};
  await shop.query("update payments set next_check_at = now() where id = $1", [made.payment]);
  const money = {
    provider: "mpesa",
    receipt,
    amount: 1501,
    till: "174379",
    billRef: accountReference,
    paidAt: new Date(),
    source: "c2b",
    verified: true,
  } as const;
  return { ...made, money };
}

/** Until so many wait for a lock. */
const blocked = (count: number) =>
  expect
    .poll(async () => {
      const waiting =
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      return (await shop.query(waiting)).length;
    })
    .toBe(count);

async function expectItsMoney({ buyer, money }: Awaited<ReturnType<typeof approved>>) {
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "paid", receipt: money.receipt });
  expect((await outcomeOf(shop, buyer)).orders).toHaveLength(1);
  // the one row of it
  expect(await listMoney(shop.db, { q: money.receipt, page: 1 })).toMatchObject({
    rows: [{ receipt: money.receipt, state: "paid" }],
    total: 1,
  });
}

const ACCOUNT =
  "select from users where id = (select o.user_id from payments p join orders o on o.id = p.order_id where p.id = $1) for update";
const SHELF =
  "select from stock where product_id = (select i.product_id from payments p join order_items i on i.order_id = p.order_id where p.id = $1) for update";

test.each([
  ["between the query's answer and the order", ACCOUNT, 1],
  ["while the order is made", SHELF, 2],
])("money that is told of %s is the order's", async (_when, held, waiting) => {
  const made = await approved();
  const holder = await shop.looking.connect();
  try {
    await holder.query("begin");
    await holder.query(held, [made.payment]);
    const asked = shop.work();
    await blocked(1);
    const told = transaction(shop.db, (tx) => recordReport(tx, made.money));
    // what need not wait for the order's rows is written down before them
    if (waiting === 1) await told;
    await blocked(waiting);
    await holder.query("rollback");
    await Promise.all([asked, told]);
  } finally {
    holder.release();
  }
  await expectItsMoney(made);
});

holdsInvariants(() => shop);
