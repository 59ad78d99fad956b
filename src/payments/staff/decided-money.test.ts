import { afterAll, beforeAll, expect, test } from "vitest";
import { knockAt, pusher } from "../../../test/callback.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { outcomeOf, stockOf } from "../../../test/outcome.ts";
import { openPaidShop, type PaidShop, paymentOf } from "../../../test/payments.ts";
import { tellOfMoney } from "../../../test/till.ts";
import { createPaymentContext, type PaymentContext } from "../core/payment-context.server.ts";
import { listForStaff } from "./staff-list.server.ts";
import { closeByStaff } from "./staff-money.server.ts";
import { refundByStaff } from "./staff-refund.server.ts";

let shop: PaidShop;
let context: PaymentContext;
beforeAll(async () => {
  shop = await openPaidShop({ MPESA_QUERY_EVERY: "0" });
  context = createPaymentContext(shop);
  shop.daraja.switches({ queryLimit: false });
  shop.daraja.dropCallbacks(true);
});
afterAll(() => shop.close());

const knock = knockAt(() => shop);
const pushed = pusher(() => shop, 9);

/** A push that had failed by M-Pesa's word and was paid later, of which only the till has told while queries go unanswered. */
async function paidLate() {
  const made = await pushed();
  const { phone, checkoutRequestId } = shop.daraja.payments().at(-1) ?? {};
  if (!phone || !checkoutRequestId) throw new Error("no prompt");
  await shop.daraja.approve(checkoutRequestId);
  const { receipt = "", accountReference } = shop.daraja.payments().at(-1) ?? {};
  shop.daraja.mode({ mode: "rate-limited", path: "stkpushquery" });
  await tellOfMoney(shop, receipt, { BillRefNumber: accountReference, TransAmount: "1501.00" });
  // no turn to ask came free for it
  await shop.query(
    "update payments set state = 'failed', active = false, code = '1037', why = null, next_check_at = null where id = $1",
    [made.payment],
  );
  expect((await listForStaff(shop.db, "unmatched")).rows.map(({ id }) => id)).toContain(receipt);
  return { ...made, receipt };
}

/** M-Pesa answers again, and is asked about the push. */
async function answersAgain(payment: string) {
  shop.daraja.mode({ mode: "normal" });
  await shop.query("delete from provider_turns");
  await shop.query("update payments set next_check_at = now(), lease_until = null where id = $1", [payment]);
  await shop.work();
}

test.each(["refunded", "closed"])(
  "money of a push that the owner has %s as nobody's pays no order when the query says paid later, with or without its receipt",
  async (how) => {
    for (const withReceipt of [false, true]) {
      const { buyer, tee, payment, path, text, receipt } = await paidLate();
      if (how === "refunded") expect(await refundByStaff(context, receipt, "given back")).toBe(true);
      else expect(await closeByStaff(context, receipt, "settled otherwise")).toBe(true);
      await shop.pass(20);
      if (withReceipt) await knock(path, text({ MpesaReceiptNumber: receipt }));
      await answersAgain(payment);
      expect((await outcomeOf(shop, buyer)).orders).toEqual([]);
      expect(await paymentOf(shop, buyer)).toMatchObject({
        state: "paid_held",
        why: "the owner has decided about its money already",
        paid_at: null,
      });
      expect(await stockOf(shop, tee)).toMatchObject({ sold: 0 });
      expect((await listForStaff(shop.db, "doubtful")).rows.map(({ id }) => id)).toContain(payment);
    }
  },
);

holdsInvariants(() => shop);
