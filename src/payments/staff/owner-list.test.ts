import { beforeAll, expect, test } from "vitest";
import { FLUTTERWAVE } from "../../../simulators/flutterwave/simulator.ts";
import { knockAt, pusher } from "../../../test/callback.ts";
import { addProduct } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { age, paidShop } from "../../../test/payments.ts";
import { customer } from "../../../test/people.ts";
import { tellOfMoney, typeCode } from "../../../test/till.ts";
import { transaction } from "../../platform/database/db.server.ts";
import { runOwnerCommand } from "./owner-commands.server.ts";
import { mailNotices, notifyOwner } from "./owner-notices.server.ts";
import { LISTS, listForStaff } from "./staff-list.server.ts";

const shop = paidShop({ MPESA_QUERY_EVERY: "0", MPESA_INITIATOR: "", MPESA_SECURITY_CREDENTIAL: "" });
beforeAll(() => shop.daraja.dropCallbacks(true));

const knock = knockAt(() => shop);
const pushed = pusher(() => shop, 9);
const ids = async () => {
  const lists = await Promise.all(LISTS.map((which) => listForStaff(shop.db, which)));
  return lists.flatMap(({ rows }) => rows.map(({ id }) => id)).sort();
};

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
  await knock("/hooks/card", "{}", shop, { "verif-hash": FLUTTERWAVE.webhookHash });
  await tellOfMoney(shop, "UKX9X9X9B1");
  const { code } = await typeCode(shop, await customer(shop), await addProduct(shop));
  await tellOfMoney(shop, code, { TransAmount: "7.00" });
  await shop.work();
  const before = await ids();
  expect(before.length).toBeGreaterThanOrEqual(6);
  for (let days = 0; days < 100; days += 50) {
    await age(shop, 50 * 86_400);
    await shop.query("update discrepancies set created_at = created_at - interval '50 days'");
    await shop.query("update till_payments set received_at = received_at - interval '50 days'");
    await shop.work();
    await shop.jobs.cron.hour();
  }
  expect(await ids()).toEqual(before);
  // the owner alone takes them off
  const { message } = await runOwnerCommand(shop.context, []);
  for (const id of before) expect(message).toContain(`  ${id} · `);
});

test("30 simultaneous matters leave in two mails, the same matter once", async () => {
  await shop.query("update owner_notices set mailed_at = now() - interval '1 hour'");
  const mails = () =>
    shop.query<{ subject: string; html: string; text: string }>(
      "select subject, html, text from outbox where event like 'owner:%' and created_at > now() - interval '1 minute' order by id",
    );
  await shop.query("delete from outbox where event like 'owner:%'");
  const tell = (n: number) =>
    transaction(shop.db, (tx) =>
      notifyOwner(tx, { key: `matter ${n}`, what: `matter ${n} waits`, show: `M${n}` }),
    );
  await tell(1);
  await tell(1);
  await mailNotices(shop.context);
  for (let n = 0; n <= 30; n++) await tell(n);
  await Promise.all([mailNotices(shop.context), mailNotices(shop.context)]);
  expect((await mails()).map(({ subject }) => subject)).toEqual(["A payment needs you: matter 1 waits"]);
  const [single] = await mails();
  expect(single?.text).toContain(`Open it:\n${shop.config.PUBLIC_URL}/staff/payments/M1\n`);
  expect(single?.text).toContain("On the shop's machine: npm run payments -- show M1.");
  await age(shop, 601);
  await Promise.all([mailNotices(shop.context), mailNotices(shop.context)]);
  const [, bundle, ...more] = await mails();
  expect(more).toEqual([]);
  expect(bundle?.subject).toBe("30 payments need you");
  expect(bundle?.text).toContain(`matter 0 waits.\n${shop.config.PUBLIC_URL}/staff/payments/M0\n`);
  expect(bundle?.html).toContain(`<a href="${shop.config.PUBLIC_URL}/staff/payments/M0"`);
  expect(bundle?.text).toContain("And 10 more.");
  expect(bundle?.text).toContain(`See them all:\n${shop.config.PUBLIC_URL}/staff/payments\n`);
  await age(shop, 601);
  await mailNotices(shop.context);
  expect(await mails()).toHaveLength(2);
});

holdsInvariants(() => shop);
