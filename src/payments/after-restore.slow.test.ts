import { expect, test } from "vitest";
import { counterOn } from "../../test/counter.ts";
import { addProduct } from "../../test/goods.ts";
import { outcomeOf } from "../../test/outcome.ts";
import { paidShop, payBy, push, pushOf } from "../../test/payments.ts";
import { customer } from "../../test/people.ts";
import { refundsOn } from "../../test/refunds.ts";
import { signInStaff } from "../../test/support/back-office.ts";
import { tellOfMoney } from "../../test/till.ts";
import { adaptRestored } from "../after-restore.server.ts";
import { COMMAND } from "../platform/audit/actor.server.ts";
import { transaction } from "../platform/database/db.server.ts";
import { sweepOutbox } from "../platform/mail/outbox.server.ts";
import { acceptPaid, closeUnpaid, confirmCode } from "./staff/act-on-attempt.server.ts";
import { markRefunded } from "./staff/act-on-refund.server.ts";
import { allocateMoney } from "./staff/allocate-money.server.ts";

const shop = paidShop();
const counter = counterOn(shop);
const by = { ...COMMAND, name: "npm run restore" };
const ABOUT = "what it is about began before a backup was restored: it may have been sent since";
const mailsOf = (order: string) =>
  shop.query(
    "select event, state from outbox where event in ('paid:' || $1, 'placed:' || $1) order by event",
    [order],
  );

test("Mails of orders that are made after a restore leave when the owner says so", async () => {
  const tee = await addProduct(shop, { stock: { M: 9 } });
  const [prompted, coded] = await Promise.all([customer(shop), customer(shop)]);
  const prompt = await push(shop, prompted, pushOf(tee, shop.phone()));
  const { code } = shop.daraja.payTill({ amount: 1501, phone: "254711222333", status: "completed" });
  expect((await payBy(shop, "cod", coded, tee, { mpesaCode: code })).status).toBe(200);
  await transaction(shop.db, (tx) => adaptRestored(tx, { by, takenAt: "2026-11-23T10:00:00.000Z" }));
  await shop.daraja.approve(prompt);
  await shop.pass(60);
  const [made] = (await outcomeOf(shop, prompted)).orders;
  const [paid] = (await outcomeOf(shop, coded)).orders;
  expect([made, paid]).toMatchObject([{ payment: true }, { payment: true }]);
  expect(await mailsOf(made?.id ?? "")).toEqual([{ event: `placed:${made?.id}`, state: "held" }]);
  expect(await mailsOf(paid?.id ?? "")).toEqual([
    { event: `paid:${paid?.id}`, state: "held" },
    { event: `placed:${paid?.id}`, state: "held" },
  ]);
  const owner = await signInStaff(shop);
  const held = (await owner.get("/mails")).body.rows as { _id: string; held: boolean; why: string }[];
  expect(held.map(({ held, why }) => ({ held, why }))).toEqual(
    [ABOUT, ABOUT, "restored from a backup: it may have been sent since"].map((why) => ({ held: true, why })),
  );
  const [sent, dropped] = held.map(({ _id }) => _id);
  // the backup was an old one
  await shop.query("update outbox set created_at = now() - interval '40 days' where state = 'held'");
  await sweepOutbox(shop.db);
  expect((await owner.post(`/mails/${sent}/send`, {})).status).toBe(200);
  expect((await owner.post(`/mails/${dropped}/drop`, {})).status).toBe(200);
  const states = `select id, state, text <> '' as whole, created_at > now() - interval '1 hour' as new
     from outbox where id = any($1) order by id <> $2`;
  expect(await shop.query(states, [[sent, dropped], sent])).toEqual([
    { id: sent, state: "waiting", whole: true, new: true },
    { id: dropped, state: "failed", whole: false, new: false },
  ]);
  expect((await owner.post(`/mails/${dropped}/send`, {})).status).toBe(409);
});

test("money that staff alone saw is sent by hand after a restore, too", async () => {
  const { id, code } = await counter.typed();
  await closeUnpaid(shop.context, id, { reason: "nobody paid", by });
  await transaction(shop.db, (tx) => adaptRestored(tx, { by, takenAt: "2026-11-23T10:00:00.000Z" }));
  await acceptPaid(shop.context, id, { reason: "seen in the app", confirmed: true, by });
  const refunds = () =>
    shop.query<{ id: string; money: string; state: string; way: string }>(
      `select r.id, t.id as money, r.state, r.way from refunds r join transactions t on t.id = r.transaction_id
       where t.receipt = $1`,
      [code],
    );
  const [due] = await refunds();
  expect(due).toMatchObject({ state: "due", way: "hand" });
  const sent = { money: String(due?.money), refund: String(due?.id), code: "UKX1Y2Z3P9", confirmed: true };
  await markRefunded(shop.context, { ...sent, by });
  expect(await refunds()).toMatchObject([{ state: "done" }]);
});

test("the mail of a refund that left before the backup is held, also of a sum that no attempt was made for", async () => {
  const { id, code, orderId } = await counter.typed();
  await tellOfMoney(shop, code, { TransAmount: "100.00" });
  await confirmCode(shop.context, id, { confirmed: true, by });
  const { money } = await counter.stray({ TransAmount: "1401.00" });
  await allocateMoney(shop.context, money, { order: orderId, confirmed: true, by });
  shop.daraja.refundMode("never");
  const refund = await counter.refund(money, 1_401);
  await shop.work();
  await transaction(shop.db, (tx) => adaptRestored(tx, { by, takenAt: "2026-11-23T10:00:00.000Z" }));
  await refundsOn(shop).tell(-1);
  const refunded = await shop.query(
    "select r.state, o.state as mail from refunds r left join outbox o on o.event = 'refunded:' || r.id where r.id = $1",
    [refund.id],
  );
  expect(refunded).toEqual([{ state: "done", mail: "held" }]);
});
