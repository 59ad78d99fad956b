import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { mulberry32 } from "../../../simulators/random.ts";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { ASKED_FREELY, NO_OPERATOR, type PaidShop, paidShop, push, pushOf } from "../../../test/payments.ts";
import { type Person, regulars } from "../../../test/people.ts";
import { tellOfMoney, typeCode } from "../../../test/till.ts";
import { lastTwoDays, pullTillPayments, registerPull } from "./pull.server.ts";

// a sale of one thing at one price, at an hour in which all callbacks are lost: whose money is whose follows from what M-Pesa
// lists at night alone
const ROUNDS = 6;
const PROMPTS = 10;
const CODES = 7;

/** Phones of which many end alike, so that three digits do not tell them apart. */
function phones(seed: number) {
  const random = mulberry32(seed);
  const given = new Set<string>();
  return () => {
    for (;;) {
      const [body, end] = [10_000 + Math.floor(random() * 90_000), Math.floor(random() * 40)];
      const phone = `2547${body}${String(end).padStart(3, "0")}`;
      if (given.has(phone)) continue;
      given.add(phone);
      return phone;
    }
  };
}

const { fetch } = globalThis;
afterEach(() => vi.restoreAllMocks());

/** Pull as of a till: no reference, and the seconds by the database's clock, of which the simulator's runs ahead. */
function pullAsOfTill(shop: PaidShop) {
  const ahead = shop.clock.now() - Date.now();
  const onceMore = (row: { trxDate: string }) => {
    const at = new Date(Date.parse(row.trxDate) - ahead + 3 * 3_600_000).toISOString();
    return { ...row, billreference: "", trxDate: at.replace(/\.\d+Z$/, "+03:00") };
  };
  vi.spyOn(globalThis, "fetch").mockImplementation(async (url, init) => {
    const answer = await fetch(url, init);
    if (!String(url).includes("/pulltransactions/v1/query")) return answer;
    const body = (await answer.json()) as { Response: { trxDate: string }[][] };
    return Response.json({ ...body, Response: body.Response.map((rows) => rows.map(onceMore)) });
  });
}

/** An hour of sales: how many prompts were paid, codes typed with their own money, and codes that are a prompt's receipt. */
async function sell(shop: PaidShop, tee: Goods, isTold: boolean) {
  const phone = phones(7);
  // the limits of those who have paid nothing yet are not theirs
  const people = await regulars(shop, ROUNDS * (PROMPTS + CODES));
  const next = () => people.pop() as Person;
  const sold = { prompts: [] as string[], codes: [] as string[], twice: [] as string[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    await shop.query("delete from rate_limits");
    for (let nth = 0; nth < PROMPTS; nth += 1) {
      const buyer = next();
      const id = await push(shop, buyer, pushOf(tee, phone()));
      if (nth === 0) {
        await shop.daraja.cancel(id);
        continue;
      }
      await shop.daraja.approve(id);
      // who sees no confirmation types the receipt of the message
      const receipt = shop.daraja.payments().at(-1)?.receipt;
      if (nth === 1) await typeCode(shop, buyer, tee, receipt);
      (nth === 1 ? sold.twice : sold.prompts).push(buyer.userId);
    }
    for (let nth = 0; nth < CODES; nth += 1) {
      const [buyer, payer] = [next(), phone()];
      const { code } = shop.daraja.payTill({ amount: 1501, phone: payer, confirmation: false });
      sold.codes.push((await typeCode(shop, buyer, tee, code)).paymentId);
      if (isTold && nth % 2) await tellOfMoney(shop, code, { MSISDN: `2547 ***** ${payer.slice(-3)}` });
    }
    await shop.pass(20);
  }
  return sold;
}

/** Of these attempts how many are not paid, and how many prompts have no receipt. */
async function waiting(shop: PaidShop, { prompts, codes }: { prompts: string[]; codes: string[] }) {
  const [row] = await shop.query<{ prompts: number; codes: number; unnamed: number }>(
    `select count(*) filter (where method = 'mpesa' and state <> 'paid')::int as prompts,
       count(*) filter (where method = 'cod' and state <> 'paid')::int as codes,
       count(*) filter (where method = 'mpesa' and t.receipt is null)::int as unnamed
     from payments p left join transactions t on t.id = p.transaction_id
     where p.order_id in (select id from orders where user_id = any($1)) and p.method = 'mpesa' or p.id = any($2)`,
    [prompts, codes],
  );
  return row;
}

/** How the two attempts of each of these shoppers stand. */
async function pairsOf(shop: PaidShop, buyers: string[]) {
  const rows = await shop.query<{ states: string[] }>(
    `select array_agg(p.state order by p.state) as states from payments p join orders o on o.id = p.order_id
     where o.user_id = any($1) and p.amount = 1501 group by o.user_id`,
    [buyers],
  );
  return rows.map(({ states }) => states);
}

describe.each([
  { about: "M-Pesa is asked about each code", settings: ASKED_FREELY, isTold: false },
  { about: "nobody can be asked about a code", settings: { ...ASKED_FREELY, ...NO_OPERATOR }, isTold: true },
])("$about", ({ settings, isTold }) => {
  const shop = paidShop(settings);
  beforeEach(() => shop.daraja.dropCallbacks(true));

  test("Of many payments of one price without callbacks, none waits once Pull names phone and second", async () => {
    expect(await registerPull(shop, "0712 345 678")).toEqual({ type: "done" });
    const tee = await addProduct(shop, { stock: { M: 500 } });
    const sold = await sell(shop, tee, isTold);
    expect([sold.prompts.length, sold.codes.length, sold.twice.length]).toEqual([48, 42, 6]);
    pullAsOfTill(shop);
    shop.daraja.switches({ pullPage: 50 });
    await pullTillPayments(shop, lastTwoDays(new Date(shop.clock.now() + 1_000)));
    for (let turn = 0; turn < 3; turn += 1) await shop.work();
    expect(await waiting(shop, sold)).toEqual({ prompts: 0, codes: 0, unnamed: 0 });
    // one payment for which a prompt and a code ask: it pays one of them, and the other waits for the owner
    expect(await pairsOf(shop, sold.twice)).toEqual(Array(6).fill(["paid", "paid_held"]));
    const strays = "select count(*)::int as count from transactions where payment_id is null";
    expect(await shop.query(strays)).toEqual([{ count: 0 }]);
  });

  holdsInvariants(() => shop);
});
