import { expect } from "vitest";
import type { Goods } from "./goods.ts";
import type { Person } from "./people.ts";
import type { TestShop } from "./shop.ts";

type ShopRows = Pick<TestShop, "query">;
type OrderRow = { id: string; payment: boolean; status: string; refund: string | null; amount: number };

/** All that this shopper's payments have come to, oldest first; `mails` are to him, by what they tell of. */
export async function outcomeOf(shop: ShopRows, buyer: Person) {
  const states = await shop.query<{ state: string }>(
    "select state from payments where order_id in (select id from orders where user_id = $1) order by id",
    [buyer.userId],
  );
  const orders = await shop.query<OrderRow>(
    "select id, payment, status, refund, amount from orders where phase = 'placed' and user_id = $1 order by id",
    [buyer.userId],
  );
  const mails = await shop.query<{ about: string }>(
    `select split_part(event, ':', 1) as about from outbox
     where event in (select 'placed:' || id from orders where phase = 'placed' and user_id = $1)
       or split_part(event, ':', 2) in (select id from payments where order_id in (select id from orders where user_id = $1)
         union all select r.id from refunds r join transactions t on t.id = r.transaction_id
           join payments p on p.id = t.payment_id join orders o on o.id = p.order_id where o.user_id = $1)
     order by id`,
    [buyer.userId],
  );
  return {
    states: states.map(({ state }) => state),
    orders,
    mails: mails.map(({ about }) => about),
  };
}

/** The sums that answer this shopper's attempts, oldest first: receipt, amount, and the state that follows from the four sums. */
export async function moneyOf(shop: ShopRows, buyer: Person) {
  return shop.query<{ receipt: string | null; amount: number; state: string }>(
    `select t.receipt, t.amount, case when t.closed_at is not null then 'closed' when t.unallocated > 0 then 'unallocated'
       when t.refunding > 0 then 'refunding' when t.refunded = t.amount then 'refunded' else 'paid' end as state
     from transactions t join payments p on p.id = t.payment_id join orders o on o.id = p.order_id where o.user_id = $1 order by t.created_at, t.id`,
    [buyer.userId],
  );
}

/** The text of the one mail about this event; nothing where there is none. */
export async function mailText(shop: ShopRows, event: string): Promise<string> {
  const mails = await shop.query<{ text: string }>("select text from outbox where event = $1", [event]);
  expect(mails.length).toBeLessThan(2);
  return mails[0]?.text ?? "";
}

/** What staff were told of this shopper's payments. */
export async function toldStaff(shop: ShopRows, buyer: Person): Promise<string[]> {
  const rows = await shop.query<{ what: string }>(
    `select what from owner_notices where payment_id in (select id from payments where order_id in (select id from orders where user_id = $1))
     order by created_at, id`,
    [buyer.userId],
  );
  return rows.map(({ what }) => what);
}

/** The contradictions noted about this shopper's payments. */
export async function breaksOf(shop: ShopRows, buyer: Person): Promise<string[]> {
  const rows = await shop.query<{ note: string }>(
    `select note from payment_events where event = 'break'
     and payment_id in (select id from payments where order_id in (select id from orders where user_id = $1)) order by id`,
    [buyer.userId],
  );
  return rows.map(({ note }) => note);
}

/** On the shelf, kept for payments, and sold. */
export async function stockOf(shop: ShopRows, { _id, size }: Goods) {
  const [row] = await shop.query<{ shelf: number; held: number; sold: number }>(
    `select on_hand as shelf, held, (select coalesce(sum(quantity - returned), 0)::int from order_items i join orders o on o.id = i.order_id
       where i.product_id = $1 and i.size = $2 and o.phase = 'placed' and o.status <> 'Cancelled'
         and not exists (select from holds where order_id = o.id)) as sold
     from stock where product_id = $1 and size = $2`,
    [_id, size],
  );
  return row;
}

/** One paid order of the whole total, one mail about it, one move of the stock, and nothing else. */
export async function expectOneOrder(shop: ShopRows, buyer: Person, goods: Goods, amount = goods.price + 1) {
  const { orders, mails } = await outcomeOf(shop, buyer);
  expect(orders).toEqual([
    { id: expect.any(String), payment: true, status: "Order Placed", refund: null, amount },
  ]);
  expect(mails).toEqual(["placed"]);
  expect(await stockOf(shop, goods)).toMatchObject({ held: 0, sold: 1 });
  return orders[0]?.id;
}
