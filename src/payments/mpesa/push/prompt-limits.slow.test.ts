import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { addProduct, type Goods } from "../../../../test/goods.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { written } from "../../../../test/orders.ts";
import { age, openPaidShop, type PaidShop, push, pushOf } from "../../../../test/payments.ts";
import { customer, type Person } from "../../../../test/people.ts";
import { patient, type TestApp } from "../../../../test/shop.ts";
import { waitForPhone } from "./prompt-limits.server.ts";

let shop: PaidShop;
let second: TestApp;
let tee: Goods;
beforeAll(async () => {
  shop = await openPaidShop({ MPESA_QUERY_EVERY: "0" });
  shop.daraja.switches({ queryLimit: false });
  second = await shop.second();
  // eight at once wait for each other
  await patient(shop, second);
});
afterAll(async () => {
  await second.close();
  await shop.close();
});
beforeEach(async () => {
  tee = await addProduct(shop, { stock: { M: 50 } });
  await shop.query("delete from rate_limits");
});

let phones = 0;
const freshPhone = (scenario: string | null) => {
  phones += 1;
  const phone = `254738${String(phones).padStart(6, "0")}`;
  shop.daraja.scenario({ phone, scenario });
  return phone;
};
const requests = () => shop.daraja.requests("processrequest").length;
const ask = (buyer: Person, phone: string, app: TestApp = shop) =>
  app.post("/token/stkpush", pushOf(tee, phone), buyer.token);
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
  const phone = freshPhone(null);
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
    const refused = await ask(await customer(shop), spelling, turn % 2 ? second : shop);
    const message = expect.stringMatching(
      new RegExp(`^You can send another prompt to this phone in ${words}, or pay our till now\\.$`),
    );
    expect(refused).toMatchObject({ status: 429, body: { success: false, message, error: message } });
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(pause - 30);
    expect(Number(refused.headers["retry-after"])).toBeLessThanOrEqual(pause);
    expect([await written(shop), requests()]).toEqual([rows, prompts]);
    await later(pause);
    await cancel(await push(shop, await customer(shop), pushOf(tee, phone)));
  }
  expect(requests() - before).toBe(6);
  await later(4_000);
  const refused = await ask(await customer(shop), phone);
  expect(refused).toMatchObject({
    status: 429,
    body: { message: "You can send another prompt to this phone in 22 hours, or pay our till now." },
  });
  expect(requests() - before).toBe(6);
  await later(80_000);
  expect((await ask(await customer(shop), phone)).status).toBe(200);
});

test("a phone that has paid here is no less left in peace by those who never paid with it", async () => {
  const [phone, buyer] = [freshPhone(null), await customer(shop)];
  await shop.daraja.approve(await push(shop, buyer, pushOf(tee, phone)));
  await shop.work();
  for (const rest of [700, 700, 1_000, 3_700, 3_700]) {
    await later(rest);
    await cancel(await push(shop, await customer(shop), pushOf(tee, phone)));
  }
  await later(3_700);
  const [rows, prompts] = [await written(shop), requests()];
  const refused = await ask(await customer(shop), phone);
  expect(refused).toMatchObject({
    status: 429,
    body: { message: "You can send another prompt to this phone in 21 hours, or pay our till now." },
  });
  expect([await written(shop), requests()]).toEqual([rows, prompts]);
  await cancel(await push(shop, buyer, pushOf(tee, phone)));
});

test("what was refused before it rang does not count", async () => {
  const phone = freshPhone("018");
  for (let times = 0; times < 4; times += 1)
    expect((await ask(await customer(shop), phone)).status).toBe(503);
  shop.daraja.scenario({ phone, scenario: null });
  expect((await ask(await customer(shop), phone)).status).toBe(200);
});

test("eight shoppers ask for one phone at once, in two processes, when its pause ends: one prompt", async () => {
  const phone = freshPhone(null);
  await cancel(await push(shop, await customer(shop), pushOf(tee, phone)));
  await later(60);
  const buyers = await Promise.all(Array.from({ length: 8 }, () => customer(shop)));
  const before = requests();
  const answers = await Promise.all(
    buyers.map((buyer, index) => ask(buyer, phone, index % 2 ? second : shop)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.map(({ status }) => status).every((status) => [200, 409, 429].includes(status))).toBe(true);
  expect(requests() - before).toBe(1);
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
