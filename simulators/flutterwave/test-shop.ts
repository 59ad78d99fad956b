import Fastify from "fastify";
import { expect } from "vitest";
import { createClock } from "../clock.ts";
import { FLUTTERWAVE, startFlutterwave } from "./simulator.ts";

type ReceivedWebhook = { hash: string | undefined; body: Record<string, unknown> };

/** A simulator whose clock stands still, and the end of a shop that its webhooks reach. Close it in afterAll. */
export async function openSimulator() {
  const received: ReceivedWebhook[] = [];
  const hook = { status: 200 };
  const http = Fastify();
  http.post("/hook", async ({ headers, body }, reply) => {
    received.push({ hash: headers["verif-hash"]?.toString(), body: body as ReceivedWebhook["body"] });
    return reply.code(hook.status).send();
  });
  const url = await http.listen({ port: 0, host: "127.0.0.1" });
  const clock = createClock({ scale: 0 });
  const simulator = await startFlutterwave({ clock });
  simulator.control.webhookUrl({ url: `${url}/hook` });

  /** A call as the shop's server makes it. */
  async function call(path: string, body?: unknown, key: string = FLUTTERWAVE.secretKey) {
    const answer = await fetch(`${simulator.url}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${key}`, ...(body ? { "content-type": "application/json" } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: answer.status, text: await answer.text() };
  }

  return {
    ...simulator,
    received,
    hook,
    call,
    /** The same, read as JSON. */
    async json(path: string, body?: unknown) {
      const { status, text } = await call(path, body);
      return { status, body: JSON.parse(text) };
    },
    verify: (id: number) => call(`/v3/transactions/${id}/verify`),
    /** The data of a verify that is answered. */
    async verified(id: number) {
      return JSON.parse((await call(`/v3/transactions/${id}/verify`)).text).data;
    },
    pay: (card: string) => simulator.control.pay({ tx_ref: "kb_1", card }),
    wait: (seconds: number) => simulator.control.advance({ seconds }),
    /** A new test's start. */
    clear() {
      simulator.control.reset();
      received.length = 0;
      hook.status = 200;
    },
    async close() {
      await simulator.close();
      clock.close();
      await http.close();
    },
  };
}

/** A moment as Flutterwave writes it. */
export const ISO = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

/** The simulator's own card NNN. */
export function oddCard(last: number): string {
  return `4000000000000${String(last).padStart(3, "0")}`;
}

/** What is said of a charge in verify and webhook alike. */
export const CHARGE = {
  tx_ref: "kb_1",
  device_fingerprint: "N/A",
  amount: 1501,
  currency: "KES",
  charged_amount: 1501,
  app_fee: 43.53,
  merchant_fee: 0,
  processor_response: "Approved",
  ip: "127.0.0.1",
  narration: "CARD Transaction",
  status: "successful",
  payment_type: "card",
  created_at: ISO,
  account_id: 1470317,
  customer: {
    id: expect.any(Number),
    name: "Jane",
    phone_number: "254700000001",
    email: "jane@example.com",
    created_at: ISO,
  },
};
