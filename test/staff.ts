import { addProduct } from "./goods.ts";
import { PLACE } from "./orders.ts";
import { type PaidShop, paymentOf, push, pushOf } from "./payments.ts";
import { customer, orderOf } from "./people.ts";

/** What a person decides about in a shop where everything about money is left to one (`NO_OPERATOR`). */
export function staffedOn(shop: PaidShop) {
  async function placed(quantity = 1) {
    const buyer = await customer(shop);
    const tee = await addProduct(shop, { stock: { M: 5 } });
    const { body } = await shop.post(PLACE, orderOf(tee, { quantity }), buyer.token);
    const { id } = await paymentOf(shop, buyer);
    return { tee, orderId: String(body.orderId), id: String(id) };
  }

  /** A push that is paid; `state` sets it back to where its money was seen and no order made. */
  async function pushed(state?: "paid_held") {
    const buyer = await customer(shop);
    const tee = await addProduct(shop, { stock: { M: 5 } });
    await push(shop, buyer, pushOf(tee, shop.phone("001")));
    if (state)
      await shop.query(
        "update payments set state = $2, why = 'two answers', next_check_at = null where user_id = $1",
        [buyer.userId, state],
      );
    else await shop.pass(30, 10);
    const { id, order_id: orderId } = await paymentOf(shop, buyer);
    return { tee, id: String(id), orderId: String(orderId) };
  }

  const refundsOf = (id: string) =>
    shop.query("select amount, reason from refunds where payment_id = $1", [id]);

  const orderRow = async (id: string) =>
    (await shop.query("select payment, status, refund from orders where id = $1", [id]))[0];

  async function mails(id: string) {
    const rows = await shop.query<{ event: string }>(
      `select coalesce(replace(event, r.id, r.payment_id), event) as event from outbox
         left join refunds r on r.payment_id = $2 and event = 'refunded:' || r.id
       where event like $1 or r.id is not null
       union all select 'staff:' || key from owner_notices where payment_id = $2`,
      [`%${id}%`, id],
    );
    return rows.map(({ event }) => event.replace(id, "…")).sort();
  }

  return { placed, pushed, refundsOf, orderRow, mails };
}
