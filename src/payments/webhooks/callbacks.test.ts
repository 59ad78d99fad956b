import { beforeAll, expect, test } from "vitest";
import { ACCEPTED, knockAt, pusher } from "../../../test/callback.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import {
  breaksOf,
  expectNothingBroken,
  expectOneOrder,
  outcomeOf,
  toldStaff,
} from "../../../test/outcome.ts";
import { ASKED_FREELY, paidShop, paymentOf, phoneOf, pushOf, secondProcess } from "../../../test/payments.ts";
import { patient, type TestApp } from "../../../test/shop.ts";

const shop = paidShop(ASKED_FREELY);
const second = secondProcess(shop);
beforeAll(async () => {
  shop.daraja.dropCallbacks(true);
  // twenty at once wait for each other
  await patient(shop, second);
});

const knock = knockAt(() => shop);
const pushed = pusher(() => shop, 4);
const work = (id: string, app: TestApp = shop) => app.jobs.tasks.payment?.(id);
const inbox = (about: string) =>
  shop.query<{ outcome: string | null; body: string }>(
    "select outcome, body from hook_inbox where about = $1 order by id",
    [about],
  );

test("Twenty copies of a callback have the effect of one", async () => {
  const { buyer, tee, id, payment, path, text } = await pushed();
  await shop.daraja.approve(id);
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const app = index % 2 ? second : shop;
      const answer = await knock(path, text(), app);
      if (index % 5 === 0) await work(payment, app);
      return answer;
    }),
  );
  for (const answer of answers) expect(answer).toMatchObject(ACCEPTED);
  await Promise.all([shop.work(shop, second), work(payment), work(payment, second)]);
  await expectOneOrder(shop, buyer, tee);
  expect(await inbox(payment)).toHaveLength(20);
  expect((await inbox(payment)).filter(({ outcome }) => outcome === null)).toEqual([]);
  expect(await breaksOf(shop, buyer)).toEqual([]);
  for (let again = 0; again < 2; again += 1)
    expect(await knock(path, text(), second)).toMatchObject(ACCEPTED);
  await work(payment);
  await expectOneOrder(shop, buyer, tee);
  await expectNothingBroken(shop);
});

test("Callbacks left unread by a crash are read by the next process", async () => {
  const { buyer, tee, id, payment, path, text } = await pushed();
  await shop.daraja.approve(id);
  for (let copy = 0; copy < 3; copy += 1) await knock(path, text());
  expect(await outcomeOf(shop, buyer)).toMatchObject({ states: ["pending"], orders: [] });
  const next = await shop.second();
  await next.jobs.cron.minute();
  await next.close();
  await expectOneOrder(shop, buyer, tee);
  expect((await inbox(payment)).map(({ outcome }) => outcome)).toEqual(["noted", "noted", "noted"]);
});

test("A failure reported after success changes nothing and is recorded", async () => {
  const { buyer, tee, id, payment, path, text } = await pushed();
  await shop.daraja.approve(id);
  await knock(path, text());
  await work(payment);
  await knock(path, text().replace('"ResultCode":0', '"ResultCode":1032'));
  await work(payment);
  await expectOneOrder(shop, buyer, tee);
  expect(await breaksOf(shop, buyer)).toEqual(["a message says 1032 of a payment that is paid"]);
});

test("the push's answer names other ids than the callback that came before it: held, and recorded", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const answer = shop.post("/token/stkpush", pushOf(tee, phoneOf("016")), buyer.token);
  const prompts = () => shop.daraja.payments().filter(({ phone }) => phone === phoneOf("016"));
  await expect.poll(() => prompts().length).toBe(1);
  await expect.poll(async () => (await paymentOf(shop, buyer)).state).toBe("submitting");
  const Item = [
    { Name: "Amount", Value: 1501 },
    { Name: "MpesaReceiptNumber", Value: "UKP0000001" },
  ];
  const ids = { MerchantRequestID: "1-2-3", CheckoutRequestID: "ws_CO_191220191020363925" };
  const stkCallback = { ...ids, ResultCode: 0, CallbackMetadata: { Item } };
  const path = new URL(prompts()[0]?.callbackUrl ?? "").pathname;
  await knock(path, JSON.stringify({ Body: { stkCallback } }));
  const { id } = await paymentOf(shop, buyer);
  await work(String(id));
  await shop.clock.advance(2_000);
  expect((await answer).status).toBe(200);
  expect(await outcomeOf(shop, buyer)).toEqual({ states: ["paid_held"], orders: [], mails: [] });
  expect(await breaksOf(shop, buyer)).toEqual(["the push's answer and its callback name different ids"]);
});

test("An unknown address is 404, and nothing is stored", async () => {
  const { path, text } = await pushed();
  const before = await shop.query("select count(*) from hook_inbox");
  const secret = path.split("/").at(-1) ?? "";
  for (const other of [
    `/hooks/mm/stk/${"x".repeat(secret.length)}`,
    `/hooks/mm/stk/${secret.slice(0, -1)}`,
    `/hooks/mm/stk/${secret.toUpperCase()}`,
    `${path}x`,
    `${path}/x`,
    "/hooks/mm/stk/",
    "/hooks/mm/stk/%00",
    `/hooks/mm/result/${secret}`,
    `/hooks/mm/timeout/${secret}`,
    `/hooks/mm/c2b/${secret}/confirm`,
    `/hooks/mm/c2b/${secret}/validate`,
  ])
    expect({ other, status: (await knock(other, text())).status }).toEqual({ other, status: 404 });
  expect(await shop.query("select count(*) from hook_inbox")).toEqual(before);
});

test("One receipt pays once, also when two payments claim it at once", async () => {
  const [one, two] = [await pushed(), await pushed()];
  for (const { id } of [one, two]) await shop.daraja.approve(id);
  for (const { path, text } of [one, two]) await knock(path, text({ MpesaReceiptNumber: "UKQ0000001" }));
  await Promise.all([work(one.payment), work(two.payment, second)]);
  const outcomes = await Promise.all([one, two].map(({ buyer }) => outcomeOf(shop, buyer)));
  expect(outcomes.flatMap(({ states }) => states).sort()).toEqual(["paid", "paid_held"]);
  expect(outcomes.flatMap(({ orders }) => orders)).toHaveLength(1);
  const held = outcomes[0]?.states[0] === "paid_held" ? one : two;
  const why = "its money has paid another order, or is refunded";
  expect(await breaksOf(shop, held.buyer)).toContain(why);
  expect(await toldStaff(shop, held.buyer)).toContain(why);
  // its own receipt settles it
  await knock(held.path, held.text());
  await work(held.payment);
  await expectOneOrder(shop, held.buyer, held.tee);
});

holdsInvariants(() => shop);
