import { setTimeout as pause } from "node:timers/promises";
import type { Goods } from "../goods.ts";
import { ADDRESS, type Person } from "../people.ts";
import type { Environment } from "./environment.ts";
import type { Random } from "./random.ts";

type Answer = { status: number; body: Record<string, unknown> };

/** What shoppers were told, to be held against what is found afterwards. */
export type Told = {
  /** Orders somebody was shown. */
  orders: string[];
  /** Codes of money at the till, whose order was promised. */
  codes: string[];
  /** Answers no shopper should see. */
  faults: string[];
};

type Visit = {
  environment: Environment;
  random: Random;
  person: Person;
  product: Goods;
  phone: string;
  key: string;
  told: Told;
};
type Shopper = (visit: Visit) => Promise<void>;

/** Prompts that end well, badly, late, twice, unheard or unanswered. */
const PROMPTS = [
  "001",
  "002",
  "003",
  "005",
  "007",
  "008",
  "013",
  "014",
  "015",
  "016",
  "017",
  "018",
  "020",
  "021",
  "022",
  "024",
  "025",
  "026",
  "028",
  "029",
  "032",
  "033",
  "034",
  "037",
  "038",
] as const;

/** Cards, by the simulator's last three digits: callback, webhook and verify each in its own order, or missing. */
const CARDS = ["001", "002", "003", "004", "005", "006", "012", "014", "015", "016", "018", "019"] as const;

export const SHOPPERS = {
  /** A prompt that goes any way. */
  prompted: (visit) => payByPush(visit, visit.random.pick(PROMPTS)),
  /** A prompt that nobody answers: its goods are kept until their time is over. */
  absent: (visit) => payByPush(visit, "035"),
  card: (visit) => payByCard(visit, visit.random.pick(CARDS)),
  typist: (visit) => payByCode(visit),
  /** A card's page left open for a prompt, and then both paid: one order, and money to give back. */
  twice: async (visit) => {
    const begun = await begin(visit);
    await payByPush(visit, "001");
    if (begun) await pay(visit, begun, "001");
  },
  /** A prompt, then money at the till for the very same checkout. */
  impatient: async (visit) => {
    await payByPush(visit, "029");
    await payByCode(visit);
  },
} satisfies Record<string, Shopper>;

/** Sends again what got no answer, to whichever process stands, as people do. */
async function call(
  { environment, random, person, key, told }: Visit,
  path: string,
  body: object,
): Promise<Answer> {
  for (let attempt = 0; attempt < 150; attempt++) {
    const shop = environment.shops[random.below(environment.shops.length)];
    try {
      const answer = await fetch(`${shop?.url}${path}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          token: person.token,
          "idempotency-key": key,
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(path === PUSH ? 700 : 10_000),
      });
      const text = await answer.text();
      if (answer.status === 500) told.faults.push(`500 from ${path}: ${text}`);
      // 502 and 503 are M-Pesa's own refusals here
      if (answer.status < 500 || path === PUSH) return { status: answer.status, body: JSON.parse(text) };
    } catch (error) {
      if (path === PUSH && error instanceof Error && error.name === "TimeoutError")
        return { status: 0, body: {} };
    }
    await pause(40);
  }
  told.faults.push(`no answer from ${path}`);
  return { status: 0, body: {} };
}

const PUSH = "/token/stkpush";

async function payByPush(visit: Visit, scenario: string): Promise<void> {
  const { environment, phone, product, random, key } = visit;
  environment.daraja.scenario({ phone, scenario });
  const asked = {
    amount: String(product.price + 1),
    phoneNumber: phone,
    clientAttemptId: `tap ${key}`,
    items: [{ _id: product._id, size: product.size, quantity: 1 }],
    ...(random.chance(80) ? { address: ADDRESS } : {}),
  };
  const answers = [await call(visit, PUSH, asked)];
  // a second tap, or the same page in another tab
  if (answers[0]?.status === 200 && random.chance(30)) answers.push(await call(visit, PUSH, asked));
  const request = answers.find(({ status }) => status === 200)?.body.CheckoutRequestID;
  const id = request ?? (await currentOf(visit));
  if (typeof id !== "string") return;
  for (let poll = 0; poll < 3; poll++) {
    await pause(30 + random.below(60));
    const { body } = await call(visit, "/token/query", { checkoutRequestID: id });
    const standing = body.data as { status?: string; orderId?: string } | undefined;
    if (standing?.orderId) visit.told.orders.push(standing.orderId);
    if (standing?.status === "failed") return;
    if (standing?.status === "paid") break;
  }
  const { body } = await call(visit, "/api/order/mpesa", { checkoutRequestID: id, address: ADDRESS });
  if (typeof body.orderId === "string") visit.told.orders.push(body.orderId);
}

/** What a reloaded page finds. */
async function currentOf(visit: Visit): Promise<unknown> {
  const { body } = await call(visit, "/api/payment/current", {});
  return (body.payment as { checkoutRequestID?: string } | null | undefined)?.checkoutRequestID;
}

type Begun = { tx_ref: string; amount: number; payload_hash: string; customer: { email: string } };

async function begin(visit: Visit): Promise<Begun | undefined> {
  const { product } = visit;
  const { status, body } = await call(visit, "/api/payment/flutterwave/intent", {
    items: [{ _id: product._id, size: product.size, quantity: 1 }],
    address: ADDRESS,
    amount: product.price + 1,
  });
  return status === 200 ? (body.data as Begun) : undefined;
}

async function pay(visit: Visit, begun: Begun, card: string): Promise<void> {
  const { tx_ref, amount, payload_hash, customer } = begun;
  const paid = await visit.environment.flutterwave.pay({
    tx_ref,
    amount,
    payload_hash,
    card: `4000000000000${card}`,
    email: customer.email,
  });
  if (paid.called === false) return;
  for (let attempt = 0; attempt < 4; attempt++) {
    const { body } = await call(visit, "/api/order/flutterwave", {
      tx_ref,
      transactionId: paid.transaction_id,
      amount,
      address: ADDRESS,
    });
    if (typeof body.orderId === "string") visit.told.orders.push(body.orderId);
    if (body.pending !== true) return;
    await pause(50);
  }
}

async function payByCard(visit: Visit, card: string): Promise<void> {
  const begun = await begin(visit);
  if (begun) await pay(visit, begun, card);
}

async function payByCode(visit: Visit): Promise<void> {
  const { environment, product, phone, random, told } = visit;
  const amount = product.price + 1;
  const { code } = environment.daraja.payTill({
    amount,
    phone,
    // told of by itself, or only when asked about
    ...(random.chance(50) ? { confirmation: true } : { confirmation: false, status: "completed" }),
  });
  const { status, body } = await call(visit, "/api/order/placeOrder", {
    items: [{ _id: product._id, size: product.size, quantity: 1 }],
    address: ADDRESS,
    amount,
    mpesaCode: code,
    paymentMethod: "cod",
  });
  if (status === 200) {
    told.orders.push(String(body.orderId));
    told.codes.push(code);
  }
}
