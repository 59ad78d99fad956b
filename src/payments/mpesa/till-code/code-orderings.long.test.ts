import { expect, test } from "vitest";
import type { Goods } from "../../../../test/goods.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { orderingsOf } from "../../../../test/orderings.ts";
import { PLACE } from "../../../../test/orders.ts";
import { outcomeOf, stockOf } from "../../../../test/outcome.ts";
import { expireHold, paidShop, paymentOf, push, pushOf, secondProcess } from "../../../../test/payments.ts";
import { orderOf, type Person } from "../../../../test/people.ts";
import type { TestApp } from "../../../../test/shop.ts";
import { confirmationOf, tillHook } from "../../../../test/till.ts";
import { eatStamp } from "../password.ts";

const shop = paidShop();
const apps: TestApp[] = [shop, secondProcess(shop)];

const EVENTS = ["C2B confirmation", "status answer", "order placed", "C2B again", "expiry"] as const;
type Event = (typeof EVENTS)[number];
/** A shopper who pays at the till while a push for the same checkout keeps the last piece. */
type TillPayment = { buyer: Person; tee: Goods; held: string; checkout: string; code: string };

let number = 0;
/** How often M-Pesa had been asked when its answer was to come. */
let answered = 0;

async function begin(): Promise<TillPayment> {
  await shop.query("delete from rate_limits");
  number += 1;
  const { tee, buyer } = await shop.sale({ stock: { M: 1 } });
  const checkout = `checkout-${number}`;
  await push(shop, buyer, pushOf(tee, `254713${String(number).padStart(6, "0")}`), checkout);
  const { id } = await paymentOf(shop, buyer);
  const code = `UKM${String(number).padStart(7, "0")}`;
  return { buyer, tee, held: String(id), checkout, code };
}

async function happen(event: Event, app: TestApp, { buyer, tee, held, checkout, code }: TillPayment) {
  const look = async () => {
    for (const kind of ["c2b", "result"]) await app.jobs.tasks.webhook?.(kind);
    const [waiting] = await shop.query<{ id: string }>("select id from payments where typed_code = $1", [
      code,
    ]);
    if (waiting) await app.jobs.tasks.payment?.(waiting.id);
  };
  switch (event) {
    case "C2B confirmation":
    case "C2B again": {
      const answer = await app.post(tillHook(shop), confirmationOf(code));
      expect(answer).toMatchObject({ status: 200, body: { ResultCode: 0, ResultDesc: "Success" } });
      return look();
    }
    case "status answer": {
      const asked = shop.daraja
        .requests("transactionstatus")
        .map(({ body }) => body as Record<string, string>);
      const question = asked.find(({ TransactionID }) => TransactionID === code);
      // nobody answers what was never asked
      if (!question?.ResultURL) return;
      answered += 1;
      const Values = {
        ReceiptNo: code,
        TransactionStatus: "Completed",
        Amount: 1501,
        CreditPartyName: "174379 - SHOP",
        InitiatedTime: Number(eatStamp(new Date())),
      };
      const ResultParameter = Object.entries(Values).map(([Key, Value]) => ({ Key, Value }));
      const answer = await app.post(new URL(question.ResultURL).pathname, {
        Result: { ResultType: 0, ResultCode: 0, ResultDesc: "ok", ResultParameters: { ResultParameter } },
      });
      expect(answer.status).toBe(200);
      return look();
    }
    case "order placed": {
      const body = orderOf(tee, { mpesaCode: code });
      const answer = await app.post(PLACE, body, buyer.token, { "idempotency-key": checkout });
      expect(answer.status).toBe(200);
      // the seconds for which M-Pesa's own word is waited for are over
      await shop.query(
        "update payments set next_check_at = now() where typed_code = $1 and next_check_at is not null",
        [code],
      );
      return look();
    }
    case "expiry":
      return expireHold(shop, app.db, held);
  }
}

/** Plays the events, every other one in the second app. */
async function play(order: readonly Event[], of: TillPayment) {
  for (const [index, event] of order.entries()) await happen(event, apps[index % 2] ?? shop, of);
}

test("A found code is one paid order and one mail, in any order of events", {
  timeout: 600_000,
}, async () => {
  for (const order of orderingsOf(EVENTS)) {
    const made = await begin();
    await play(order, made);
    expect({ order, ...(await outcomeOf(shop, made.buyer)) }).toEqual({
      order,
      // the push nobody answered, and the code
      states: ["pending", "paid"],
      orders: [{ id: expect.any(String), payment: true, status: "Order Placed", refund: null, amount: 1501 }],
      mails: ["placed"],
    });
    expect(await stockOf(shop, made.tee)).toEqual({ shelf: 0, held: 0, sold: 1 });
    expect(await paymentOf(shop, made.buyer)).toMatchObject({ receipt: made.code, method: "cod", code: "0" });
  }
  // where the order was first, and its answer came after it
  expect(answered).toBe(30);
});

holdsInvariants(() => shop);
