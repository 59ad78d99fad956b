import { expect, test } from "vitest";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { expectNothingBroken, expectOneOrder, outcomeOf, stockOf } from "../../../../test/outcome.ts";
import { paidShop, paymentOf, phoneOf, pushOf, standing } from "../../../../test/payments.ts";
import { outcomeText, PAYMENT_TEXTS } from "../../rules.ts";

const shop = paidShop();

/** Seconds after the push, and the ResultCode told from then on; null is "pending". */
type Answers = [seconds: number, code: string | null][];
type Row = {
  scenario: string;
  about: string;
  /** How /token/stkpush answers: with M-Pesa's id, with our own (nobody knows yet), or with a refusal. */
  push?: "theirs" | "ours" | { status: number; error: string };
  told: Answers;
  state: string;
  /** Of three on the shelf: left there, kept, sold. */
  stock: [shelf: number, held: number, sold: number];
  /** Requests for a prompt that reached M-Pesa, when another number than one. */
  requests?: number;
};

const sold: Row["stock"] = [2, 0, 1];
const back: Row["stock"] = [3, 0, 0];
const pays = (scenario: string, about: string, more: Partial<Row> = {}): Row => ({
  scenario,
  about,
  told: [
    [5, null],
    [10, "0"],
  ],
  state: "paid",
  stock: sold,
  ...more,
});
const fails = (scenario: string, about: string, code: string, at: number, until = at - 5): Row => ({
  scenario,
  about,
  told: [...(until > 0 ? [[until, null] as [number, null]] : []), [at, code]],
  state: "failed",
  stock: back,
});
const refuses = (scenario: string, about: string, code: string, status: number, error: string): Row => ({
  scenario,
  about,
  push: { status, error },
  told: [[0, code]],
  state: "rejected",
  stock: back,
});

/** One for each way a push ends here; what else M-Pesa says is read in query.test.ts and send-push.test.ts. */
const ROWS: Row[] = [
  pays("001", "approved"),
  fails("002", "cancelled", "1032", 10),
  refuses("007", "phone locked, at once", "1001", 409, PAYMENT_TEXTS.phoneInUse),
  pays("013", "callback lost: the schedule asks", {
    told: [
      [5, null],
      [15, "0"],
    ],
  }),
  pays("015", "callback five times at once"),
  pays("021", "answer cut off, payment goes on", { push: "ours" }),
  pays("024", "token ended: refused, and sent once more with another", { requests: 2 }),
  pays("029", "no answer at first, paid later: found by the watch after ten minutes", {
    told: [
      [25, null],
      [30, "1037"],
      // the steps until here take seconds of the database's clock as well, on a busy machine more than ten
      [560, "1037"],
      [640, "0"],
    ],
  }),
];

const prompts = (phone: string) => shop.daraja.payments().filter((prompt) => prompt.phone === phone);
const requests = () => shop.daraja.requests("processrequest").length;

test.each(ROWS)("$scenario $about", async (row) => {
  const { scenario, push = "theirs", told, state, stock } = row;
  // the last test's turn to query is over, and what it still watches is left alone
  await shop.query("update payments set next_check_at = null");
  await shop.pass(15, 15);
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const before = requests();
  const answer = await shop.post("/token/stkpush", pushOf(tee, phoneOf(scenario)), buyer.token);
  const { id, checkout_request_id } = await paymentOf(shop, buyer);
  if (typeof push === "object") {
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: push.status,
      body: { success: false, message: push.error, error: push.error },
    });
    expect(prompts(phoneOf(scenario))).toEqual([]);
  } else {
    const given = push === "ours" ? `ATT-${id}` : checkout_request_id;
    const said = "Success. Request accepted for processing";
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 200,
      body: {
        success: true,
        message: said,
        data: {
          MerchantRequestID: expect.any(String),
          CheckoutRequestID: given,
          ResponseCode: "0",
          ResponseDescription: said,
          CustomerMessage: said,
        },
        CheckoutRequestID: given,
        phone: expect.stringMatching(/^254[17]…\d{3}$/),
      },
    });
  }

  let now = 0;
  for (const [seconds, code] of told) {
    await shop.pass(seconds - now);
    now = seconds;
    const seen = await standing(shop, buyer, `ATT-${id}`);
    const { orderId } = seen;
    expect({ seconds, ...seen }).toEqual({
      seconds,
      ResultCode: code,
      ResultDesc: code === null ? "Waiting for M-Pesa" : outcomeText(code),
      status: code === null ? "pending" : code === "0" ? "paid" : "failed",
      ...(code === "0" ? { orderId: expect.any(String) } : {}),
    });
    const orders = await shop.post("/api/order/userOrders", {}, buyer.token);
    expect(orders.body.orders).toMatchObject(code === "0" ? [{ _id: orderId, payment: true }] : []);
  }
  const [shelf, held, gone] = stock;
  expect(await stockOf(shop, tee)).toEqual({ shelf, held, sold: gone });
  expect((await outcomeOf(shop, buyer)).states).toEqual([state]);
  if (state === "paid") await expectOneOrder(shop, buyer, tee);
  else expect(await outcomeOf(shop, buyer)).toMatchObject({ orders: [], mails: [] });
  expect(requests() - before).toBe(row.requests ?? 1);
  expect(prompts(phoneOf(scenario)).length).toBeLessThanOrEqual(1);
  await expectNothingBroken(shop);
});

holdsInvariants(() => shop);
