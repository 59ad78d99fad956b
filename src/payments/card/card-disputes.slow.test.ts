import { expect, test } from "vitest";
import { counterOn } from "../../../test/counter.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { intent, paidShop, paymentOf } from "../../../test/payments.ts";

const shop = paidShop();
const counter = counterOn(shop);

const GOOD = "5061460166976054667";
const NO_MONEY = "5258585922666506";
const PAID_WHOLLY = { allocated: 1501, refunded: 0, refunding: 0, unallocated: 0 };
/** No charge has it: the number of a dispute itself. */
const OWN = 990_000_000;
const chargeOf = (reference: string) =>
  Number(shop.flutterwave.transactions().find(({ tx_ref }) => tx_ref === reference)?.id);
/** What the owner must look at of a sum. */
const exceptionsOf = (money: string) =>
  shop.query(
    "select kind, text, amount, receipt, payment_id from exceptions where transaction_id = $1 order by id",
    [money],
  );
const send = async (body: object) => {
  const signed = { "verif-hash": shop.config.FLW_WEBHOOK_HASH ?? "" };
  expect((await shop.post("/hooks/card", body, "", signed)).status).toBe(200);
  await shop.work();
};

/** A paid charge, and the row that an owner must find of it. */
async function paid() {
  const { id, tx_ref, money } = await counter.paidByCard();
  const charge = chargeOf(tx_ref);
  const dispute = (text: string) => {
    return { kind: "dispute", text, amount: 1501, receipt: String(charge), payment_id: id };
  };
  return {
    tx_ref,
    money,
    charge,
    unknown: (event: string) => dispute(`the card provider sent "${event}", which the shop does not know`),
    says: (status: string) => dispute(`the card provider says "${status}" of a charge that was paid`),
  };
}

test("A webhook that says something else of a paid charge lists it, also of a second or a stranger's charge", async () => {
  const { tx_ref, money, charge } = await paid();
  const { transaction_id: second } = await shop.flutterwave.pay({ tx_ref, card: GOOD });
  const { transaction_id: foreign } = await shop.flutterwave.pay({ tx_ref: "a-stranger", card: GOOD });
  await shop.pass(5);
  for (const id of [charge, second, foreign]) {
    await shop.flutterwave.webhook({ id, change: { status: "reversed" } });
    await shop.work();
    const listed = await exceptionsOf(await counter.rowOf(String(id)));
    expect(listed).toMatchObject([{ kind: "dispute", amount: 1501 }]);
  }
  expect(await counter.sumsOf(money)).toEqual(PAID_WHOLLY);
});

test.each<[string, (charge: number, tx_ref: string) => object]>([
  ["chargeback.created", (id) => ({ event: "chargeback.created", data: { id, amount: 1501 } })],
  [
    "charge.dispute.create",
    (id, tx_ref) => ({ event: "charge.dispute.create", data: { id, tx_ref, status: "successful" } }),
  ],
  ["charge.dispute.create", (id) => ({ event: "charge.dispute.create", data: { id } })],
  ["charge.dispute.create", (_, tx_ref) => ({ event: "charge.dispute.create", data: { id: OWN, tx_ref } })],
  ["CHARGEBACK", (id, txRef) => ({ id, txRef, status: "successful", "event.type": "CHARGEBACK" })],
  ["?", (id, tx_ref) => ({ event: { of: "charge.completed" }, data: { id, tx_ref, status: "successful" } })],
])(
  "An event of an unknown kind is listed with what is known of it, once however often it is sent: %s",
  async (event, body) => {
    const { tx_ref, money, charge, unknown } = await paid();
    for (const _time of [1, 2]) await send(body(charge, tx_ref));
    expect(await exceptionsOf(money)).toEqual([unknown(event)]);
    expect(await counter.sumsOf(money)).toEqual(PAID_WHOLLY);
  },
);

test("one that names no charge is listed all the same", async () => {
  await send({ event: "payout.held" });
  expect(
    await shop.query("select kind, transaction_id, receipt from exceptions where text like '%payout.held%'"),
  ).toEqual([{ kind: "dispute", transaction_id: null, receipt: null }]);
});

test.each([{}, { id: OWN }])("A paid charge named by its reference, with %o, is listed too", async (name) => {
  const { tx_ref, money, says } = await paid();
  const data = { ...name, tx_ref, status: "reversed" };
  for (const _time of [1, 2]) await send({ event: "charge.completed", data });
  expect(await exceptionsOf(money)).toEqual([says("reversed")]);
  expect(await counter.sumsOf(money)).toEqual(PAID_WHOLLY);
});

test("an ordinary failed try lists nothing, before its page is paid and after", async () => {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const { tx_ref } = await intent(shop, buyer, tee);
  const { transaction_id: id } = await shop.flutterwave.pay({ tx_ref, card: NO_MONEY });
  const before = await shop.query("select id from exceptions order by id");
  const tellTry = async () => {
    for (const data of [
      { id, tx_ref },
      { id: OWN, tx_ref },
    ])
      await send({ event: "charge.completed", data: { ...data, status: "failed" } });
  };
  await tellTry();
  await send({ event: "charge.completed", data: { tx_ref, status: "failed" } });
  await shop.flutterwave.pay({ tx_ref, card: GOOD });
  await shop.pass(5);
  await tellTry();
  await shop.pass(1_800, 600);
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "paid" });
  expect(await shop.query("select id from exceptions order by id")).toEqual(before);
});

holdsInvariants(() => shop);
