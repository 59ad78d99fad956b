import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { ADDRESS_FULL } from "../src/payments/mpesa/till-code/code-limits.server.ts";
import { PAYMENT_TEXTS } from "../src/payments/rules.ts";
import { addProduct, type Goods } from "./goods.ts";
import { holdsInvariants } from "./invariants.ts";
import { PLACE } from "./orders.ts";
import { openPaidShop, pushOf } from "./payments.ts";
import {
  ADDRESS,
  customer,
  freshCode,
  freshMobile,
  guestOf,
  orderOf,
  type Person,
  regulars,
} from "./people.ts";
import { type Answer, patient } from "./shop.ts";
import { findCodes } from "./till.ts";

// What people without a paid order can take from others, in a shop where M-Pesa cannot be asked about codes: each row is an
// attack by many identities that cost nothing, how often it works, and what it is answered from then on. A row that is
// refused leaves nothing behind.

const shop = await openPaidShop({ MPESA_INITIATOR: "", MPESA_SECURITY_CREDENTIAL: "" });
await patient(shop);
beforeEach(async () => {
  await shop.query("delete from rate_limits");
  // prompts of the row before are another day's
  await shop.query("update payments set created_at = created_at - interval '1 day' where method = 'mpesa'");
});
afterAll(() => shop.close());

let addresses = 0;
const freshAddress = () => {
  addresses += 1;
  return `196.201.${addresses >> 8}.${addresses & 255}`;
};
const from = (remoteAddress: string, url: string, payload: object, { token }: Person) =>
  shop.send({ method: "POST", url, payload, remoteAddress, headers: { token } });
const to = ({ email }: Person) => ({ address: { ...ADDRESS, email } });
const order = (who: Person, goods: Goods, { at, pieces = 1 }: { at: string; pieces?: number }) =>
  from(at, PLACE, { ...orderOf(goods, { quantity: pieces, mpesaCode: freshCode() }), ...to(who) }, who);
const prompt = (who: Person, goods: Goods, { at, phone }: { at: string; phone: string }) =>
  from(at, "/token/stkpush", { ...pushOf(goods, phone), ...to(who) }, who);
let phones = 0;
/** A phone that shows the prompt and waits; the simulator's owners answer otherwise by the last three digits. */
const silent = () => {
  phones += 1;
  const phone = `254745${String(phones).padStart(6, "0")}`;
  shop.daraja.scenario({ phone, scenario: null });
  return phone;
};

/** Who makes the tries, each a new one. */
const guest = () => guestOf(shop);
const account = () => customer(shop);

const FULL = [429, ADDRESS_FULL] as const;
const SIZE_FULL = [
  409,
  "Sample tee (size M): too many are waiting for a payment right now, so we can't take this order. Please order fewer, try again later, or choose another way to pay.",
] as const;
const TILL = [429, PAYMENT_TEXTS.manyPhones] as const;

type Row = {
  what: string;
  tries: number;
  works: number;
  /** FULL where nothing else is said. */
  refused?: readonly [number, string];
  /** What is there before: pieces of the size, and what else. */
  stock?: number;
  given?: (at: string) => Promise<void>;
  who?: () => Promise<Person>;
  /** Of each try, which orders on an invented code from the row's one address where nothing else is said. */
  pieces?: number;
  does?: (who: Person, goods: Goods, at: string, turn: number) => Promise<Answer>;
  /** All tries in parallel. */
  atOnce?: true;
};

/** A shopper whose paid order came from this address. */
async function seenPaid(at: string): Promise<void> {
  const shopper = await account();
  expect((await order(shopper, await addProduct(shop), { at })).status).toBe(200);
  await findCodes(shop, shopper);
}

/** So many phones that guests have rung from addresses of their own within the hour, without being paid. */
async function rungElsewhere(count: number): Promise<void> {
  await shop.query(
    `with guest as (
       insert into users (id, name, email, password_hash, guest_email)
       select 'rung' || n, 'G', 'rung' || n || ' <g>', '', 'rung' || n || '@example.com' from generate_series(1, $1::int) n returning id),
     ended as (
       insert into orders (id, user_id, phase, subtotal, delivery_fee, amount, payment_method, key_hash, request_hash, contents_hash)
       select right(id, 4) || id, id, 'ended', 1, 0, 1, 'mpesa', id, id, id from guest returning id, user_id),
     items as (
       insert into order_items (order_id, line, product_id, name, price, size, quantity, image)
       select id, 0, 'rung', 'Asked for', 1, 'M', 1, '/images/sample.svg' from ended)
     insert into payments (id, order_id, method, state, active, amount, reference, phone, placed_from)
     select user_id, id, 'mpesa', 'failed', false, 1, user_id, '2547990' || user_id, 'network of ' || user_id from ended`,
    [count],
  );
}

const TABLE: Row[] = [
  {
    what: "new guests order on invented codes from one address",
    tries: 9,
    works: 6,
  },
  {
    what: "new guests do so all at once",
    tries: 12,
    works: 6,
    atOnce: true,
  },
  {
    what: "new accounts do so",
    tries: 8,
    works: 6,
    who: account,
  },
  {
    what: "new guests do so from many addresses of one IPv6 network",
    tries: 8,
    works: 6,
    does: (who, goods, at, turn) => order(who, goods, { at: `2c0f:fe38:${at.split(".").at(-1)}::${turn}` }),
  },
  {
    what: "new guests keep five pieces each",
    tries: 6,
    works: 4,
    pieces: 5,
  },
  {
    what: "new guests come to an address where a shopper with a paid order was seen: six more, for more guests none",
    tries: 14,
    works: 12,
    given: seenPaid,
  },
  {
    what: "new guests empty a size from addresses of their own: half of it stays",
    stock: 21,
    tries: 13,
    works: 10,
    refused: SIZE_FULL,
    does: (who, goods) => order(who, goods, { at: freshAddress() }),
  },
  {
    what: "new accounts do so: of few pieces three are theirs at most",
    stock: 4,
    tries: 5,
    works: 3,
    refused: SIZE_FULL,
    who: account,
    does: (who, goods) => order(who, goods, { at: freshAddress() }),
  },
  {
    what: "new guests ring strangers' phones from one address",
    tries: 8,
    works: 5,
    refused: TILL,
    does: (who, goods, at) => prompt(who, goods, { at, phone: silent() }),
  },
  {
    what: "new guests do so all at once",
    tries: 10,
    works: 5,
    refused: TILL,
    atOnce: true,
    does: (who, goods, at) => prompt(who, goods, { at, phone: silent() }),
  },
  {
    what: "new guests do so from addresses of their own: 200 phones an hour in all",
    tries: 5,
    works: 2,
    refused: TILL,
    given: () => rungElsewhere(198),
    does: (who, goods) => prompt(who, goods, { at: freshAddress(), phone: silent() }),
  },
];

describe("an attack by identities that cost nothing", () => {
  test.each(TABLE)(
    "No number of guests or new accounts empties a shelf by invented codes or rings strangers' phones: $what, $works, $tries",
    async (row) => {
      const { tries, works, refused = FULL, stock = 400, pieces = 1, given, who = guest, atOnce } = row;
      const { does = (person, goods, at) => order(person, goods, { at, pieces }) } = row;
      const at = freshAddress();
      const goods = await addProduct(shop, { stock: { M: stock } });
      await given?.(at);
      const people: Person[] = [];
      for (let turn = 0; turn < tries; turn += 1) people.push(await who());
      const answers: Answer[] = [];
      if (atOnce)
        answers.push(...(await Promise.all(people.map((each, turn) => does(each, goods, at, turn)))));
      else for (const [turn, each] of people.entries()) answers.push(await does(each, goods, at, turn));
      const isPassed = ({ status }: Answer) => status === 200;
      expect(answers.filter(isPassed)).toHaveLength(works);
      if (!atOnce) expect(answers.slice(0, works).every(isPassed)).toBe(true);
      for (const { status, body } of answers.filter((answer) => !isPassed(answer)))
        expect([status, body.message]).toEqual(refused);
      // who was refused keeps nothing
      expect(await kept(goods)).toEqual({ shoppers: works, pieces: works * pieces });
    },
  );
});

/** How many shoppers keep goods of this product, and how many pieces. */
const kept = async ({ _id }: Goods) =>
  (
    await shop.query(
      "select count(distinct o.user_id)::int as shoppers, sum(h.quantity)::int as pieces from holds h join orders o on o.id = h.order_id where h.product_id = $1",
      [_id],
    )
  )[0];

describe("who has paid, or pays, is in nobody's way and finds nobody in theirs", () => {
  test("Strangers at a network address do not stop a shopper with a paid order", async () => {
    const at = freshAddress();
    const goods = await addProduct(shop, { stock: { M: 12 } });
    for (let turn = 0; turn < 6; turn += 1)
      expect((await order(await guest(), goods, { at })).status).toBe(200);
    const [regular] = await regulars(shop, 1);
    if (!regular) throw new Error("nobody came");
    expect((await order(await guest(), goods, { at })).body.message).toBe(ADDRESS_FULL);
    expect((await order(regular, goods, { at, pieces: 6 })).status).toBe(200);
  });

  test("Guests who pay their prompts ring as many phones as they are", async () => {
    const at = freshAddress();
    const goods = await addProduct(shop);
    const isReported = async (id: string) => {
      await shop.work();
      const [row] = await shop.query<{ reported: boolean }>(
        "select paid_at is not null or callback->>'code' = '0' as reported from payments where checkout_request_id = $1",
        [id],
      );
      return row?.reported;
    };
    for (let turn = 0; turn < 8; turn += 1) {
      const { status, body } = await prompt(await guest(), goods, { at, phone: silent() });
      expect(status).toBe(200);
      const id = String(body.CheckoutRequestID);
      await shop.daraja.approve(id);
      await expect.poll(() => isReported(id)).toBe(true);
    }
  });

  test("a phone that was rung is rung again; accounts, and guests with a paid order, ring another", async () => {
    const at = freshAddress();
    const goods = await addProduct(shop);
    const rung = [];
    for (let turn = 0; turn < 5; turn += 1) {
      const phone = silent();
      const who = await guest();
      const { body } = await prompt(who, goods, { at, phone });
      rung.push({ who, phone, id: String(body.CheckoutRequestID) });
    }
    const [first] = rung;
    if (!first) throw new Error("nobody was rung");
    await shop.daraja.cancel(first.id);
    await shop.pass(90, 30);
    expect((await prompt(first.who, goods, { at, phone: first.phone })).status).toBe(200);
    expect((await prompt(await account(), goods, { at, phone: silent() })).status).toBe(200);
    const [regular] = await regulars(shop, 1);
    const paid = await guestOf(shop, `paid-${freshMobile()}@example.com`);
    await shop.query("update orders set user_id = $2 where user_id = $1", [regular?.userId, paid.userId]);
    expect((await prompt(paid, goods, { at, phone: silent() })).status).toBe(200);
    expect((await prompt(await guest(), goods, { at, phone: silent() })).body.message).toBe(
      PAYMENT_TEXTS.manyPhones,
    );
  });

  test("New orders reach the owner as one mail in ten minutes", async () => {
    const subjects = () =>
      shop.query<{ subject: string }>(
        "select subject from outbox where event like 'new-order:%' order by created_at",
      );
    const paidAndNotPlaced = () =>
      shop.query("select id from payments where callback->>'code' = '0' and paid_at is null");
    await expect
      .poll(async () => {
        await shop.pass(601, 601);
        return await paidAndNotPlaced();
      })
      .toEqual([]);
    // what is due of the orders before is mailed, and its ten minutes go by
    await shop.pass(601, 601);
    await shop.pass(601, 601);
    const before = (await subjects()).length;
    const goods = await addProduct(shop);
    for (let turn = 0; turn < 3; turn += 1) await order(await guest(), goods, { at: freshAddress() });
    await shop.work();
    await order(await guest(), goods, { at: freshAddress() });
    await shop.work();
    expect((await subjects()).slice(before)).toEqual([{ subject: "3 new orders: Ksh 4,503" }]);
    await shop.pass(601, 601);
    expect((await subjects()).slice(before + 1)).toEqual([
      { subject: expect.stringMatching(/^New order [0-9A-Z]{8}: Ksh 1,501, not paid yet$/) },
    ]);
  });
});

holdsInvariants(() => shop);
