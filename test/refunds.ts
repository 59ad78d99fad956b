import { expect } from "vitest";
import { refundMoney } from "../src/payments/staff/act-on-money.server.ts";
import { WAMBUI } from "./counter.ts";
import { addProduct } from "./goods.ts";
import { moneyOf } from "./outcome.ts";
import { age, type PaidShop, paymentOf, push, pushOf } from "./payments.ts";
import { customer, type Person } from "./people.ts";
import type { TestShop } from "./shop.ts";

/** Sales by push in this shop, whose money is to go back. */
export function refundsOn(shop: PaidShop) {
  /** M-Pesa as ever, and nothing of an earlier test that still falls due. */
  const begin = async () => {
    shop.daraja.mode({ mode: "normal" });
    shop.daraja.refundMode("ok");
    await shop.query("update payments set next_check_at = null");
    await shop.query("update refunds set next_try_at = null");
    // M-Pesa's next question is free
    await age(shop, 15);
    await shop.clock.advance(15_000);
  };

  const requests = () => shop.daraja.requests("reversal").length;
  /** What the phone's payments came to at M-Pesa: true where the money went back. */
  const reversed = (phone: string) =>
    shop.daraja
      .ledger()
      .filter((paid) => paid.phone === phone)
      .map((paid) => paid.reversed);

  async function bought(scenario = "001") {
    const phone = shop.phone(scenario);
    const buyer = await customer(shop);
    const tee = await addProduct(shop, { stock: { M: 3 } });
    await push(shop, buyer, pushOf(tee, phone));
    // without a callback it is found by the first question of the schedule
    await shop.pass(scenario === "001" ? 10 : 20, 10);
    const { id, state } = await paymentOf(shop, buyer);
    expect(state).toBe("paid");
    return { phone, buyer, id: String(id), money: await moneyId(shop, String(id)) };
  }

  async function returned(scenario?: string) {
    const sale = await bought(scenario);
    const before = requests();
    const whole = { amount: 1_501, reason: "wrong size", confirmed: true, by: WAMBUI };
    await refundMoney(shop.context, sale.money, whole);
    return { ...sale, sent: () => requests() - before };
  }

  /** The id of the one refund of a payment. */
  async function refundId(paymentId: string) {
    const [row] = await shop.query<{ id: string }>(
      "select r.id from refunds r join transactions t on t.id = r.transaction_id where t.payment_id = $1",
      [paymentId],
    );
    return row?.id ?? "";
  }

  async function refundRow(id: string) {
    const [row] = await shop.query(
      "select r.state, r.result from refunds r join transactions t on t.id = r.transaction_id where t.payment_id = $1",
      [id],
    );
    return row;
  }

  /** What My orders says of the money. */
  async function shown(buyer: Person): Promise<unknown[]> {
    const { body } = await shop.post("/api/order/userOrders", {}, buyer.token);
    return (body.orders as { refund?: string }[]).map(({ refund }) => refund);
  }

  async function expectDone({ buyer, phone, id }: { buyer: Person; phone: string; id: string }) {
    expect((await refundRow(id))?.state).toBe("done");
    expect((await moneyOf(shop, buyer)).at(0)?.state).toBe("refunded");
    expect([await shown(buyer), reversed(phone)]).toEqual([["done"], [true]]);
  }

  const questions = () => shop.daraja.requests("transactionstatus").length;

  /** A refund whose request M-Pesa carried out or not, and of which no result came since. */
  async function lost(processed: boolean) {
    shop.daraja.refundMode(processed ? "never" : "timeout");
    const sale = await returned();
    await shop.work();
    await shop.pass(processed ? 3_700 : 50);
    expect(await refundRow(sale.id)).toMatchObject({ state: "unknown" });
    expect(reversed(sale.phone)).toEqual([processed]);
    shop.daraja.refundMode("ok");
    const before = questions();
    return { ...sale, asked: () => questions() - before };
  }

  const attemptsOf = (id: string) =>
    shop.query(
      `select a.way, a.state, array(select outcome from refund_results r where r.attempt_id = a.id order by r.id) as heard
       from refund_attempts a where refund_id in (select r.id from refunds r join transactions t on t.id = r.transaction_id where t.payment_id = $1) order by started_at, id`,
      [id],
    );

  /** M-Pesa's result of an attempt, at the address that attempt was given. */
  async function tell(nth: number, code: number | string = 0) {
    await shop.clock.advance(5_000);
    const body = shop.daraja.requests("reversal").at(nth)?.body as { ResultURL: string };
    const result = {
      Result: { ResultType: 0, ResultCode: code, ResultDesc: "x", TransactionID: "UKX0000001" },
    };
    expect((await shop.post(new URL(body.ResultURL).pathname, result)).status).toBe(200);
    await shop.work();
  }

  const alarms = async (id: string) =>
    (await shop.query("select kind, text from exceptions where payment_id = $1", [id])) as object[];

  return {
    begin,
    lost,
    attemptsOf,
    tell,
    alarms,
    requests,
    reversed,
    bought,
    returned,
    refundId,
    refundRow,
    shown,
    expectDone,
  };
}

/** The sum that paid an attempt. */
export async function moneyId(shop: Pick<TestShop, "query">, paymentId: string): Promise<string> {
  const [row] = await shop.query<{ id: string }>("select transaction_id as id from payments where id = $1", [
    paymentId,
  ]);
  return row?.id ?? "";
}
