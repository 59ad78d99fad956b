import { beforeAll, expect, test } from "vitest";
import { FLUTTERWAVE } from "../../../simulators/flutterwave/simulator.ts";
import { ACCEPTED, knockAt, pusher } from "../../../test/callback.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { refusal } from "../../../test/orders.ts";
import { breaksOf, expectOneOrder, outcomeOf, stockOf, toldStaff } from "../../../test/outcome.ts";
import {
  ASKED_FREELY,
  paidShop,
  paymentOf,
  phoneOf,
  pushOf,
  secondProcess,
  standing,
} from "../../../test/payments.ts";
import { patient, type TestApp } from "../../../test/shop.ts";
import { tillSecret } from "../mpesa/till-code/secret.server.ts";

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
    "select outcome, body from webhook_inbox where about = $1 order by id",
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

test("A message of another prompt keeps no order waiting whose own prompt was refused", async () => {
  const { buyer, payment, path, text } = await pushed();
  await shop.query(
    "update payments set state = 'rejected', active = false, next_check_at = null where id = $1",
    [payment],
  );
  const others = text().replace('"ResultCode":0', '"ResultCode":1032').replace("ws_CO_", "ws_CO_1");
  expect(await knock(path, others)).toMatchObject(ACCEPTED);
  await shop.pass(90, 45);
  expect(await breaksOf(shop, buyer)).toEqual(["a message's numbers are not the prompt's"]);
  const phases = await shop.query("select phase from orders where user_id = $1", [buyer.userId]);
  expect(phases).toEqual([{ phase: "ended" }]);
});

test("An unknown address is 404, and nothing is stored", async () => {
  const { path, text } = await pushed();
  const before = await shop.query("select count(*) from webhook_inbox");
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
  expect(await shop.query("select count(*) from webhook_inbox")).toEqual(before);
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

const deep = `${"[".repeat(30_000)}${"]".repeat(30_000)}`;
test.each<[string, string | Buffer | undefined]>([
  ["nothing", undefined],
  ["half a JSON", '{"Body":{"stkCallback":{"ResultCode":0'],
  ["nested deep", deep],
  ["latin-1", Buffer.from('{"Body":{"stkCallback":{"ResultDesc":"R\xe9ussi"}}}', "latin1")],
  ["NUL", '{"Body":\0}'],
  ["a NUL in its code", '{"Body":{"stkCallback":{"ResultCode":"\\u0000"}}}'],
])("Nonsense at a push's address is stored and ignored, and the payment goes on: %s", async (_, body) => {
  const { buyer, tee, id, payment, path, text } = await pushed();
  await shop.daraja.approve(id);
  expect(await knock(path, body)).toMatchObject(ACCEPTED);
  await work(payment);
  expect((await inbox(payment)).map(({ outcome }) => outcome)).toEqual(["unreadable"]);
  expect(await outcomeOf(shop, buyer)).toEqual({ states: ["pending"], orders: [], mails: [] });
  await knock(path, text());
  await work(payment);
  await expectOneOrder(shop, buyer, tee);
});

test("a megabyte is refused, a GET is nothing, and neither is kept", async () => {
  const { buyer, payment, path, text } = await pushed();
  const large = text().padEnd(1_048_576);
  expect(await knock(path, large)).toMatchObject({ status: 413, body: { success: false } });
  expect(await knock(path, text().padEnd(65_536))).toMatchObject(ACCEPTED);
  for (const method of ["GET", "PUT", "DELETE"] as const)
    expect((await shop.send({ method, url: path })).status).toBe(404);
  expect(await inbox(payment)).toHaveLength(1);
  expect((await outcomeOf(shop, buyer)).states).toEqual(["pending"]);
});

test("A callback with another amount pays nothing, and staff are notified", async () => {
  const { buyer, tee, id, payment, path, text } = await pushed();
  await shop.daraja.approve(id);
  await knock(path, text({ Amount: 1500 }));
  await work(payment);
  expect(await outcomeOf(shop, buyer)).toEqual({ states: ["paid_held"], orders: [], mails: [] });
  expect(await toldStaff(shop, buyer)).toEqual(["amount differs"]);
  expect(await standing(shop, buyer, id)).toEqual({
    ResultCode: null,
    ResultDesc: "This payment doesn't match the order. We're looking into it; please contact support.",
    status: "pending",
    held: true,
  });
  expect(await stockOf(shop, tee)).toEqual({ shelf: 2, held: 1, sold: 0 });
});

test("A forged success in a callback is not believed", async () => {
  const { buyer, id, payment, path, text } = await pushed();
  shop.daraja.dropCallbacks(true);
  await shop.daraja.cancel(id);
  shop.daraja.dropCallbacks(false);
  await knock(path, text());
  await work(payment);
  expect(await outcomeOf(shop, buyer)).toEqual({ states: ["paid_held"], orders: [], mails: [] });
  expect(await toldStaff(shop, buyer)).toEqual(["sources disagree"]);
});

const NONSENSE = [undefined, "", "{", "[]", "null", "1", '{"data":[]}', '{"data":{"id":{}}}', "\0"];

test("Nonsense in a signed webhook or from the till is answered and ignored", async () => {
  const signed = { "verif-hash": FLUTTERWAVE.webhookHash };
  for (const body of NONSENSE) {
    expect(await knock("/hooks/card", body, shop, signed)).toMatchObject({ status: 200 });
    const till = `/hooks/mm/c2b/${tillSecret(shop.config)}/confirm`;
    expect(await knock(till, body)).toMatchObject({ status: 200, body: { ResultCode: 0 } });
  }
  await knock("/hooks/card", '{"data":{"tx_ref":"sauti-unknown"}}', shop, signed);
  for (const kind of ["card", "c2b"]) await shop.jobs.tasks.webhook?.(kind);
  const read = await shop.query(
    "select outcome from webhook_inbox where kind <> 'stk' and received_at > now() - interval '1 minute'",
  );
  expect(read).toHaveLength(2 * NONSENSE.length + 1);
  const outcomes = new Set(read.map(({ outcome }) => outcome));
  expect(outcomes).toEqual(new Set(["unreadable", "no payment of ours"]));
  await shop.query("delete from webhook_inbox where kind <> 'stk'");
});

test("A card webhook without the right hash is refused unread", async () => {
  const before = await shop.query("select count(*) from webhook_inbox");
  for (const hash of [undefined, "", "x", `${FLUTTERWAVE.webhookHash}x`, FLUTTERWAVE.webhookHash.slice(1)]) {
    const headers: Record<string, string> = hash === undefined ? {} : { "verif-hash": hash };
    const answer = await knock("/hooks/card", '{"data":{"id":1}}', shop, headers);
    expect(answer).toMatchObject(refusal(401, "This call is not signed."));
  }
  expect(await shop.query("select count(*) from webhook_inbox")).toEqual(before);
});

holdsInvariants(() => shop);
