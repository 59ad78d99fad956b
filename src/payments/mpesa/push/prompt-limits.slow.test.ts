import { beforeAll, beforeEach, expect, test } from "vitest";
import { addProduct, type Goods } from "../../../../test/goods.ts";
import { holdsInvariants } from "../../../../test/invariants.ts";
import { written } from "../../../../test/orders.ts";
import { ASKED_FREELY, age, paidShop, push, pushOf, secondProcess } from "../../../../test/payments.ts";
import { customer, type Person } from "../../../../test/people.ts";
import { patient, type TestApp } from "../../../../test/shop.ts";
import { waitForPhone } from "./prompt-limits.server.ts";

let tee: Goods;
const shop = paidShop(ASKED_FREELY);
const second = secondProcess(shop);
// eight at once wait for each other
beforeAll(() => patient(shop, second));
beforeEach(async () => {
  tee = await addProduct(shop, { stock: { M: 50 } });
  await shop.query("delete from rate_limits");
});

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
  const phone = shop.phone(null);
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
