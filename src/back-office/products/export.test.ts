import { afterAll, beforeEach, expect, test } from "vitest";
import { addProduct, emptyShelves } from "../../../test/goods.ts";
import { openTestShop } from "../../../test/shop.ts";
import { signInStaff } from "../../../test/support/back-office.ts";

const shop = await openTestShop();
const owner = await signInStaff(shop);
beforeEach(() => emptyShelves(shop));
afterAll(() => shop.close());

const exported = async () => {
  const answer = await owner.get("/export/goods.csv");
  expect(answer.status, answer.text).toBe(200);
  return answer;
};

const HEAD =
  '"ID","Name","Description","Category","Type","Price","Former price","Sizes","Stock","Stock at export","Material","Fit","Size guide","Trending","Best seller","Colour","Pictures","Alt texts","Status","On sale from","Announced","Version"';

test("The export has each product's line with its pieces by size", async () => {
  const tee = await addProduct(shop, { name: 'The "Mic" tee', formerPrice: 2000, stock: { L: 4, S: 0 } });
  // pieces of a size it does not come in any more are not for sale
  await shop.query("insert into stock (product_id, size, on_hand, received) values ($1, 'XL', 7, 7)", [
    tee._id,
  ]);
  await shop.query(
    "update products set description = E'Two\nlines', published = false, archived_at = now() where id = $1",
    [tee._id],
  );
  const { text, headers } = await exported();
  expect(text.replace(/"v[\w-]{12}"\r\n$/, '"VERSION"\r\n')).toBe(
    `\ufeff${HEAD}\r\n"${tee._id}","The ""Mic"" tee","Two\nlines","Unisex","Topwear","1500","2000","L, S","4, 0","L: 4 of 4, S: 0 of 0","","","","no","no","#cccccc","/images/sample.svg","","archived","","no","VERSION"\r\n`,
  );

  expect(headers).toMatchObject({
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": 'attachment; filename="goods.csv"',
    "cache-control": "no-store",
  });
});

test("a drop's moment is there by the shop's clock, written so that no spreadsheet turns it into a date of its own", async () => {
  const tee = await addProduct(shop, { onSaleIn: 60, announced: true });
  await shop.query("update products set on_sale_from = '2026-11-27 15:00Z' where id = $1", [tee._id]);
  expect((await exported()).text).toContain('"shown","2026-11-27 18:00 EAT","yes",');
});

test("No cell of the export runs in a spreadsheet", async () => {
  for (const name of ["=1+1", "+254", "-1", "@SUM(A1)", "'=1", "'quoted'", '=HYPERLINK("//x")'])
    await addProduct(shop, { name });
  const { text } = await exported();
  expect([...text.matchAll(/^"[^"]+","((?:[^"]|"")*)"/gm)].map(([, name]) => name).sort()).toEqual(
    ["'=1+1", "'+254", "'-1", "'@SUM(A1)", "''=1", "'quoted'", '\'=HYPERLINK(""//x"")'].sort(),
  );
});

test("The export has each product once", async () => {
  await shop.query(`insert into products
    (id, name, description, price, category, sub_category, sizes, images, colour)
    select 'many' || lpad(n::text, 8, '0'), 'Tee', '', 100, 'Men', 'Topwear', '{M}', '{}', '#cccccc'
    from generate_series(1, 1000) n`);
  const { text } = await exported();
  const ids = [...text.matchAll(/^"(many\d+)"/gm)].map(([, id]) => id);
  expect(ids).toEqual(Array.from({ length: 1000 }, (_, at) => `many${String(at + 1).padStart(8, "0")}`));
});

test("an empty shop's file has its columns", async () => {
  expect((await exported()).text).toBe(`\ufeff${HEAD}\r\n`);
});
