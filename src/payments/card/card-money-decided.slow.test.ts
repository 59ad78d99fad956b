import { beforeEach, expect, test } from "vitest";
import { holdsInvariants } from "../../../test/invariants.ts";
import { expectOneOrder, outcomeOf, stockOf } from "../../../test/outcome.ts";
import { age, intent, paidShop, paymentOf } from "../../../test/payments.ts";
import { runOwnerCommand } from "../staff/owner-commands.server.ts";
import { listForStaff } from "../staff/staff-list.server.ts";
import { refundByStaff } from "../staff/staff-refund.server.ts";

const shop = paidShop();
beforeEach(async () => {
  shop.flutterwave.mode({ mode: "normal" });
  shop.flutterwave.webhookUrl({ url: null });
  await shop.query("delete from rate_limits");
});

const GOOD = "5061460166976054667";
const DECIDED = "the owner has decided about its money already";
const obey = async (...words: string[]) => (await runOwnerCommand(shop.context, words)).message;
const listed = async (which: "unmatched" | "messages" | "doubtful") =>
  (await listForStaff(shop.db, which)).rows;
const backOf = (id: number) => {
  const charge = shop.flutterwave.transactions().find((one) => one.id === id);
  return { refunded: charge?.refunded, repeats: charge?.repeats };
};

/** A card's page that was charged, and nobody has told of it. */
async function charged() {
  const { tee, buyer } = await shop.sale({ stock: { M: 3 } });
  const { tx_ref } = await intent(shop, buyer, tee);
  const { transaction_id: id } = await shop.flutterwave.pay({ tx_ref, card: GOOD });
  return { buyer, tee, tx_ref, id };
}
type Charge = Awaited<ReturnType<typeof charged>>;

async function tell(id: number) {
  shop.flutterwave.webhookUrl({ url: `${shop.url}/hooks/card` });
  await shop.flutterwave.webhook({ id });
  shop.flutterwave.webhookUrl({ url: null });
  await shop.work();
}

/** The charge came while nobody knew its page, as after a backup was put back; the page is known again later. */
async function foreign({ buyer, tx_ref, id }: Charge): Promise<string> {
  await shop.query("update payments set reference = $2 where user_id = $1", [
    buyer.userId,
    `elsewhere ${id}`,
  ]);
  await tell(id);
  await shop.query("update payments set reference = $2 where user_id = $1", [buyer.userId, tx_ref]);
  return String((await listed("unmatched")).find(({ code }) => code === String(id))?.id);
}

/** The provider was away until the webhook was given to the owner, and is asked about the page once more. */
async function parked({ id }: Charge): Promise<string> {
  shop.flutterwave.mode({ mode: "down" });
  await shop.query("delete from hook_inbox where processed_at is null");
  await tell(id);
  await age(shop, 25 * 3_600);
  await shop.work();
  shop.flutterwave.mode({ mode: "normal" });
  const [row] = await listed("messages");
  expect(row).toMatchObject({ method: "flutterwave", state: "open" });
  return String(row?.id);
}

/** The charge's own news come: by a webhook, by the browser, and by the schedule. */
async function comesLate({ buyer, tx_ref, id }: Charge) {
  const app = await shop.second();
  await tell(id);
  await app.post("/api/order/flutterwave", { transactionId: id, tx_ref }, buyer.token);
  await shop.query("update payments set next_check_at = now(), lease_until = null where user_id = $1", [
    buyer.userId,
  ]);
  await shop.work(app);
  await app.close();
}

async function expectDecided({ buyer, tee }: Charge) {
  expect((await outcomeOf(shop, buyer)).orders).toEqual([]);
  const payment = await paymentOf(shop, buyer);
  expect(payment).toMatchObject({ state: "paid_held", why: DECIDED, paid_at: null });
  expect(await stockOf(shop, tee)).toMatchObject({ sold: 0 });
  expect((await listed("doubtful")).map((row) => row.id)).toContain(payment.id);
  return String(payment.id);
}

test.each(["refunded", "closed"])(
  "Card money that the owner refunded or closed pays no order later: %s",
  async (how) => {
    const made = await charged();
    const row = await foreign(made);
    if (how === "refunded") expect(await obey("refund", row, "nobody's")).toBe("Done.");
    else expect(await obey("close", row, "settled otherwise")).toBe("Done.");
    await comesLate(made);
    const payment = await expectDecided(made);
    for (const stated of [[], ["--receipt", String(made.id)]])
      expect(await obey("refund", payment, "again", ...stated)).toMatch(/^Nothing was changed\. /);
    await shop.work();
    expect(backOf(made.id)).toEqual({ refunded: how === "refunded" ? 1501 : 0, repeats: 0 });
    expect(await shop.query("select from refunds where payment_id = $1", [payment])).toEqual([]);
  },
);

test("a charge given back as that of a webhook nobody could work on pays no order, and goes back once", async () => {
  const made = await charged();
  const row = await parked(made);
  const given = ["--receipt", String(made.id), "--amount", "1501"];
  expect(await obey("refund", row, "too late", ...given)).toBe("Done.");
  // what was to be worked on is worked on: the refund stays listed until it is there
  expect(await obey("again", row)).toBe("Done.");
  await comesLate(made);
  await expectDecided(made);
  await shop.pass(60);
  expect(backOf(made.id)).toEqual({ refunded: 1501, repeats: 0 });
  expect(await shop.query("select state from discrepancies where id = $1", [row])).toEqual([
    { state: "refunded" },
  ]);
});

test("a charge whose receipt the owner gave back or took for another payment makes neither an order nor a refund", async () => {
  for (const act of ["refund", "paid"]) {
    const [made, other] = [await charged(), await charged()];
    const { id } = await paymentOf(shop, other.buyer);
    await shop.query("update payments set state = 'expired_unknown', next_check_at = null where id = $1", [
      id,
    ]);
    const words = act === "paid" ? [String(made.id)] : ["wrong", "one", "--receipt", String(made.id)];
    expect(await obey(act, String(id), ...words)).toBe("Done.");
    await comesLate(made);
    expect((await outcomeOf(shop, made.buyer)).orders).toEqual([]);
    expect(await paymentOf(shop, made.buyer)).toMatchObject({
      state: "paid_held",
      why: "its receipt belongs to another payment",
    });
    expect(backOf(made.id)).toEqual({ refunded: act === "refund" ? 1501 : 0, repeats: 0 });
  }
});

test("a second charge that was decided on stays so, however often it is reported", async () => {
  for (const act of ["refund", "close"]) {
    const made = await charged();
    await tell(made.id);
    const { transaction_id: second } = await shop.flutterwave.pay({ tx_ref: made.tx_ref, card: GOOD });
    await tell(second);
    const row = (await listed("unmatched")).find(({ code }) => code === String(second));
    expect(await obey(act, String(row?.id), "paid", "twice")).toBe("Done.");
    await comesLate({ ...made, id: second });
    await expectOneOrder(shop, made.buyer, made.tee);
    expect((await listed("unmatched")).find(({ code }) => code === String(second))).toBeUndefined();
    expect(backOf(second)).toEqual({ refunded: act === "refund" ? 1501 : 0, repeats: 0 });
  }
});

test("the owner gives it back while its webhook comes: one of the two has the money", async () => {
  for (let round = 0; round < 2; round++) {
    const made = await charged();
    const row = await foreign(made);
    const [returned] = await Promise.all([
      refundByStaff(shop.context, row, "nobody's").catch(() => false),
      tell(made.id),
    ]);
    await shop.pass(30, 15);
    const ordered = (await outcomeOf(shop, made.buyer)).orders.length;
    expect({ returned, ordered, ...backOf(made.id) }).toEqual(
      returned
        ? { returned, ordered: 0, refunded: 1501, repeats: 0 }
        : { returned, ordered: 1, refunded: 0, repeats: 0 },
    );
  }
});

test("what nobody has decided about is one order, also when it was listed before", async () => {
  const made = await charged();
  const row = await foreign(made);
  await comesLate(made);
  await expectOneOrder(shop, made.buyer, made.tee);
  expect(await obey("refund", row, "mine")).toMatch(/^Nothing was changed\. This money has paid payment/);
});

holdsInvariants(() => shop);
