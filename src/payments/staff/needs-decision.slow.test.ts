import { beforeAll, expect, test } from "vitest";
import { ACCEPTED, knockAt, pusher } from "../../../test/callback.ts";
import { counterOn, OTIENO, WAMBUI } from "../../../test/counter.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { toldStaff } from "../../../test/outcome.ts";
import { age, NO_OPERATOR, paidShop } from "../../../test/payments.ts";
import { tellOfMoney, tillHook } from "../../../test/till.ts";
import { transaction } from "../../platform/database/db.server.ts";
import { mailNotices, notifyOwner } from "../core/owner-notices.server.ts";
import { sweepPayments } from "../delete-ended.server.ts";
import { closeUnpaid } from "./act-on-attempt.server.ts";
import { closeByStaff, tryAgain } from "./act-on-exception.server.ts";
import { mailWhatWaits } from "./daily-mail.server.ts";
import { listMoney } from "./list-money.server.ts";
import { type ListName, listExceptions, waitingIn } from "./needs-decision.server.ts";

const shop = paidShop({ MPESA_QUERY_EVERY: "0", ...NO_OPERATOR });
const counter = counterOn(shop);
beforeAll(() => shop.daraja.dropCallbacks(true));

const knock = knockAt(() => shop);
const signed = () => ({ "verif-hash": String(shop.config.FLW_WEBHOOK_HASH) });
const pushed = pusher(() => shop, 9);
const money = async () => (await listMoney(shop.db, { open: true, page: 1 })).rows.map(({ _id }) => _id);
const exceptions = async () => (await listExceptions(shop.db)).map(({ _id }) => _id).sort();
const waiting = async (list: ListName) => (await waitingIn(shop.db, list, { canAsk: false })).rows;

test("Undecided money stays listed until the owner decides; an unfound code leaves with its order", async () => {
  const lost = await pushed();
  await shop.query(
    "update payments set state = 'expired_unknown', active = false, next_check_at = null where id = $1",
    [lost.payment],
  );
  const doubted = await pushed();
  await shop.daraja.approve(doubted.id);
  await knock(doubted.path, doubted.text({ Amount: 5 }));
  await knock(doubted.path, "<html>");
  await knock("/hooks/card", "{}", shop, signed());
  const stray = await counter.stray();
  const short = await counter.typed();
  await tellOfMoney(shop, short.code, { TransAmount: "7.00" });
  const unfound = await counter.typed();
  await shop.work();
  const before = [await money(), await exceptions()];
  // of 700 and 7 at the till, and of 5 by a callback; two messages, and the prompt that nobody can tell of
  expect(before.map((list) => list.length)).toEqual([3, 3]);
  expect(before[0]).toEqual(expect.arrayContaining([stray.money, await counter.rowOf(short.code)]));
  expect(before[1]).toContain(lost.payment);
  expect(await waiting("codes")).toBe(1);
  for (let days = 0; days < 100; days += 50) {
    await age(shop, 50 * 86_400);
    await shop.query("update exceptions set created_at = created_at - interval '50 days'");
    await shop.work();
    await shop.jobs.cron.hour();
  }
  expect([await money(), await exceptions()]).toEqual(before);
  expect(await waiting("codes")).toBe(0);
  expect(await counter.standing(unfound.orderId)).toMatchObject({ status: "Cancelled" });
  expect([await waiting("money"), await waiting("exceptions")]).toEqual([3, 3]);

  await mailWhatWaits(shop.context, { canAsk: false });
  const [mail] = await shop.query<{ subject: string; text: string }>(
    "select subject, text from outbox where event like 'waits:%'",
  );
  expect(mail?.subject).toBe("6 payments need you");
  expect(mail?.text).toContain("3 payments need your decision, Ksh 712 in all; the oldest for 3 months.");
  expect(mail?.text).toContain("3 messages or attempts need your decision");

  // the owner alone takes them off
  const because = { reason: "looked into it", by: WAMBUI };
  for (const id of before[0] ?? []) await counter.close(id);
  for (const { payment } of [lost, doubted]) await closeUnpaid(shop.context, payment, because);
  await closeUnpaid(shop.context, short.id, because);
  for (const id of await exceptions()) await closeByStaff(shop.context, id, because);
  expect([await money(), await exceptions()]).toEqual([[], []]);
});

test("A message that the owner must decide about stays until then", async () => {
  const { path, payment, buyer } = await pushed();
  expect(await knock(tillHook(shop), '{"TransID":"UKX7Y7Z7C1","TransAmount":"a lot"}')).toMatchObject({
    status: 200,
  });
  await knock("/hooks/card", "{}", shop, signed());
  expect(await knock(path, "<html>")).toMatchObject(ACCEPTED);
  await shop.work();
  const rows = await listExceptions(shop.db);
  expect(rows.map(({ kind, text }) => [kind, text]).sort()).toEqual([
    ["message", "M-Pesa's message about a prompt could not be read"],
    ["message", "M-Pesa's report of money at the till could not be read"],
    ["message", "a message of the card company could not be read"],
  ]);
  expect(await toldStaff(shop, buyer)).toEqual(["M-Pesa's message about a prompt could not be read"]);
  // tried once more it is as unreadable as before
  const again = rows.find(({ text }) => text.includes("till"))?._id ?? "";
  await tryAgain(shop.context, again, WAMBUI);
  await shop.work();
  expect(await exceptions()).toContain(again);
  await shop.query("update webhook_inbox set received_at = now() - interval '91 days'");
  await sweepPayments(shop.context);
  const unreadable = () =>
    shop.query("select body from webhook_inbox where outcome = 'unreadable' and body like '%a lot%'");
  expect(await unreadable()).toHaveLength(1);
  const close = (id: string, reason = "read in the portal", by = WAMBUI) =>
    closeByStaff(shop.context, id, { reason, by });
  await expect(close(again, " ")).rejects.toMatchObject({ status: 400 });
  for (const { _id } of rows) await close(_id);
  await expect(close(again, "late", OTIENO)).rejects.toMatchObject({
    status: 409,
    fields: { current: "closed", by: "Wambui", at: expect.any(Number) },
  });
  await expect(tryAgain(shop.context, again, OTIENO)).rejects.toMatchObject({ status: 409 });
  expect(await exceptions()).toEqual([]);
  await sweepPayments(shop.context);
  expect(await unreadable()).toEqual([]);
  await closeUnpaid(shop.context, payment, { reason: "read in the portal", by: WAMBUI });
});

test("The owner's lists show every row once", async () => {
  await shop.query(
    `insert into transactions (id, provider, receipt, amount, unallocated, source, verified)
     select 'ZZ' || n, 'mpesa', 'ZZ' || n, 10, 10, 'c2b', true from generate_series(1, 120) n`,
  );
  await shop.query(
    `insert into exceptions (id, key, kind, text, created_at)
     select 'ZZ' || n, 'ZZ' || n, 'message', 'x', now() - make_interval(mins => 501 - n) from generate_series(1, 501) n`,
  );
  const shown: string[] = [];
  for (let page = 1; page <= 4; page += 1) {
    const { rows, total, sum } = await listMoney(shop.db, { open: true, page });
    expect([total, sum]).toEqual([120, 1_200]);
    shown.push(...rows.map(({ _id }) => _id));
  }
  expect(shown).toHaveLength(120);
  expect(new Set(shown).size).toBe(120);
  const first = await exceptions();
  expect([new Set(first).size, first.includes("ZZ501"), await waiting("exceptions")]).toEqual([
    500,
    false,
    501,
  ]);
  await closeByStaff(shop.context, "ZZ1", { reason: "looked into it", by: WAMBUI });
  expect(await exceptions()).toEqual([...first.filter((id) => id !== "ZZ1"), "ZZ501"].sort());
  await shop.query("delete from transactions where id like 'ZZ%'");
  await shop.query("delete from exceptions where id like 'ZZ%'");
});

test("30 simultaneous matters leave in two mails, the same matter once", async () => {
  await shop.query("update owner_notices set mailed_at = now() - interval '1 hour'");
  await shop.query("delete from outbox where event like 'owner:%'");
  const mails = () =>
    shop.query<{ subject: string; html: string; text: string }>(
      "select subject, html, text from outbox where event like 'owner:%' order by id",
    );
  const tell = (n: number, show = `M${n}`) =>
    transaction(shop.db, (tx) => notifyOwner(tx, { key: `matter ${n}`, what: `matter ${n} waits`, show }));
  await tell(1);
  await tell(1);
  await mailNotices(shop.context);
  for (let n = 0; n <= 30; n++) await tell(n, n === 2 ? "exceptions" : undefined);
  await Promise.all([mailNotices(shop.context), mailNotices(shop.context)]);
  expect((await mails()).map(({ subject }) => subject)).toEqual(["A payment needs you: matter 1 waits"]);
  const [single] = await mails();
  const page = `${shop.config.PUBLIC_URL}/staff/money`;
  expect(single?.text).toContain(`Open it:\n${page}/M1\n`);
  await age(shop, 601);
  await Promise.all([mailNotices(shop.context), mailNotices(shop.context)]);
  const [, bundle, ...more] = await mails();
  expect(more).toEqual([]);
  expect(bundle?.subject).toBe("30 payments need you");
  expect(bundle?.text).toContain(`matter 0 waits.\n${page}/M0\n`);
  expect(bundle?.text).toContain(`matter 2 waits.\n${page}\n`);
  expect(bundle?.html).toContain(`<a href="${page}/M0"`);
  expect(bundle?.text).toContain("And 10 more.");
  expect(bundle?.text).toContain(`See them all:\n${page}\n`);
  await age(shop, 601);
  await mailNotices(shop.context);
  expect(await mails()).toHaveLength(2);
});

holdsInvariants(() => shop);
