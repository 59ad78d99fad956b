import { beforeAll, beforeEach, expect, test } from "vitest";
import { addProduct } from "../../../../test/goods.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { refusal, written } from "../../../../test/orders.ts";
import { expectOneOrder, stockOf } from "../../../../test/outcome.ts";
import {
  ASKED_FREELY,
  age,
  paidShop,
  paymentOf,
  phoneOf,
  push,
  pushOf,
  secondProcess,
} from "../../../../test/payments.ts";
import { customer, type Person } from "../../../../test/people.ts";
import { patient, type TestApp } from "../../../../test/shop.ts";
import { PAYMENT_TEXTS } from "../../rules.ts";
import { waitForPhone } from "./prompt-limits.server.ts";

const shop = paidShop(ASKED_FREELY);
const second = secondProcess(shop);
// ten at once wait for each other
beforeAll(() => patient(shop, second));
beforeEach(async () => {
  await shop.query("update payments set next_check_at = null");
  await shop.query("delete from rate_limits");
});

const ask = (buyer: Person, body: object, app: TestApp = shop) =>
  app.post("/token/stkpush", body, buyer.token);
const requests = () => shop.daraja.requests("processrequest").length;
const refusedWith = (status: number, error: string) => refusal(status, error, { error });
/** What is said of a phone that was rung too lately. */
const rests = (wait: string) => {
  const said = new RegExp(`^You can send another prompt to this phone in ${wait}, or pay our till now\\.$`);
  return refusedWith(429, expect.stringMatching(said));
};

test("an amount M-Pesa cannot take is refused before anything is written or sent", async () => {
  const { tee, buyer } = await shop.sale();
  const [before, sent] = [await written(shop), requests()];
  for (const amount of [0, -1, "-1", 1.5, "1.5", "1501.00", "100abc", "1e3", 1e9, 250_001, "250001", "01501"])
    expect({ amount, ...(await ask(buyer, { ...pushOf(tee, shop.phone()), amount })) }).toMatchObject({
      amount,
      ...refusedWith(400, PAYMENT_TEXTS.amountInvalid),
    });
  for (const amount of ["", " 1501", "१५०१", null, [], {}, true])
    expect((await ask(buyer, { ...pushOf(tee, shop.phone()), amount })).status).toBe(400);
  expect(await written(shop)).toEqual(before);
  expect(requests()).toBe(sent);
  expect(await paymentOf(shop, buyer)).toEqual({});
});

test("what is no mobile of Kenya is refused before anything is sent", async () => {
  const { tee, buyer } = await shop.sale();
  const sent = requests();
  for (const phone of ["0202345678", "07123", "071234567890", "O712345678", "٠٧١٢٣٤٥٦٧٨", "255712345678"])
    expect(await ask(buyer, pushOf(tee, phone))).toMatchObject(refusedWith(400, PAYMENT_TEXTS.phoneInvalid));
  for (const phone of ["", "1".repeat(31), 712345678, null])
    expect((await ask(buyer, { ...pushOf(tee, "x"), phoneNumber: phone })).status).toBe(400);
  // as what can be mended at once is told first
  const gone = { ...pushOf(tee, "07123"), delivery: "no-such-point" };
  expect(await ask(buyer, gone)).toMatchObject(refusedWith(400, PAYMENT_TEXTS.phoneInvalid));
  expect(requests()).toBe(sent);
});

test("Ten simultaneous taps in tabs and two processes ring one phone once", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const body = pushOf(tee, shop.phone());
  const before = requests();
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => ask(buyer, body, index % 2 ? second : shop)),
  );
  const ids = new Set(answers.map((answer) => answer.body.CheckoutRequestID));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(ids.size).toBe(1);
  // another tab has another tap, or none, and perhaps another phone
  const { clientAttemptId: _, ...untapped } = body;
  for (const other of [untapped, pushOf(tee, shop.phone())])
    expect([...ids]).toContain((await ask(buyer, other, second)).body.CheckoutRequestID);
  expect(requests() - before).toBe(1);
  // another cart is another payment
  const mug = await addProduct(shop, { stock: { M: 3 } });
  expect(await ask(buyer, pushOf(mug, shop.phone()))).toMatchObject(
    refusedWith(409, PAYMENT_TEXTS.inProgress),
  );
  expect(await ask(buyer, pushOf(tee, shop.phone(), { quantity: 2 }))).toMatchObject(
    refusedWith(409, PAYMENT_TEXTS.inProgress),
  );
  expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 1, sold: 0 });
  await shop.daraja.approve(String([...ids][0]));
  await shop.pass(10);
  await expectOneOrder(shop, buyer, tee);
});

test("a phone its shopper has paid with is asked three times in ten minutes", async () => {
  const { tee, buyer } = await shop.sale();
  const phone = shop.phone();
  await shop.daraja.approve(await push(shop, buyer, pushOf(tee, phone)));
  await shop.pass(15);
  await shop.pass(600, 600);
  shop.daraja.scenario({ phone, scenario: "002" });
  for (let time = 0; time < 3; time += 1) {
    await push(shop, buyer, pushOf(tee, phone));
    await shop.pass(15);
    await shop.pass(50, 50);
  }
  expect(await ask(buyer, pushOf(tee, phone))).toMatchObject(rests("7 minutes"));
  // for anybody else it is a phone that never paid, rung four times today
  expect(await ask(await customer(shop), pushOf(tee, phone))).toMatchObject(rests("14 minutes"));
});

test("a shopper asks five times in ten minutes, whatever the phone; what was refused does not count", async () => {
  const { tee, buyer } = await shop.sale();
  expect((await ask(buyer, pushOf(tee, phoneOf("018")))).status).toBe(503);
  for (let time = 0; time < 5; time += 1) {
    await push(shop, buyer, pushOf(tee, shop.phone("002")));
    await shop.pass(15);
  }
  const before = requests();
  const refused = await ask(buyer, pushOf(tee, shop.phone("002")));
  expect(refused).toMatchObject(refusedWith(429, PAYMENT_TEXTS.tooManyPrompts));
  // the first of the five was sent 75 s ago, and what the machine took
  const wait = Number(refused.headers["retry-after"]);
  expect([wait > 400, wait <= 525]).toEqual([true, true]);
  expect(requests()).toBe(before);
});

test("Two shoppers who name one phone at once, in two processes, ring it once", async () => {
  const tee = await addProduct(shop, { stock: { M: 5 } });
  const buyers = [await customer(shop), await customer(shop)];
  const phone = shop.phone();
  const before = requests();
  const answers = await Promise.all(
    buyers.map((buyer, index) => ask(buyer, pushOf(tee, phone), index ? second : shop)),
  );
  expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
  const refused = answers.find(({ status }) => status !== 200);
  expect([409, 429]).toContain(refused?.status);
  expect(requests() - before).toBe(1);
  expect(await stockOf(shop, tee)).toEqual({ shelf: 4, held: 1, sold: 0 });
});

const answerOf = async (buyer: Person, body: object) =>
  (await shop.post("/token/stkpush", body, buyer.token, { "idempotency-key": "one-cart" })).body;

test("the answer says where the prompt went, also when that is an earlier one's phone; no second one is sent", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const wrong = phoneOf("035");
  const first = await answerOf(buyer, pushOf(tee, wrong));
  const message = "Success. Request accepted for processing";
  const CheckoutRequestID = expect.stringMatching(/^ws_CO_/);
  expect(first).toEqual({
    success: true,
    message,
    data: {
      MerchantRequestID: expect.any(String),
      CheckoutRequestID,
      ResponseCode: "0",
      ResponseDescription: message,
      CustomerMessage: message,
    },
    CheckoutRequestID,
    phone: "2547…035",
  });
  const sent = requests();
  const again = await answerOf(buyer, pushOf(tee, wrong));
  expect(again).toEqual(first);
  const corrected = await answerOf(buyer, pushOf(tee, "254711222135"));
  expect(corrected).toEqual({ ...first, otherPhone: true });
  expect(requests()).toBe(sent);
});

/** Time goes by in one step, with what falls due in it. */
const later = async (seconds: number) => {
  await age(shop, seconds);
  await shop.clock.advance(seconds * 1000);
  await shop.work();
};
const cancel = async (id: string) => {
  await shop.daraja.cancel(id);
  await shop.work();
};

test("A stranger's phone rings six times a day at most, with growing pauses", async () => {
  const [tee, phone] = [await addProduct(shop, { stock: { M: 50 } }), shop.phone(null)];
  const before = requests();
  await cancel(await push(shop, await customer(shop), pushOf(tee, phone)));
  // each time another spelling, in one of two processes
  const spellings = [phone, `0${phone.slice(3)}`, `+254 ${phone.slice(3)}`];
  for (const [turn, [pause, words]] of (
    [
      [60, "(a minute|[1-5]?\\d seconds)"],
      [120, "2 minutes"],
      // three in ten minutes
      [420, "7 minutes"],
      [900, "15 minutes"],
      [3_600, "an hour"],
    ] as const
  ).entries()) {
    const [rows, prompts] = [await written(shop), requests()];
    const spelling = spellings[turn % 3] ?? phone;
    const refused = await ask(await customer(shop), pushOf(tee, spelling), turn % 2 ? second : shop);
    expect(refused).toMatchObject(rests(words));
    const retryAfter = Number(refused.headers["retry-after"]);
    expect(refused.body.retryAfter).toBe(retryAfter);
    expect([retryAfter > pause - 30, retryAfter <= pause]).toEqual([true, true]);
    expect([await written(shop), requests()]).toEqual([rows, prompts]);
    await later(pause);
    await cancel(await push(shop, await customer(shop), pushOf(tee, phone)));
  }
  expect(requests() - before).toBe(6);
  await later(4_000);
  expect(await ask(await customer(shop), pushOf(tee, phone))).toMatchObject(rests("22 hours"));
  expect(requests() - before).toBe(6);
  await later(80_000);
  expect((await ask(await customer(shop), pushOf(tee, phone))).status).toBe(200);
});

test("how long a phone rests, by the ages of its prompts", () => {
  const never = (...ages: number[]) => waitForPhone({ ages, everPaid: false });
  const paid = (...ages: number[]) => waitForPhone({ ages, everPaid: true });
  expect(never()).toBe(0);
  expect([never(0), never(59), never(60)]).toEqual([60, 1, 0]);
  expect([never(60, 120), never(120, 180)]).toEqual([60, 0]);
  expect([never(299, 800, 900), never(300, 800, 900)]).toEqual([1, 0]);
  expect([never(300, 400, 500), never(400, 500, 599)]).toEqual([100, 1]);
  expect([never(0, 700, 2_000, 3_000), never(899, 2_000, 3_000, 4_000)]).toEqual([900, 1]);
  expect(never(3_599, 5_000, 6_000, 7_000, 8_000)).toBe(1);
  expect(never(4_000, 5_000, 6_000, 7_000, 8_000, 86_399)).toBe(1);
  expect([paid(0), paid(60), paid(60, 120), paid(60, 120, 599)]).toEqual([60, 0, 0, 1]);
  expect(paid(60, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000)).toBe(0);
});

holdsInvariants(() => shop);
