import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { holdsInvariants } from "../../../test/invariants.ts";
import { PLACE } from "../../../test/orders.ts";
import { freshCode, orderOf, regulars } from "../../../test/people.ts";
import { openTestShop, patient } from "../../../test/shop.ts";
import { type StaffPerson, signInStaff } from "../../../test/support/back-office.ts";

let tee: Goods;
const shop = await openTestShop();
const second = await shop.second();
await patient(shop, second);
const owner = await signInStaff(shop);
const packer = await signInStaff(shop, "packer");
beforeEach(async () => {
  tee = await addProduct(shop, { name: "Mic tee", stock: { M: 5, L: 0 } });
});
afterAll(() => shop.close());

type Row = { _id: number; size: string; delta: number; reason: string; note: string; by: string | null };
type Size = { size: string; onHand: number; held: number; sold: number; received: number; offered: boolean };

const change = (body: object, { by = owner, key }: { by?: StaffPerson; key?: string } = {}) =>
  by.post(
    `/goods/${tee._id}/stock`,
    { size: "M", delta: 1, reason: "received", ...body },
    key === undefined ? {} : { "idempotency-key": key },
  );
const ledger = async (query = "") => {
  const { status, text, body } = await owner.get(`/goods/${tee._id}/stock${query}`);
  expect(status, text).toBe(200);
  return body as unknown as { sizes: Size[]; rows: Row[]; next: number | null };
};
const moved = async () => (await ledger()).rows.map(({ size, delta, reason }) => [size, delta, reason]);
const audited = () =>
  shop.query("select action, before, after from audit where subject_id = $1 order by id", [tee._id]);

describe("a move of stock", () => {
  test("changes what is on hand, and stands in the ledger and the audit log", async () => {
    const { status, body } = await change({ delta: 7, note: " From Kariobangi " });
    expect([status, body]).toEqual([200, { success: true, message: "Done.", onHand: 12, held: 0 }]);
    expect((await change({ delta: -2, reason: "damaged" })).body).toMatchObject({ onHand: 10 });
    const { sizes, rows, next } = await ledger();
    expect(sizes).toEqual([
      { size: "M", onHand: 10, held: 0, sold: 0, received: 10, offered: true },
      { size: "L", onHand: 0, held: 0, sold: 0, received: 0, offered: true },
    ]);
    const move = { _id: expect.any(Number), size: "M", date: expect.any(Number) };
    expect(rows).toEqual([
      { ...move, delta: -2, reason: "damaged", note: "", by: owner.name },
      { ...move, delta: 7, reason: "received", note: "From Kariobangi", by: owner.name },
      { ...move, delta: 5, reason: "received", note: "", by: null },
    ]);
    expect(next).toBeNull();
    expect(await audited()).toEqual([
      {
        action: "stock.change",
        before: { onHand: 5 },
        after: { onHand: 12, reason: "received", note: "From Kariobangi" },
      },
      { action: "stock.change", before: { onHand: 12 }, after: { onHand: 10, reason: "damaged" } },
    ]);
  });

  test("that takes more than there is on hand is refused, with what there is and who moved it last", async () => {
    await change({ delta: 1 });
    await shop.query(
      "update stock set on_hand = on_hand - 2, held = 2 where product_id = $1 and size = 'M'",
      [tee._id],
    );
    const { status, body } = await change({ delta: -5, reason: "lost" });
    expect([status, body]).toEqual([
      409,
      {
        success: false,
        message: "Only 4 of M on hand; 2 more are held for payments. Nothing was changed.",
        current: { onHand: 4, held: 2 },
        by: owner.name,
        at: expect.any(Number),
      },
    ]);
    expect((await ledger()).rows).toHaveLength(2);
    expect(await audited()).toHaveLength(1);
    await shop.query(
      "update stock set on_hand = on_hand + 2, held = 0 where product_id = $1 and size = 'M'",
      [tee._id],
    );
  });

  test.each([
    [{ delta: 0 }, "delta"],
    [{ delta: -5, reason: "received" }, "delta"],
    [{ delta: -1, reason: "returned" }, "delta"],
    [{ delta: 1, reason: "damaged" }, "delta"],
    [{ delta: 1, reason: "lost" }, "delta"],
    [{ delta: 1, reason: "gift" }, "delta"],
    [{ size: "XXL" }, "size"],
    [{ note: "x".repeat(201) }, "note"],
  ])("%j is refused beside its field", async (body, field) => {
    const answer = await change(body);
    expect([answer.status, answer.body.fields]).toEqual([400, { [field]: expect.any(String) }]);
    expect(await moved()).toEqual([["M", 5, "received"]]);
  });

  test("is made once, however often it is sent, also after its answer was forgotten", async () => {
    const sent = await Promise.all(Array.from({ length: 5 }, () => change({ delta: 3 }, { key: "three" })));
    expect(sent.map(({ status }) => status).filter((status) => ![200, 409].includes(status))).toEqual([]);
    await shop.query("delete from staff_answers");
    expect((await change({ delta: 3 }, { key: "three" })).body).toMatchObject({ onHand: 8, held: 0 });
    expect(await moved()).toEqual([
      ["M", 3, "received"],
      ["M", 5, "received"],
    ]);
    expect(await audited()).toHaveLength(1);
  });
});

describe("who packs", () => {
  test.each([
    ["received", 1],
    ["counted", -1],
    ["damaged", -1],
  ])("writes down what was %s", async (reason, delta) => {
    expect((await change({ reason, delta }, { by: packer })).status).toBe(200);
  });

  test("Received or returned stock adds pieces; damaged, lost or given away takes them", async () => {
    const { status, body } = await change({ delta: -5 }, { by: packer });
    expect([status, body.fields]).toEqual([
      400,
      { delta: "This reason adds pieces. To take some away, choose another reason." },
    ]);
    expect((await ledger()).sizes).toMatchObject([{ size: "M", onHand: 5 }, { size: "L" }]);
  });

  test.each(["lost", "returned", "gift", "correction"])("does not say %s", async (reason) => {
    const { status, body } = await change({ reason }, { by: packer });
    expect([status, body.right]).toEqual([403, "stock.any-reason"]);
    expect(await moved()).toEqual([["M", 5, "received"]]);
  });
});

describe("a size that an edit takes away", () => {
  const edit = async (sizes: string[]) => {
    const { body } = await owner.get(`/goods/${tee._id}`);
    const { version } = (body as unknown as { product: { version: number } }).product;
    return owner.post(`/goods/${tee._id}`, { version, sizes, confirmed: true });
  };

  test("gets no more pieces; what came back to it later can be taken away", async () => {
    expect((await edit(["M"])).status).toBe(200);
    const late = await change({ size: "L" });
    expect([late.status, late.body.message]).toEqual([
      409,
      "The product no longer comes in L. Nothing was changed.",
    ]);
    await shop.query("update stock set on_hand = 2, received = 2 where product_id = $1 and size = 'L'", [
      tee._id,
    ]);
    expect((await ledger()).sizes[1]).toMatchObject({ size: "L", onHand: 2, offered: false });
    expect((await change({ size: "L", reason: "lost", delta: -2 })).body).toMatchObject({ onHand: 0 });
  });

  test("A size is not removed while pieces arrive for it", async () => {
    for (let round = 0; round < 10; round += 1) {
      tee = await addProduct(shop, { stock: { M: 1, L: 0 } });
      const [edited, added] = await Promise.all([edit(["M"]), change({ size: "L" })]);
      expect([`${edited?.status} ${added?.status}`]).toContainEqual(
        expect.stringMatching(/^(200 409|400 200)$/),
      );
    }
  });
});

test("the ledger is read page by page", async () => {
  for (const delta of [1, 2, 3]) await change({ delta });
  const first = await ledger("?limit=2");
  const rest = await ledger(`?limit=2&after=${first.next}`);
  expect([...first.rows, ...rest.rows].map(({ delta }) => delta)).toEqual([3, 2, 1, 5]);
  expect(rest.next).toBeNull();
});

test("A stock change by hand adds a ledger move, and no move changes", async () => {
  await shop.query("update stock set received = received + 4, on_hand = on_hand + 4 where product_id = $1", [
    tee._id,
  ]);
  expect((await moved()).sort()).toEqual([
    ["L", 4, "correction"],
    ["M", 4, "correction"],
    ["M", 5, "received"],
  ]);
  for (const statement of ["update stock_moves set delta = 1", "delete from stock_moves"])
    await expect(shop.query(statement)).rejects.toThrow("a move of stock is never changed");
});

test("Stock that staff reduce while buyers want the last is never negative", async () => {
  tee = await addProduct(shop, { name: "Drop", stock: { M: 10 } });
  const people = await regulars(shop, 50);
  const buy = ({ token }: { token: string }, at: number) =>
    (at % 2 ? second : shop).post(PLACE, { ...orderOf(tee), mpesaCode: freshCode() }, token);
  const early = people.slice(0, 5).map(buy);
  const taking = change({ delta: -5, reason: "damaged" });
  const answers = await Promise.all([...early, ...people.slice(5).map(buy)]);
  const { status } = await taking;
  expect([200, 409]).toContain(status);
  const received = status === 200 ? 5 : 10;
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(received);
  expect((await ledger()).sizes).toMatchObject([{ size: "M", onHand: 0, received }]);
});

test("Simultaneous stock changes never go negative, and each is in the ledger", async () => {
  const deltas = Array.from({ length: 30 }, (_, at) => (at % 3 === 0 ? 2 : -3));
  const answers = await Promise.all(deltas.map((delta) => change({ delta, reason: "counted" })));
  const made = deltas.filter((_, at) => answers[at]?.status === 200);
  const { sizes, rows } = await ledger("?limit=50");
  expect(sizes[0]?.onHand).toBe(5 + made.reduce((sum, delta) => sum + delta, 0));
  expect(rows).toHaveLength(1 + made.length);
  expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
});

holdsInvariants(() => shop);
