import { beforeEach, expect, test } from "vitest";
import { FLUTTERWAVE } from "../../../simulators/flutterwave/simulator.ts";
import { ACCEPTED, knockAt, pusher } from "../../../test/callback.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { expectOneOrder, toldStaff } from "../../../test/outcome.ts";
import { ASKED_FREELY, paidShop, paymentOf } from "../../../test/payments.ts";
import { tillHook } from "../../../test/till.ts";
import { sweepPayments } from "../core/jobs.server.ts";
import { acceptPaid, closeUnpaid } from "./decide-payment.server.ts";
import { markRefunded } from "./mark-refunded.server.ts";
import { type ListName, listForStaff } from "./staff-list.server.ts";
import { closeByStaff } from "./staff-money.server.ts";
import { refundByStaff } from "./staff-refund.server.ts";

const shop = paidShop(ASKED_FREELY);
beforeEach(() => shop.daraja.dropCallbacks(true));

const knock = knockAt(() => shop);
const pushed = pusher(() => shop, 8);
const listed = async (which: ListName) => (await listForStaff(shop.db, which)).rows;

test("A message that the owner must decide about stays until then", async () => {
  const { path, payment, buyer } = await pushed();
  const before = (await listed("messages")).length;
  expect(await knock(tillHook(shop), '{"TransID":"UKX7Y7Z7C1","TransAmount":"a lot"}')).toMatchObject({
    status: 200,
  });
  await knock("/hooks/card", "{}", shop, { "verif-hash": FLUTTERWAVE.webhookHash });
  expect(await knock(path, "<html>")).toMatchObject(ACCEPTED);
  await shop.work();
  const rows = await listed("messages");
  expect(
    rows
      .slice(0, rows.length - before)
      .map(({ why, method }) => [method, why])
      .sort(),
  ).toEqual([
    ["cod", "M-Pesa's word of money at the till could not be read"],
    ["flutterwave", "a webhook of the card provider could not be read"],
    ["mpesa", "M-Pesa's callback of a prompt could not be read"],
  ]);
  expect(await toldStaff(shop, buyer)).toEqual(["M-Pesa's callback of a prompt could not be read"]);
  await shop.query("update hook_inbox set received_at = now() - interval '91 days'");
  await sweepPayments(shop.context);
  const kept = await shop.query("select body from hook_inbox where outcome = 'unreadable' order by id");
  expect(kept).toContainEqual({ body: '{"TransID":"UKX7Y7Z7C1","TransAmount":"a lot"}' });
  for (const { id } of rows) expect(await closeByStaff(shop.context, id, "read in the portal")).toBe(true);
  expect(await listed("messages")).toEqual([]);
  await sweepPayments(shop.context);
  expect(await shop.query("select body from hook_inbox where outcome = 'unreadable'")).toEqual([]);
  await closeUnpaid(shop.context, payment);
});

/** A paid push of which nobody told and nobody will. */
async function forgotten() {
  const made = await pushed();
  await shop.daraja.approve(made.id);
  const { receipt } = shop.daraja.payments().at(-1) ?? {};
  shop.daraja.mode({ mode: "busy", path: "stkpushquery" });
  await shop.query(
    "update payments set created_at = created_at - interval '25 hours', submitted_at = submitted_at - interval '25 hours', next_check_at = now() where id = $1",
    [made.payment],
  );
  await shop.work();
  await shop.query(
    "update payments set state = 'expired_unknown', active = false, next_check_at = null where id = $1 and state = 'pending'",
    [made.payment],
  );
  shop.daraja.mode({ mode: "normal" });
  return { ...made, receipt: String(receipt) };
}

test("a paid push nobody reported is the owner's to accept, to refund, or to close", async () => {
  const [one, two, three] = [await forgotten(), await forgotten(), await forgotten()];
  for (const { payment } of [one, two, three])
    expect((await listed("doubtful")).find(({ id }) => id === payment)).toMatchObject({
      state: "expired_unknown",
    });
  expect(await acceptPaid(shop.context, one.payment, one.receipt)).toBe(true);
  await expectOneOrder(shop, one.buyer, one.tee);

  await expect(refundByStaff(shop.context, two.payment, "too late")).rejects.toMatchObject({ status: 409 });
  expect(await refundByStaff(shop.context, two.payment, "too late", { receipt: two.receipt })).toBe(true);
  shop.daraja.dropCallbacks(false);
  await shop.pass(15);
  expect(shop.daraja.ledger().find(({ receipt }) => receipt === two.receipt)?.reversed).toBe(true);
  expect((await paymentOf(shop, two.buyer)).state).toBe("refunded");
  expect(await markRefunded(shop.context, two.payment, undefined)).toBe(false);

  expect(await closeUnpaid(shop.context, three.payment)).toBe(true);
  const ids = (await listed("doubtful")).map(({ id }) => id);
  for (const { payment } of [one, two, three]) expect(ids).not.toContain(payment);
});

holdsInvariants(() => shop);
