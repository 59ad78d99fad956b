import { expect } from "vitest";
import type { PaymentContext } from "../src/payments/core/provider.server.ts";
import { markRefunded, repeatByStaff } from "../src/payments/staff/act-on-refund.server.ts";
import { counterOn, WAMBUI } from "./counter.ts";
import { moneyOf } from "./outcome.ts";
import { age, type PaidShop, paymentOf } from "./payments.ts";
import type { Person } from "./people.ts";

/** A sale by its attempt and its money. */
type Sale = { id: string; money: string };

/** Sales by push in this shop, whose money is to go back. */
export function refundsOn(shop: PaidShop) {
  const counter = counterOn(shop);
  const requests = () => shop.daraja.requests("reversal").length;
  /** What the phone's payments came to at M-Pesa: true where the money went back. */
  const reversed = (phone: string) =>
    shop.daraja
      .ledger()
      .filter((paid) => paid.phone === phone)
      .map((paid) => paid.reversed);

  async function bought(scenario?: string) {
    const sale = await counter.paidByPush(1, scenario);
    expect((await paymentOf(shop, sale.buyer)).state).toBe("paid");
    return sale;
  }

  /** The owner refunds it, in whole where no sum is named, and has confirmed that. */
  const refund = ({ money }: Sale, amount?: number) => counter.refund(money, amount);

  async function returned(scenario?: string) {
    const sale = await bought(scenario);
    const before = requests();
    await refund(sale);
    return { ...sale, sent: () => requests() - before };
  }

  /** The newest refund of a payment that is not given up. */
  async function refundRow(id: string) {
    const [row] = await shop.query<{
      id: string;
      state: string;
      result: string | null;
      reference: string | null;
    }>(
      `select r.id, r.state, r.result, r.reference from refunds r join transactions t on t.id = r.transaction_id
       where t.payment_id = $1 and r.given_up_at is null order by r.id desc limit 1`,
      [id],
    );
    return row;
  }
  const refundId = async (id: string) => (await refundRow(id))?.id ?? "";

  /** What My orders says of the money. */
  async function shown(buyer: Person): Promise<unknown[]> {
    const { body } = await shop.post("/api/order/userOrders", {}, buyer.token);
    return (body.orders as { refund?: string }[]).map(({ refund }) => refund);
  }

  const questions = () => shop.daraja.requests("transactionstatus").length;

  return {
    /** M-Pesa as ever, and nothing of an earlier test that still falls due. */
    async begin() {
      shop.daraja.mode({ mode: "normal" });
      shop.daraja.refundMode("ok");
      await shop.query("update payments set next_check_at = null");
      await shop.query("update refunds set next_try_at = null");
      // M-Pesa's next question is free
      await age(shop, 15);
      await shop.clock.advance(15_000);
    },
    requests,
    reversed,
    bought,
    refund,
    /** The owner has it sent again; `firstFailed`: in his word the one before did not go through. */
    repeat: async ({ id, money }: Sale, firstFailed = false, context: PaymentContext = shop.context) =>
      repeatByStaff(context, { money, refund: await refundId(id), firstFailed, confirmed: true, by: WAMBUI }),
    /** The owner has sent it by hand, under this code. */
    mark: async ({ id, money }: Sale, code?: string) =>
      markRefunded(shop.context, { money, refund: await refundId(id), code, confirmed: true, by: WAMBUI }),
    returned,
    refundRow,
    refundId,
    sumsOf: ({ money }: Sale) => counter.sumsOf(money),
    shown,

    async expectDone({ buyer, phone, id }: { buyer: Person; phone: string; id: string }) {
      expect((await refundRow(id))?.state).toBe("done");
      expect((await moneyOf(shop, buyer)).at(0)?.state).toBe("refunded");
      expect([await shown(buyer), reversed(phone)]).toEqual([["done"], [true]]);
    },

    /** A refund whose request M-Pesa carried out or not, and of which no result came since. */
    async lost(processed: boolean) {
      shop.daraja.refundMode(processed ? "never" : "timeout");
      const sale = await returned();
      await shop.work();
      await shop.pass(processed ? 3_700 : 50);
      expect(await refundRow(sale.id)).toMatchObject({ state: "unknown" });
      expect(reversed(sale.phone)).toEqual([processed]);
      shop.daraja.refundMode("ok");
      const before = questions();
      return { ...sale, asked: () => questions() - before };
    },

    attemptsOf: (id: string) =>
      shop.query(
        `select a.way, a.state, array(select outcome from refund_results r where r.attempt_id = a.id order by r.id) as heard
         from refund_attempts a join refunds f on f.id = a.refund_id join transactions t on t.id = f.transaction_id
         where t.payment_id = $1 order by a.started_at, a.id`,
        [id],
      ),

    /** M-Pesa's result of an attempt, at the address that attempt was given. */
    async tell(nth: number, code: number | string = 0) {
      await shop.clock.advance(5_000);
      const body = shop.daraja.requests("reversal").at(nth)?.body as { ResultURL: string };
      const result = {
        Result: { ResultType: 0, ResultCode: code, ResultDesc: "x", TransactionID: "UKX0000001" },
      };
      expect((await shop.post(new URL(body.ResultURL).pathname, result)).status).toBe(200);
      await shop.work();
    },

    alarms: async (id: string) =>
      shop.query<{ id: string; kind: string; text: string }>(
        "select id, kind, text from exceptions where payment_id = $1 and closed_at is null order by id",
        [id],
      ),
  };
}
