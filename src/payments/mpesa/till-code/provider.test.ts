import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createClock } from "../../../../simulators/clock.ts";
import { type Daraja, startDaraja } from "../../../../simulators/daraja/simulator.ts";
import { openTestShop, type TestShop } from "../../../../test/shop.ts";
import { openHooks } from "../../../../test/support/hooks.ts";
import { addPayment, mpesaConfig } from "../../../../test/support/payment.ts";
import { readConfig } from "../../../config.server.ts";
import { hashSecret } from "../../../platform/id.server.ts";
import type { Payment } from "../../core/provider.server.ts";
import { readResult } from "../results.ts";
import { ASKED_AT } from "./check-typed-code.server.ts";
import { tillProvider } from "./provider.server.ts";
import { tillPayments } from "./tables.server.ts";
import { FIRST_LOOK } from "./typed-code.server.ts";

const TILL = "600966";
const PHONE = "254700000001";

let shop: TestShop;
let daraja: Daraja;
let hooks: Awaited<ReturnType<typeof openHooks>>;
const clock = createClock({ scale: 0 });

beforeAll(async () => {
  shop = await openTestShop();
  hooks = await openHooks();
  daraja = await startDaraja({ clock, till: TILL });
});
afterAll(async () => {
  await daraja.close();
  clock.close();
  await hooks.close();
  await shop.close();
});
beforeEach(async () => {
  daraja.control.reset();
  // a reset Daraja knows no token any more
  await shop.query("delete from provider_tokens");
});

const open = (change: Record<string, string> = {}) =>
  tillProvider({
    db: shop.db,
    log: shop.log,
    config: mpesaConfig(daraja.url, { PUBLIC_URL: hooks.url, MPESA_TILL_NUMBER: TILL, ...change }),
  });
const typed = (code: string) =>
  addPayment(shop.db, { method: "cod", state: "pending", reference: `till:${code}` });
const paid = (receipt: string, amount = 1501) => ({
  type: "paid",
  receipt,
  details: { amount, currency: "KES" },
});
const questions = () =>
  daraja.control
    .requests("/transactionstatus/")
    .filter(({ direction, status }) => direction === "in" && status === 200);
const rows = (payment: Payment) =>
  shop.query<{ secret_hash: string; conversation_id: string | null; result: unknown }>(
    "select * from code_checks where payment_id = $1 order by asked_at",
    [payment.id],
  );
/** Writes down the answer to the newest question, as the hook does. */
async function answer(payment: Payment, kind: "result" | "timeout" = "result") {
  const { body } = questions().at(-1) ?? {};
  const secret =
    String((body as Record<string, unknown>).ResultURL)
      .split("/")
      .at(-1) ?? "";
  const [text = ""] = hooks.on(`/hooks/mm/${kind}/${secret}`);
  const said = kind === "timeout" ? { is: "timeout" } : readResult(text);
  await shop.query("update code_checks set result = $2 where secret_hash = $1", [
    hashSecret(secret),
    JSON.stringify(said),
  ]);
  expect((await rows(payment)).at(-1)?.secret_hash).toBe(hashSecret(secret));
}

let number = 0;
const confirmed = async (change: Partial<typeof tillPayments.$inferInsert> = {}) => {
  const code = `UK5AB12F${String(++number).padStart(2, "0")}`;
  const row = { code, amount: 1501, shortcode: TILL, billRef: "", paidAt: new Date(), ...change };
  await shop.db.insert(tillPayments).values(row);
  return code;
};

test("a code the ledger has is paid, also when more was paid, to till or store", async () => {
  const provider = open();
  const exact = await confirmed();
  expect(await provider.check(await typed(exact))).toEqual(paid(exact));
  const more = await confirmed({ amount: 2000, shortcode: "174379" });
  expect(await provider.check(await typed(more))).toEqual(paid(more, 2000));
  expect(questions()).toEqual([]);
});

test("a code of money that does not fit waits for a person", async () => {
  const provider = open();
  const day = 24 * 3_600_000;
  const held = async (change: object) => provider.check(await typed(await confirmed(change)));
  expect(await held({ amount: 1500 })).toEqual({
    type: "held",
    reason: "paid less than the total",
    final: true,
  });
  expect(await held({ shortcode: "600111" })).toMatchObject({ type: "held", final: true });
  expect(await held({ paidAt: new Date(Date.now() - day) })).toMatchObject({ type: "held", final: true });
  expect(await held({ paidAt: null })).toMatchObject({ type: "held", final: true });
  expect(questions()).toEqual([]);
});

test("without M-Pesa's interface the ledger still counts, and all else waits for staff", async () => {
  const provider = tillProvider({
    db: shop.db,
    log: shop.log,
    config: readConfig({ MPESA_TILL_NUMBER: TILL }),
  });
  expect(provider.refund).toBeUndefined();
  const code = await confirmed();
  expect(await provider.check(await typed(code))).toEqual(paid(code));
  expect(await provider.check(await typed("UK5AB12CD9"))).toEqual({ type: "open" });
});

test("a code nobody told us of is asked about once, and its answer decides", async () => {
  const provider = open();
  const { code } = daraja.control.payTill({ amount: 1501, phone: PHONE, confirmation: false });
  const payment = await typed(code);
  expect(await provider.check(payment)).toEqual({ type: "open" });
  expect(await provider.check(payment)).toEqual({ type: "open" });
  expect(questions()).toHaveLength(1);
  expect(questions()[0]?.body).toEqual({
    Initiator: "apiop1",
    SecurityCredential: "c2ltdWxhdGVkLXNlY3VyaXR5LWNyZWRlbnRpYWw=",
    CommandID: "TransactionStatusQuery",
    TransactionID: code,
    PartyA: "174379",
    IdentifierType: "4",
    ResultURL: expect.stringMatching(/\/hooks\/mm\/result\/[0-9a-f]{64}$/),
    QueueTimeOutURL: expect.stringMatching(/\/hooks\/mm\/timeout\/[0-9a-f]{64}$/),
    Remarks: "Shop order",
  });
  expect(await rows(payment)).toMatchObject([{ conversation_id: expect.any(String), result: null }]);
  await daraja.control.advance(5);
  await answer(payment);
  expect(await provider.check(payment)).toEqual(paid(code));
  expect(questions()).toHaveLength(1);
});

test.each([
  ["short", "paid less than the total"],
  ["wrong-till", "paid to another number"],
] as const)("an answer about a payment that is %s waits for a person", async (status, why) => {
  const provider = open();
  const payment = await typed(daraja.control.payTill({ amount: 1501, phone: PHONE, status }).code);
  await provider.check(payment);
  await daraja.control.advance(5);
  await answer(payment);
  expect(await provider.check(payment)).toEqual({ type: "held", reason: why, final: true });
});

test.each(["not-found", "reversed", "timeout"] as const)(
  "after an answer of %s it is asked again when the schedule says so, and not before",
  async (status) => {
    const provider = open();
    const { code } = daraja.control.payTill({ amount: 1501, phone: PHONE, status });
    let payment = await typed(code);
    let before = FIRST_LOOK;
    for (const [asked, seconds] of [FIRST_LOOK, ...ASKED_AT].entries()) {
      await shop.query(
        "update code_checks set asked_at = asked_at - make_interval(secs => $2) where payment_id = $1",
        [payment.id, seconds - before],
      );
      before = seconds;
      payment = { ...payment, createdAt: new Date(Date.now() - seconds * 1_000) };
      expect(await provider.check(payment)).toEqual({ type: "open" });
      expect(questions()).toHaveLength(asked + 1);
      await daraja.control.advance(3_600);
      await answer(payment, status === "timeout" ? "timeout" : "result");
      expect(await provider.check(payment)).toEqual({ type: "open" });
      expect(questions()).toHaveLength(asked + 1);
    }
  },
);

test("a question never answered is asked again at the next moment of the schedule, not before", async () => {
  const provider = open();
  const payment = await typed(daraja.control.payTill({ amount: 1501, phone: PHONE, status: "never" }).code);
  /** So many seconds after it was typed, and after it was asked about. */
  const check = async (typed: number, asked: number) => {
    await shop.query(
      "update code_checks set asked_at = now() - make_interval(secs => $2) where payment_id = $1",
      [payment.id, asked],
    );
    await provider.check({ ...payment, createdAt: new Date(Date.now() - typed * 1_000) });
    return questions().length;
  };
  expect(await check(15, 0)).toBe(1);
  expect(await check(100, 60)).toBe(1);
  expect(await check(130, 90)).toBe(2);
});

test("a question that was refused or never left does not count", async () => {
  const provider = open();
  const payment = await typed("UK5AB12CD8");
  daraja.control.mode({ mode: "busy" });
  expect(await provider.check(payment)).toEqual({ type: "open", in: 120 });
  expect(await rows(payment)).toEqual([]);
  daraja.control.mode({ mode: "down", path: "/transactionstatus/", processed: true });
  expect(await provider.check(payment)).toEqual({ type: "open", in: 120 });
  // it may have arrived, so its answer is waited for
  expect(await rows(payment)).toMatchObject([{ conversation_id: null, result: null }]);
});

test("money back goes the same way as for a prompt", async () => {
  const provider = open();
  const { code } = daraja.control.payTill({ amount: 1501, phone: PHONE });
  await typed(code);
  expect(await provider.refund?.({ receipt: code, amount: 1501 }, "secret")).toMatchObject({
    type: "sent",
  });
});
