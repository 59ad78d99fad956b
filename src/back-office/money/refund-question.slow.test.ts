import { afterAll, expect, test } from "vitest";
import { openCounter } from "../../../test/counter.ts";
import { brokenInvariants } from "../../../test/invariants.ts";
import { signInStaff } from "../../../test/support/back-office.ts";

const counter = await openCounter();
const shop = counter.shop;
const owner = await signInStaff(shop, "owner");
afterAll(() => shop.close());

type Refund = Record<string, unknown> & { _id: string };
const refundsOf = async (q: string) =>
  ((await owner.get(`/money?q=${q}`)).body.rows as { refunds: Refund[] }[])[0]?.refunds ?? [];
const nothingBroken = async () => expect(await brokenInvariants(shop)).toEqual([]);

test("a refund whose answer was lost is asked about and repeated; another part asks once more", async () => {
  const { money, tx_ref } = await counter.paidByCard();
  shop.flutterwave.refundMode({ mode: "lost" });
  const begun = await owner.post(`/money/${money}/refund`, { amount: 300, reason: "torn", confirmed: true });
  const refund = begun.body.refund as Refund;
  const askForMore = async () =>
    (await owner.post(`/money/${money}/refund`, { amount: 300, reason: "torn" })).body.confirm;
  const isOnItsWay = expect.objectContaining({ conflicts: ["Ksh 300 may be on its way already."] });
  expect(await askForMore()).toEqual(isOnItsWay);
  await shop.work();
  shop.flutterwave.refundMode({ mode: "completed" });
  expect(await refundsOf(tx_ref)).toEqual([expect.objectContaining({ state: "unknown", amount: 300 })]);
  expect(await askForMore()).toEqual(isOnItsWay);
  expect((await owner.post(`/money/${money}/refunds/${refund._id}/check`)).status).toBe(200);
  await nothingBroken();
});

test("what is confirmed is the question that was seen: where another would be asked by then, it is", async () => {
  const { money } = await counter.paidByCard();
  const body = { amount: 300, reason: "torn" };
  const refund = (confirmed?: unknown) => owner.post(`/money/${money}/refund`, { ...body, confirmed });
  const asked = await refund();
  expect(asked.body.confirm).toMatchObject({ amount: 300, conflicts: [] });
  shop.flutterwave.refundMode({ mode: "lost" });
  expect((await refund(true)).status).toBe(200);
  await shop.work();
  shop.flutterwave.refundMode({ mode: "completed" });
  const again = await refund(asked.body.seen);
  const conflicts = ["This has changed since you were asked.", "Ksh 300 may be on its way already."];
  expect(again).toMatchObject({ status: 409, body: { confirm: { amount: 300, conflicts } } });
  expect(await counter.sumsOf(money)).toMatchObject({ allocated: 1_201, refunding: 300 });
  expect((await refund(again.body.seen)).status).toBe(200);
  expect(await counter.sumsOf(money)).toMatchObject({ allocated: 901, refunding: 600 });
});

test("a refund that failed is sent again only once its sum, payer and way are confirmed", async () => {
  const { money, tx_ref } = await counter.paidByCard();
  shop.flutterwave.refundMode({ mode: "refused" });
  await owner.post(`/money/${money}/refund`, { amount: 300, reason: "torn", confirmed: true });
  await shop.work();
  shop.flutterwave.refundMode({ mode: "completed" });
  const [refund] = await refundsOf(tx_ref);
  expect(refund).toMatchObject({ state: "failed" });
  const repeat = (more = {}) => owner.post(`/money/${money}/refunds/${refund?._id}/repeat`, more);
  const asked = await repeat();
  expect([asked.status, asked.body.confirm]).toEqual([
    409,
    {
      amount: 300,
      to: expect.stringMatching(/^refunded to .*card/),
      method: "provider",
      conflicts: [],
    },
  ]);
  await shop.work();
  expect([counter.backOf(tx_ref), await refundsOf(tx_ref)]).toEqual([
    0,
    [expect.objectContaining({ state: "failed" })],
  ]);
  expect((await repeat({ confirmed: true })).status).toBe(200);
  await shop.work();
  expect(counter.backOf(tx_ref)).toBe(300);
  await nothingBroken();
});
