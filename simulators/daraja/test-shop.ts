import Fastify from "fastify";
import { expect } from "vitest";
import { createClock } from "../clock.ts";
import { eatStamp } from "./ids.ts";
import { DARAJA, type DarajaOptions, startDaraja } from "./simulator.ts";

/** 2026-11-05 14:30:10 in Nairobi. */
const BEGIN = Date.parse("2026-11-05T11:30:10Z");
export const PHONE = "254700000001";

/** What a call was answered, the text as it came. */
export type Answered = { status: number; text: string; json: Record<string, unknown> };

/** A callback as it arrived, `at` in virtual milliseconds since 1970. */
export type Received = {
  path: string;
  headers: Record<string, unknown>;
  text: string;
  at: number;
  json: unknown;
};

export type TestShop = Awaited<ReturnType<typeof openTestShop>>;

/** A shop with a callback receiver, and Daraja on a clock that stands still from the begin on. */
export async function openTestShop(options: DarajaOptions = {}) {
  const clock = createClock({ scale: 0, at: BEGIN });
  const daraja = await startDaraja({ anyTimestamp: true, queryLimit: false, ...options, clock });
  const received: Received[] = [];
  const receiver = Fastify({ forceCloseConnections: true });
  receiver.removeAllContentTypeParsers();
  receiver.addContentTypeParser("*", { parseAs: "string" }, (_request, body, done) => done(null, body));
  receiver.post("/*", async ({ url: path, headers, body }, reply) => {
    const text = String(body);
    received.push({ path, headers, text, at: clock.now(), json: parsed(text) });
    return reply.code(shop.answers).send({ ResultCode: 0, ResultDesc: "Accepted" });
  });
  const home = await receiver.listen({ port: 0, host: "127.0.0.1" });
  let token = "";

  const shop = {
    ...daraja,
    home,
    received,
    /** The status the receiver answers callbacks with. */
    answers: 200,
    /** The callbacks received on a path. */
    on: (path: string) => received.filter((callback) => callback.path === path),
    /** A new test's start. */
    async clear(): Promise<void> {
      daraja.control.reset();
      received.length = 0;
      shop.answers = 200;
      await shop.token();
    },
    async askToken(change: { authorization?: string; grant?: string } = {}): Promise<Answered> {
      const right = `Basic ${btoa(`${DARAJA.consumerKey}:${DARAJA.consumerSecret}`)}`;
      const { authorization = right, grant = "client_credentials" } = change;
      const url = `${daraja.url}/oauth/v1/generate?grant_type=${grant}`;
      return answered(await fetch(url, { headers: { authorization } }));
    },
    async token(): Promise<void> {
      token = String((await shop.askToken()).json.access_token);
    },
    async post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answered> {
      const sent = { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers };
      const text = typeof body === "string" ? body : JSON.stringify(body);
      return answered(await fetch(daraja.url + path, { method: "POST", headers: sent, body: text }));
    },
    /** A right push request, altered. */
    pushBody: (phone: string, change: Record<string, unknown> = {}) => ({
      ...signed(clock.now()),
      TransactionType: options.till ? "CustomerBuyGoodsOnline" : "CustomerPayBillOnline",
      Amount: "1501",
      PartyA: phone,
      PartyB: options.till ?? DARAJA.shortcode,
      PhoneNumber: phone,
      CallBackURL: `${home}/stk`,
      AccountReference: "KB7Q2M9XPD",
      TransactionDesc: "Shop order",
      ...change,
    }),
    push: (phone: string, change: Record<string, unknown> = {}) =>
      shop.post("/mpesa/stkpush/v1/processrequest", shop.pushBody(phone, change)),
    query: (id: unknown) =>
      shop.post("/mpesa/stkpushquery/v1/query", { ...signed(clock.now()), CheckoutRequestID: id }),
    async close() {
      await daraja.close();
      clock.close();
      await receiver.close();
    },
  };
  await shop.token();
  return shop;
}

function signed(now: number) {
  const Timestamp = eatStamp(now);
  const Password = btoa(DARAJA.shortcode + DARAJA.passkey + Timestamp);
  return { BusinessShortCode: DARAJA.shortcode, Password, Timestamp };
}

/** The stkCallback of what was received. */
export function stkOf(callback: Received | undefined): Record<string, unknown> {
  const { json } = callback ?? {};
  return (json as { Body: { stkCallback: Record<string, unknown> } }).Body.stkCallback;
}

/** A success callback's metadata, in its order. */
export function itemsOf(callback: Received | undefined): { Name: string; Value?: unknown }[] {
  return (stkOf(callback).CallbackMetadata as { Item: { Name: string; Value?: unknown }[] }).Item;
}

/** How a refused call is answered. */
export const refusal = (errorCode: string, errorMessage: string) => ({
  requestId: expect.stringMatching(/^[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{16}$/),
  errorCode,
  errorMessage,
});

async function answered(response: Response): Promise<Answered> {
  const text = await response.text();
  return { status: response.status, text, json: (parsed(text) ?? {}) as Record<string, unknown> };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
