import { expect, test } from "vitest";
import { DARAJA } from "../../../simulators/daraja/simulator.ts";
import { FLUTTERWAVE } from "../../../simulators/flutterwave/simulator.ts";
import { addProduct } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE } from "../../../test/orders.ts";
import { outcomeOf } from "../../../test/outcome.ts";
import { intent, paidShop, paymentOf, phoneOf, pushOf } from "../../../test/payments.ts";
import { ADDRESS, customer, orderOf, PASSWORD, type Person } from "../../../test/people.ts";
import type { Answer } from "../../../test/shop.ts";
import { registerTillUrls } from "../mpesa/register.server.ts";
import { tillSecret } from "../mpesa/till-code/secret.server.ts";

let log = "";
const answers: { path: string; text: string; token: string | undefined }[] = [];
/** What the log must never say, by kind; found out while the flows run. */
const canaries: [kind: string, text: string][] = [];
/** Those that no answer may say either, to anybody. */
const secrets: [kind: string, text: string][] = [];

const write = (line: string) => {
  log += line;
};
const shop = paidShop({ LOG_LEVEL: "trace" }, { write });

/** Calls the shop, and keeps what it answered. */
async function call(
  path: string,
  body: object,
  token?: string,
  headers?: Record<string, string>,
): Promise<Answer> {
  const answer = await shop.post(path, body, token, headers);
  answers.push({ path, text: answer.text, token });
  return answer;
}

const lines = () => log.split("\n").filter(Boolean);
const formsOf = (phone: string) => [
  phone,
  `0${phone.slice(3)}`,
  phone.slice(3),
  `+${phone}`,
  phone.slice(-6),
];
/** Our own page's address, without what the provider calls it by. */
const address = {
  ...ADDRESS,
  street: "77 Kanarienvogel Lane",
  email: "kanari@example.org",
  phone: "0733555777",
};

async function flows(buyer: Person, thief: Person) {
  const till = `${shop.url}/hooks/mm/c2b/${tillSecret(shop.config)}`;
  await registerTillUrls(shop, { confirmation: `${till}/confirm`, validation: `${till}/validate` });
  const tee = await addProduct(shop, { stock: { M: 30 } });

  for (const scenario of ["001", "002", "018", "021", "030", "031"]) {
    const who = scenario === "001" ? buyer : await customer(shop);
    const answer = await call("/token/stkpush", { ...pushOf(tee, phoneOf(scenario)), address }, who.token);
    const checkoutRequestID = answer.body.CheckoutRequestID ?? "ws_CO_0";
    await shop.pass(20, 10);
    for (const asking of [who, thief]) {
      await call("/token/query", { checkoutRequestID }, asking.token);
      await call("/api/order/mpesa", { checkoutRequestID, amount: 1501, address }, asking.token);
      await call("/api/payment/current", {}, asking.token);
    }
  }
  expect((await outcomeOf(shop, buyer)).states).toEqual(["paid"]);

  // a card that pays while the provider is away, and comes back
  const { tx_ref } = await intent(shop, buyer, tee);
  const paid = await shop.flutterwave.pay({ tx_ref, card: "5061460166976054667", email: address.email });
  shop.flutterwave.mode({ mode: "down" });
  await call("/api/order/flutterwave", { transactionId: paid.transaction_id, tx_ref, address }, buyer.token);
  shop.flutterwave.mode({ mode: "normal" });
  await call("/hooks/card", { data: { id: paid.transaction_id } }, undefined, { "verif-hash": "wrong" });
  await shop.pass(70, 10);
  await call("/api/order/flutterwave", { transactionId: paid.transaction_id, tx_ref, address }, buyer.token);
  canaries.push(["card transaction", String(paid.transaction_id)]);

  // codes: one told by M-Pesa, one asked about, one that is no code
  for (const asked of [{}, { status: "completed" as const }]) {
    const { code: mpesaCode } = shop.daraja.payTill({ amount: 1501, phone: "254733555777", ...asked });
    await call(PLACE, { ...orderOf(tee, { mpesaCode }), address }, buyer.token);
    await call(PLACE, { ...orderOf(tee, { mpesaCode }), address }, thief.token);
    canaries.push(["typed code", mpesaCode]);
    await shop.pass(20, 10);
  }
  canaries.push(["typed code", "KANARI7777"]);
  await call(PLACE, { ...orderOf(tee, { mpesaCode: "KANARI7777 <b>" }), address }, buyer.token);

  // money that goes back
  const last = await addProduct(shop, { stock: { M: 1 } });
  const late = await customer(shop);
  await call("/token/stkpush", { ...pushOf(last, phoneOf("003")), address }, late.token);
  await shop.pass(35);
  await call(PLACE, { ...orderOf(last, { mpesaCode: "KANARI8888" }), address }, thief.token);
  canaries.push(["typed code", "KANARI8888"]);

  // what fails within
  await shop.query("alter table payments rename column phone to phone_gone");
  const failed = await call("/token/stkpush", { ...pushOf(tee, "0733555777"), address }, late.token);
  expect(failed.status).toBe(500);
  await shop.query("alter table payments rename column phone_gone to phone");
  await shop.query("alter table transactions rename column bill_ref to bill_ref_gone");
  shop.daraja.payTill({ amount: 1501, phone: "254733555777" });
  await shop.pass(5).catch(() => {});
  await shop.query("alter table transactions rename column bill_ref_gone to bill_ref");
  await shop.pass(60, 10);
  await shop.http.inject({
    method: "POST",
    url: "/token/stkpush?phone=254733555777",
    headers: { "content-type": "application/json", token: buyer.token },
    payload: '{"phoneNumber":"254733555777","amount":',
  });
}

async function collect(people: Person[]) {
  for (const phone of [...["001", "002", "003", "018", "019", "021", "030"].map(phoneOf), "254733555777"])
    for (const form of formsOf(phone)) canaries.push(["phone", form]);
  for (const { token, email } of people) canaries.push(["session", token], ["e-mail", email]);
  canaries.push(["e-mail", address.email], ["address", "Kanarienvogel"], ["password", PASSWORD]);
  for (const { checkoutRequestId, merchantRequestId, receipt, callbackUrl } of shop.daraja.payments()) {
    canaries.push(["checkoutRequestId", checkoutRequestId], ["merchantRequestId", merchantRequestId]);
    if (receipt) canaries.push(["receipt", receipt]);
    secrets.push(["callback secret", callbackUrl.split("/").at(-1) ?? ""]);
  }
  for (const { body } of shop.daraja.requests()) {
    const { Password, ResultURL } = (body ?? {}) as Record<string, string | undefined>;
    if (Password) secrets.push(["push password", Password]);
    if (ResultURL) secrets.push(["result secret", ResultURL.split("/").at(-1) ?? ""]);
  }
  for (const { receipt } of await shop.query("select receipt from transactions where receipt is not null"))
    canaries.push(["receipt", String(receipt)]);
  for (const { token } of await shop.query("select token from provider_tokens where token is not null"))
    secrets.push(["bearer token", String(token)]);
  const basic = Buffer.from(`${DARAJA.consumerKey}:${DARAJA.consumerSecret}`).toString("base64");
  secrets.push(
    ["consumer key", DARAJA.consumerKey],
    ["consumer secret", DARAJA.consumerSecret],
    ["basic", basic],
    ["passkey", DARAJA.passkey],
    ["credential", DARAJA.securityCredential],
    ["till secret", tillSecret(shop.config) ?? ""],
    ["secret key", FLUTTERWAVE.secretKey],
    ["webhook hash", FLUTTERWAVE.webhookHash],
  );
}

const found = (text: string, list: [string, string][]) => {
  const hits = list.filter(([, canary]) => canary.length > 3 && text.includes(canary));
  return [...new Set(hits.map(([kind, canary]) => `${kind}: ${canary}`))];
};

/** Times, and ids of requests, may have any digits in them, those of a phone as well. */
const withoutCounts = (text: string) =>
  text.replace(/"time":\d+|"reqId":"[\da-f-]{36}"|"\d{4}-\d\d-\d\dT[\d:.+Z-]+"/g, "");
function withoutIds(text: string): string {
  const ids = canaries.filter(([kind]) => /requestid/i.test(kind));
  return ids.reduce((rest, [, id]) => rest.replaceAll(id, ""), text);
}

test("Payments leave no person, secret or code in logs, answers or jobs", async () => {
  const [buyer, thief] = [await customer(shop), await customer(shop)];
  await flows(buyer, thief);
  await collect([buyer, thief]);
  expect((await outcomeOf(shop, buyer)).orders.length).toBeGreaterThanOrEqual(3);
  expect(await paymentOf(shop, buyer)).toMatchObject({ method: "cod" });

  // it was listened to
  expect(lines().length).toBeGreaterThan(90);
  expect(log).toContain("a provider did not answer");
  expect(log).toContain("M-Pesa refused a push");
  expect(lines().filter((line) => JSON.parse(line).err).length).toBeGreaterThan(0);
  expect(secrets.filter(([, canary]) => canary.length < 8)).toEqual([]);
  expect(new Set([...canaries, ...secrets].map(([kind]) => kind)).size).toBe(22);

  expect(found(withoutCounts(log), [...canaries, ...secrets])).toEqual([]);

  for (const { path, text, token } of answers) {
    // a shopper gets the ids of his own push, in which M-Pesa writes the phone's last digits; nobody else does
    const told = token === thief.token ? text : withoutIds(text);
    expect({ path, found: found(told, [...canaries, ...secrets]) }).toEqual({ path, found: [] });
  }

  const jobs = await shop.query<{ job: string }>("select to_jsonb(job)::text as job from jobs job");
  expect(jobs.length).toBeGreaterThan(5);
  for (const { job } of jobs) expect(found(withoutCounts(job), [...canaries, ...secrets])).toEqual([]);
  const breaks = await shop.query<{ note: string }>("select coalesce(note, '') as note from payment_events");
  for (const { note } of breaks) expect(found(note, secrets)).toEqual([]);
});

holdsInvariants(() => shop);
