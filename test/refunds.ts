import { expect } from "vitest";
import { createPaymentContext } from "../src/payments/core/payment-context.server.ts";
import { refundByStaff } from "../src/payments/staff/staff-refund.server.ts";
import { addProduct } from "./goods.ts";
import { openPaidShop, paymentOf, push, pushOf } from "./payments.ts";
import { customer, type Person } from "./people.ts";

/** A shop with every way to pay, and sales by push in it whose money is to go back. */
export async function openRefunds() {
  const shop = await openPaidShop();

  /** M-Pesa as ever, and nothing of an earlier test that still falls due. */
  const begin = async () => {
    shop.daraja.mode({ mode: "normal" });
    shop.daraja.refundMode("ok");
    await shop.query("update payments set next_check_at = null");
    await shop.query("update refunds set next_try_at = null");
    await shop.pass(15, 15);
  };

  const requests = () => shop.daraja.requests("reversal").length;
  /** What the phone's payments came to at M-Pesa: true where the money went back. */
  const reversed = (phone: string) =>
    shop.daraja
      .ledger()
      .filter((paid) => paid.phone === phone)
      .map((paid) => paid.reversed);

  let phones = 300;
  function phoneFor(scenario: string): string {
    phones += 1;
    const phone = `254711000${phones}`;
    shop.daraja.scenario({ phone, scenario });
    return phone;
  }

  async function bought(scenario = "001") {
    const phone = phoneFor(scenario);
    const buyer = await customer(shop);
    const tee = await addProduct(shop, { stock: { M: 3 } });
    await push(shop, buyer, pushOf(tee, phone));
    await shop.pass(20, 10);
    const { id, state } = await paymentOf(shop, buyer);
    expect(state).toBe("ordered");
    return { phone, buyer, id: String(id) };
  }

  async function returned(scenario?: string) {
    const sale = await bought(scenario);
    const before = requests();
    expect(await refundByStaff(createPaymentContext(shop), sale.id, "wrong size")).toBe(true);
    return { ...sale, sent: () => requests() - before };
  }

  /** The id of the one refund of a payment. */
  async function refundId(paymentId: string) {
    const [row] = await shop.query<{ id: string }>("select id from refunds where payment_id = $1", [
      paymentId,
    ]);
    return row?.id ?? "";
  }

  async function refundRow(id: string) {
    const [row] = await shop.query("select state, result from refunds where payment_id = $1", [id]);
    return row;
  }

  /** What My orders says of the money. */
  async function shown(buyer: Person): Promise<unknown[]> {
    const { body } = await shop.post("/api/order/userOrders", {}, buyer.token);
    return (body.orders as { refund?: string }[]).map(({ refund }) => refund);
  }

  async function expectDone({ buyer, phone, id }: { buyer: Person; phone: string; id: string }) {
    expect((await refundRow(id))?.state).toBe("done");
    expect((await paymentOf(shop, buyer)).state).toBe("refunded");
    expect([await shown(buyer), reversed(phone)]).toEqual([["done"], [true]]);
  }

  return {
    shop,
    begin,
    requests,
    reversed,
    phoneFor,
    bought,
    returned,
    refundId,
    refundRow,
    shown,
    expectDone,
  };
}
