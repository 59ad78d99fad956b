import { afterAll, beforeAll, expect, test } from "vitest";
import { addProduct } from "../../test/goods.ts";
import { openTestShop, type TestShop } from "../../test/shop.ts";
import { connectDatabase, transaction } from "../platform/database/db.server.ts";
import { holdStock } from "./stock.server.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await openTestShop();
});
afterAll(() => shop.close());

test("goods of orders on codes are held by one kept plan, not planned anew each time", async () => {
  const tee = await addProduct(shop, { stock: { M: 1_000 } });
  const goods = [{ productId: tee._id, size: "M", quantity: 1 }];
  // one connection, so that all of its plans are known
  const { db, pool, close } = connectDatabase({ ...shop.connection, max: 1 }, { warn() {} });
  for (let turn = 0; turn < 130; turn += 1) {
    const hold = { id: `hold ${turn}`, userId: "nobody", checkoutId: "none" };
    await transaction(db, (tx) => holdStock(tx, hold, goods, { share: "all" }));
  }
  const { rows } = await pool.query(`
    select generic_plans::int > 20 as kept, custom_plans::int as anew from pg_prepared_statements
    where statement like '%insert into "holds"%'`);
  await close();
  // PostgreSQL compares five plans made anew with a kept one
  expect(rows).toEqual([{ kept: true, anew: 5 }]);
});
