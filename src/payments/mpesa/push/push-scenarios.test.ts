import { afterAll, beforeAll, expect, test } from "vitest";
import { addProduct } from "../../../../test/goods.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { expectNothingBroken, expectOneOrder, outcomeOf, stockOf } from "../../../../test/outcome.ts";
import {
  openPaidShop,
  type PaidShop,
  paymentOf,
  phoneOf,
  pushOf,
  standing,
} from "../../../../test/payments.ts";
import { customer } from "../../../../test/people.ts";
import { outcomeText, PAYMENT_TEXTS } from "../../rules.ts";

let shop: PaidShop;
beforeAll(async () => {
  shop = await openPaidShop();
});
afterAll(() => shop.close());

/** Seconds after the push, and the ResultCode told from then on; null is "pending". */
type Told = [seconds: number, code: string | null][];
type Row = {
  scenario: string;
  about: string;
  /** How /token/stkpush answers: with M-Pesa's id, with our own (nobody knows yet), or with a refusal. */
  push?: "theirs" | "ours" | { status: number; error: string };
  told: Told;
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
  state: "ordered",
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

const ROWS: Row[] = [
  pays("001", "approved"),
  fails("002", "cancelled", "1032", 10),
  fails("003", "no answer from the phone", "1037", 30),
  fails("004", "wrong PIN", "2001", 10),
  fails("005", "too little money", "1", 10),
  fails("006", "expired", "1019", 90, 70),
  refuses("007", "phone locked, at once", "1001", 409, PAYMENT_TEXTS.phoneInUse),
  fails("008", "phone locked, by callback", "1001", 5),
  fails("009", "prompt not sent", "1025", 5),
  fails("010", "error sending", "9999", 5),
  fails("011", "rule limited", "17", 5),
  fails("012", "limit of the day", "4", 5),
  pays("013", "callback lost: the schedule asks", {
    told: [
      [10, null],
      [15, "0"],
    ],
  }),
  pays("014", "callback twice"),
  pays("015", "callback five times at once"),
  pays("017", "callback after three minutes", {
    told: [
      [175, null],
      [185, "0"],
    ],
  }),
  refuses("018", "busy", "26", 503, PAYMENT_TEXTS.busy),
  pays("021", "answer cut off, payment goes on", { push: "ours" }),
  pays("022", "answer broken off, payment goes on", { push: "ours" }),
  pays("022b", "answer without an id, payment goes on", { push: "ours" }),
  refuses("023", 'ResponseCode "1"', "9999", 502, PAYMENT_TEXTS.refused),
  pays("024", "token ended: refused, and sent once more with another", { requests: 2 }),
  pays("025", "every other query is answered as being processed", {
    told: [
      [20, null],
      [25, "0"],
    ],
  }),
  pays("026", "in flight as an error without words"),
  pays("027", "queries limited for a minute", {
    told: [
      [55, null],
      [75, "0"],
    ],
  }),
  pays("028", "query too early knows no such id"),
  pays("029", "no answer at first, paid later: found by the watch after ten minutes", {
    told: [
      [25, null],
      [30, "1037"],
      // the steps until here take seconds of the database's clock as well, on a busy machine more than ten
      [560, "1037"],
      [640, "0"],
    ],
  }),
  pays("032", "ResultCode as text, a Balance without value"),
  pays("033", "no phone, more fields, another order"),
  pays("034", "callback malformed: the schedule asks", {
    told: [
      [10, null],
      [15, "0"],
    ],
  }),
  pays("038", "callback without a receipt"),
];

const phoneIn = (scenario: string) => (scenario === "022b" ? "254110000022" : phoneOf(scenario));
const prompts = (phone: string) => shop.daraja.payments().filter((prompt) => prompt.phone === phone);
const requests = () => shop.daraja.requests("processrequest").length;
const stepOf = (seconds: number) => (seconds > 300 ? 20 : 5);

test.each(ROWS)("$scenario $about", { timeout: 60_000 }, async (row) => {
  const { scenario, push = "theirs", told, state, stock } = row;
  // the last test's turn to query is over, and what it still watches is left alone
  await shop.query("update payments set next_check_at = null");
  await shop.pass(15, 15);
  const tee = await addProduct(shop, { stock: { M: 3 } });
  const buyer = await customer(shop);
  const before = requests();
  const answer = await shop.post("/token/stkpush", pushOf(tee, phoneIn(scenario)), buyer.token);
  const { id, checkout_request_id } = await paymentOf(shop, buyer);
  if (typeof push === "object") {
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: push.status,
      body: { success: false, message: push.error, error: push.error },
    });
    expect(prompts(phoneIn(scenario))).toEqual([]);
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
    await shop.pass(seconds - now, stepOf(seconds - now));
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
  if (state === "ordered") await expectOneOrder(shop, buyer, tee);
  else expect(await outcomeOf(shop, buyer)).toMatchObject({ orders: [], mails: [] });
  expect(requests() - before).toBe(row.requests ?? 1);
  expect(prompts(phoneIn(scenario)).length).toBeLessThanOrEqual(1);
  await expectNothingBroken(shop);
});

holdsInvariants(() => shop);
