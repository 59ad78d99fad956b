import { expect, test, vi } from "vitest";
import { WAMBUI } from "../../../test/counter.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE } from "../../../test/orders.ts";
import { ASKED_FREELY, paidShop, push, pushOf } from "../../../test/payments.ts";
import { orderOf } from "../../../test/people.ts";
import { cancelByStaff } from "../../ordering/staff/cancel-by-staff.server.ts";
import { orderMoney } from "../staff/order-money.server.ts";

const shop = paidShop(ASKED_FREELY);

/** While it waits for the order, its attempts are free for whoever has that locked: no two wait for each other. */
async function waitsFree(orderId: string, act: () => Promise<unknown>): Promise<void> {
  const client = await shop.looking.connect();
  let acting: Promise<unknown> | undefined;
  try {
    await client.query("begin");
    await client.query("select from orders where id = $1 for no key update", [orderId]);
    acting = act();
    const waits =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await vi.waitFor(async () => expect(await shop.query(waits)).toHaveLength(1), 20_000);
    await client.query("select from payments where order_id = $1 for update nowait", [orderId]);
  } finally {
    await client.query("rollback");
    client.release();
  }
  await acting;
}

async function begun(key: string) {
  const { tee, buyer } = await shop.sale({ stock: { M: 5 } });
  await push(shop, buyer, pushOf(tee, shop.phone("035")), key);
  await shop.pass(190, 190);
  const [order] = await shop.query<{ id: string }>("select id from orders where user_id = $1", [
    buyer.userId,
  ]);
  return { tee, buyer, key, id: order?.id ?? "" };
}

test("who asks for a second prompt locks the order before the attempts", async () => {
  const { tee, buyer, key, id } = await begun("second-prompt");
  await waitsFree(id, () => push(shop, buyer, pushOf(tee, shop.phone()), key));
  expect(await shop.query("select from payments where order_id = $1", [id])).toHaveLength(2);
});

test("so do staff who change it", async () => {
  const { tee, buyer, key, id } = await begun("staff-cancel");
  await shop.post(PLACE, orderOf(tee), buyer.token, { "idempotency-key": key });
  const money = orderMoney(shop.context);
  await waitsFree(id, () =>
    cancelByStaff(shop.db, { id, version: 0, reason: "out of cloth", by: WAMBUI, money }),
  );
  expect(await shop.query("select status from orders where id = $1", [id])).toEqual([
    { status: "Cancelled" },
  ]);
});

holdsInvariants(() => shop);
