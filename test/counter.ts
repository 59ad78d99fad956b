import { cancelByStaff } from "../src/ordering/staff/cancel-by-staff.server.ts";
import { closeMoney, refundMoney } from "../src/payments/staff/act-on-money.server.ts";
import { listMoney } from "../src/payments/staff/list-money.server.ts";
import { listExceptions } from "../src/payments/staff/needs-decision.server.ts";
import { orderMoney } from "../src/payments/staff/order-money.server.ts";
import type { Sums } from "../src/payments/transactions/rules.ts";
import type { Actor } from "../src/platform/audit/actor.server.ts";
import { PLACE } from "./orders.ts";
import { intent, openPaidShop, type PaidShop, paymentOf, push, pushOf } from "./payments.ts";
import { freshCode, orderOf } from "./people.ts";
import { auditOf } from "./support/audit.ts";
import { moneyUnder, orderStanding, tellOfMoney } from "./till.ts";

export const WAMBUI: Actor = { id: "wambui", name: "Wambui", role: "owner", requestId: "req-1" };
export const OTIENO: Actor = { id: "otieno", name: "Otieno", role: "support" };

const CARD = "5061460166976054667";

/** A shop with every way to pay, and paid orders in it that staff act on. */
export async function openCounter() {
  const shop = await openPaidShop();
  return { shop, context: shop.context, ...counterOn(shop) };
}

/** Paid orders in this shop, and what became of them. */
export function counterOn(shop: PaidShop) {
  /** The id of a sum by its receipt. */
  const rowOf = async (receipt: string) => (await moneyUnder(shop, receipt))?.id ?? "";

  return {
    rowOf,
    /** An order of one shirt for 1,501, paid by card; `quantity`: shirts, at 1,500 each. */
    async paidByCard(quantity = 1) {
      const { buyer, tee } = await shop.sale({ stock: { M: 5 } });
      const { tx_ref, amount } = await intent(shop, buyer, tee, quantity);
      await shop.flutterwave.pay({ tx_ref, amount, card: CARD });
      await shop.pass(5);
      const { id, order_id: orderId, transaction_id: money } = await paymentOf(shop, buyer);
      return { buyer, tee, tx_ref, id: String(id), money: String(money), orderId: String(orderId) };
    },

    /** The same by push; `scenario`: how the simulated phone pays. */
    async paidByPush(quantity = 1, scenario = "001") {
      const phone = shop.phone(scenario);
      const { buyer, tee } = await shop.sale({ stock: { M: 5 } });
      await push(shop, buyer, pushOf(tee, phone, { quantity }));
      await shop.pass(20, 10);
      const { id, order_id: orderId, transaction_id: money } = await paymentOf(shop, buyer);
      return { buyer, tee, phone, id: String(id), money: String(money), orderId: String(orderId) };
    },

    /** An order whose typed code nobody has found. */
    async typed(quantity = 1) {
      const { tee, buyer } = await shop.sale({ stock: { M: 5 } });
      const { body } = await shop.post(PLACE, orderOf(tee, { quantity }), buyer.token);
      const { id, typed_code: code } = await paymentOf(shop, buyer);
      return { buyer, tee, code: String(code), id: String(id), orderId: String(body.orderId) };
    },

    /** Money at the till that no order waits for: its name, and the id of its row. */
    async stray(change: Record<string, unknown> = {}) {
      const receipt = freshCode();
      await tellOfMoney(shop, receipt, { TransAmount: "700.00", ...change });
      return { receipt, money: await rowOf(receipt) };
    },

    /** Where a sum is by now, in KES. */
    async sumsOf(money: string) {
      const [row] = await shop.query<Sums>(
        "select allocated, refunded, refunding, unallocated from transactions where id = $1",
        [money],
      );
      return row;
    },

    /** How an order and its payment stand. */
    async standing(orderId: string) {
      const { status, refund, state } = (await orderStanding(shop, orderId)) ?? {};
      return { status, refund, state };
    },

    /** The owner refunds so much of a sum, and has confirmed that. */
    refund: (money: string, amount = 1_501, more: object = {}) =>
      refundMoney(shop.context, money, { amount, reason: "torn", confirmed: true, by: WAMBUI, ...more }),
    /** The owner leaves a sum, or what is left of it, as it is. */
    close: (money: string, more: object = {}) =>
      closeMoney(shop.context, money, { reason: "settled otherwise", confirmed: true, by: WAMBUI, ...more }),
    /** Staff cancel an order as it is now. */
    async cancel(id: string, more: object = {}) {
      const [row] = await shop.query<{ version: number }>("select version from orders where id = $1", [id]);
      const money = orderMoney(shop.context);
      const because = { reason: "out of cloth", confirmed: true, by: WAMBUI };
      return cancelByStaff(shop.db, { id, version: row?.version ?? 0, money, ...because, ...more });
    },
    /** Whether a sum waits for the owner. */
    waits: async (id: string) => (await listMoney(shop.db, { id, open: true, page: 1 })).total === 1,
    /** The attempts and messages that wait for the owner. */
    exceptions: async () => (await listExceptions(shop.db)).map(({ _id }) => _id),

    /** What of a card's money went back, and how often that was asked for. */
    backOf: (reference: string) =>
      shop.flutterwave.transactions().find(({ tx_ref }) => tx_ref === reference)?.refunded,
    cardRequests: () => shop.flutterwave.requests().filter(({ path }) => path.endsWith("/refund")).length,

    auditOf: (subject: string) => auditOf(shop, subject, "action, staff_name"),
  };
}
