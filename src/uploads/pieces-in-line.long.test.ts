import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestShop, patient, type TestShop } from "../../test/shop.ts";
import { type StaffPerson, signInStaff } from "../../test/support/back-office.ts";
import { PIECE } from "./rules.ts";

const PIECES = 30;

let shop: TestShop;
let owner: StaffPerson;
beforeAll(async () => {
  shop = await openTestShop();
  await patient(shop);
  owner = await signInStaff(shop);
});
afterAll(() => shop.close());

const put = (id: unknown, n: number) =>
  shop.send({
    method: "POST",
    url: `/api/staff/uploads/${id}/pieces/${n}`,
    payload: Buffer.alloc(PIECE, n),
    headers: { "content-type": "application/octet-stream", "x-staff": "1", cookie: owner.cookie },
  });

test("more pieces at once than there are connections leave the catalogue its own, and all are kept", async () => {
  const file = { kind: "goods", name: "goods.csv", size: PIECES * PIECE, sha256: "0".repeat(64) };
  const { id } = (await owner.post("/uploads", file)).body;
  const closed = await shop.looking.connect();
  await closed.query("begin; lock table upload_pieces in exclusive mode");
  const writers =
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'insert%'";
  const sent = Array.from({ length: PIECES }, (_, n) => put(id, n));
  await expect.poll(async () => (await shop.query(writers)).length).toBe(2);
  // whoever asks now stands behind all of them
  expect((await shop.get("/api/product/list?search=tee")).status).toBe(200);
  expect((await owner.get("/me")).status).toBe(200);
  expect(await shop.query(writers)).toHaveLength(2);
  await closed.query("rollback");
  closed.release();
  expect(new Set((await Promise.all(sent)).map(({ status }) => status))).toEqual(new Set([200]));
  const [kept] = await shop.query("select count(*)::int from upload_pieces where upload_id = $1", [id]);
  expect(kept).toEqual({ count: PIECES });
});
