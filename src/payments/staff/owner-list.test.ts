import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FLUTTERWAVE } from "../../../simulators/flutterwave/simulator.ts";
import { knockAt, pusher } from "../../../test/callback.ts";
import { addProduct } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { toldStaff } from "../../../test/outcome.ts";
import { age, openPaidShop, type PaidShop, paymentOf } from "../../../test/payments.ts";
import { customer } from "../../../test/people.ts";
import { tellOfMoney, typeCode } from "../../../test/till.ts";
import { createPaymentContext, type PaymentContext } from "../core/payment-context.server.ts";
import { acceptPaid, closeUnpaid } from "./decide-payment.server.ts";
import { runOwnerCommand } from "./owner-commands.server.ts";
import { LISTS, listForStaff } from "./staff-list.server.ts";

let shop: PaidShop;
let context: PaymentContext;
beforeAll(async () => {
  shop = await openPaidShop({ MPESA_QUERY_EVERY: "0", MPESA_INITIATOR: "", MPESA_SECURITY_CREDENTIAL: "" });
  context = createPaymentContext(shop);
  shop.daraja.switches({ queryLimit: false });
  shop.daraja.dropCallbacks(true);
});
afterAll(() => shop.close());

const knock = knockAt(() => shop);
const pushed = pusher(() => shop, 9);
const ids = async () => {
  const lists = await Promise.all(LISTS.map((which) => listForStaff(shop.db, which)));
  return lists.flatMap(({ rows }) => rows.map(({ id }) => id)).sort();
};

/** A paid push of which neither a callback nor a query said anything for a day. */
async function untold() {
  const made = await pushed();
  await shop.daraja.approve(made.id);
  shop.daraja.mode({ mode: "busy", path: "stkpushquery" });
  await shop.pass(27 * 3_600, 3_600);
  shop.daraja.mode({ mode: "normal" });
  return made;
}

test("a paid push nobody tells of for a day: listed, mailed once, and the owner's word makes it one order", {
  timeout: 120_000,
}, async () => {
  const { buyer, payment } = await untold();
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "expired_unknown" });
  const { rows } = await listForStaff(shop.db, "doubtful");
  expect(rows.filter(({ id }) => id === payment)).toMatchObject([{ state: "expired_unknown", amount: 1501 }]);
  expect(await toldStaff(shop, buyer)).toEqual(["nobody could say whether it was paid"]);
  const mailed = await shop.query<{ text: string }>("select text from outbox where event like 'owner:%'");
  expect(mailed.filter(({ text }) => text.includes(payment))).toHaveLength(1);
  expect(await acceptPaid(context, payment, "UKX9X9X9A1")).toBe(true);
  expect(await paymentOf(shop, buyer)).toMatchObject({ state: "ordered", receipt: "UKX9X9X9A1" });
  expect(await ids()).not.toContain(payment);
});

test("nothing that may be money leaves the list by itself, not in a hundred days of rounds and sweeps", {
  timeout: 120_000,
}, async () => {
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
  await typeCode(shop, await customer(shop), await addProduct(shop));
  await tellOfMoney(shop, code, { TransAmount: "7.00" });
  await shop.work();
  const before = await ids();
  expect(before.length).toBeGreaterThanOrEqual(7);
  for (let days = 0; days < 100; days += 10) {
    await age(shop, 10 * 86_400);
    await shop.query("update discrepancies set created_at = created_at - interval '10 days'");
    await shop.query("update till_payments set received_at = received_at - interval '10 days'");
    await shop.work();
    await shop.jobs.cron.hour();
  }
  expect(await ids()).toEqual(before);
  // the owner alone takes them off
  const { message } = await runOwnerCommand(context, []);
  for (const id of before) expect(message).toContain(`  ${id} · `);
});

test.each(LISTS)("250 rows of %s: all are shown, with their number, and each once", async (which) => {
  const { payment } = await pushed();
  const copies = (state: string, method: string) =>
    shop.query(
      `insert into payments (id, user_id, method, state, active, checkout, draft, lines, subtotal, delivery_fee, amount, reference)
       select 'ZZ' || n, user_id, '${method}', '${state}', false, 'ZZ' || n, draft, lines, subtotal, delivery_fee, amount, 'till:ZZ' || n
       from payments, generate_series(1, 250) n where id = $1`,
      [payment],
    );
  const others = (kind: string) =>
    shop.query(
      `insert into discrepancies (id, key, kind, what) select 'ZZ' || n, 'ZZ' || n, '${kind}', 'x' from generate_series(1, 250) n`,
    );
  if (which === "codes") await copies("needs_review", "cod");
  if (which === "doubtful") await copies("expired_unknown", "mpesa");
  if (which === "unmatched") await others("unmatched_money");
  if (which === "messages") await others("message");
  const { message, done } = await runOwnerCommand(context, [which]);
  const { total } = await listForStaff(shop.db, which);
  expect(done).toBe(true);
  expect(message.split("\n")[0]).toMatch(new RegExp(`: ${total}$`));
  const shown = message.split("\n").flatMap((line) => /^ {2}(ZZ\d+) · /.exec(line)?.[1] ?? []);
  expect(shown).toHaveLength(250);
  expect(new Set(shown).size).toBe(250);
  await shop.query("delete from payment_events where payment_id like 'ZZ%'");
  await shop.query("delete from payments where id like 'ZZ%'");
  await shop.query("delete from discrepancies where id like 'ZZ%'");
  await closeUnpaid(context, payment);
});

test("on the command line what is refused is said in a sentence, and ends with 1", {
  timeout: 120_000,
}, async () => {
  const { user, password, database, host, port } = shop.connection;
  const socket = new URLSearchParams({ host: String(host), port: String(port ?? 5432) });
  const url = `postgres://${user}:${encodeURIComponent(String(password ?? ""))}@/${database}?${socket}`;
  const run = (...words: string[]) =>
    promisify(execFile)(process.execPath, ["--import", "tsx", "scripts/payments.ts", ...words], {
      env: { PATH: process.env.PATH, LOG_LEVEL: "warn", DATABASE_URL: url },
    }).catch((error: { code: number; stdout: string }) => error);
  const refused = await run("paid", "no-such-payment");
  expect(refused).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^Nothing was changed: it is not there/m),
  });
  expect(await run("codes")).toMatchObject({ stdout: expect.stringContaining("Codes nobody found: ") });
});

holdsInvariants(() => shop);
