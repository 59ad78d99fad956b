import { createServer } from "node:http";
import { createClock } from "../clock.ts";
import { eatStamp } from "./eat.ts";
import { DARAJA, type DarajaOptions, startDaraja } from "./simulator.ts";

/** What a call was answered, the text as it came. */
export type Answered = { status: number; text: string; json: Record<string, unknown> };

/** A callback as it arrived. */
export type Received = {
  path: string;
  headers: Record<string, unknown>;
  text: string;
  at: number;
  json: unknown;
};

export type TestShop = Awaited<ReturnType<typeof openTestShop>>;

/** A shop with a callback receiver, and Daraja on a clock that stands still from `begin` on (or on the one given). */
export async function openTestShop(options: DarajaOptions = {}, begin = Date.now()) {
  const { clock = createClock({ scale: 0, at: begin }) } = options;
  const daraja = await startDaraja({ anyTimestamp: true, queryLimit: false, ...options, clock });
  const received: Received[] = [];
  const receiver = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      const seen = { path: request.url ?? "", headers: request.headers, text, at: clock.now() - begin };
      received.push({ ...seen, json: parsed(text) });
      response.writeHead(shop.answers).end(JSON.stringify({ ResultCode: 0, ResultDesc: "Accepted" }));
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const address = receiver.address();
  const home = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const number = { ...DARAJA, ...options };
  let token = "";

  const shop = {
    ...daraja,
    home,
    received,
    /** The status the receiver answers callbacks with. */
    answers: 200,
    /** The callbacks received on a path. */
    on: (path: string) => received.filter((callback) => callback.path === path),
    signed() {
      const Timestamp = eatStamp(clock.now());
      const Password = Buffer.from(number.shortcode + number.passkey + Timestamp).toString("base64");
      return { BusinessShortCode: number.shortcode, Password, Timestamp };
    },
    async token(): Promise<string> {
      const basic = Buffer.from(`${number.consumerKey}:${number.consumerSecret}`).toString("base64");
      const url = `${daraja.url}/oauth/v1/generate?grant_type=client_credentials`;
      const { json } = await answered(await fetch(url, { headers: { authorization: `Basic ${basic}` } }));
      token = String(json.access_token);
      return token;
    },
    async post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answered> {
      if (!token) await shop.token();
      const sent = { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers };
      const text = typeof body === "string" ? body : JSON.stringify(body);
      return answered(await fetch(daraja.url + path, { method: "POST", headers: sent, body: text }));
    },
    /** A right push request, altered. */
    pushBody: (phone: string, change: Record<string, unknown> = {}) => ({
      ...shop.signed(),
      TransactionType: options.till ? "CustomerBuyGoodsOnline" : "CustomerPayBillOnline",
      Amount: "1501",
      PartyA: phone,
      PartyB: options.till ?? number.shortcode,
      PhoneNumber: phone,
      CallBackURL: `${home}/stk`,
      AccountReference: "KB7Q2M9XPD",
      TransactionDesc: "Shop order",
      ...change,
    }),
    push: (phone: string, change: Record<string, unknown> = {}) =>
      shop.post("/mpesa/stkpush/v1/processrequest", shop.pushBody(phone, change)),
    query: (id: unknown) =>
      shop.post("/mpesa/stkpushquery/v1/query", { ...shop.signed(), CheckoutRequestID: id }),
    async close() {
      await daraja.close();
      clock.close();
      receiver.closeAllConnections();
      await new Promise((resolve) => receiver.close(resolve));
    },
  };
  return shop;
}

/** The stkCallback of what was received. */
export function stkOf(callback: Received | undefined): Record<string, unknown> {
  const { json } = callback ?? {};
  return (json as { Body: { stkCallback: Record<string, unknown> } }).Body.stkCallback;
}

/** The Value in a success callback's metadata, by Name. */
export function itemOf(callback: Received | undefined, name: string): unknown {
  const { Item } = stkOf(callback).CallbackMetadata as { Item: { Name: string; Value?: unknown }[] };
  return Item.find((item) => item.Name === name)?.Value;
}

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
