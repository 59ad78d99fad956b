import { afterAll, beforeAll, expect, test } from "vitest";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { type OpenPages, openPages } from "../../../test/pages.ts";
import { openTestShop, type TestShop } from "../../../test/shop.ts";
import { signInStaff } from "../../../test/support/back-office.ts";
import type { Role } from "../rights.ts";

let shop: TestShop;
let pages: OpenPages;
let tee: Goods;
beforeAll(async () => {
  shop = await openTestShop();
  pages = await openPages(shop);
  tee = await addProduct(shop, { stock: { M: 7 } });
});
afterAll(async () => {
  await pages.close();
  await shop.close();
});

const screenFor = async (role: Role, query = "") => {
  const { cookie } = await signInStaff(shop, role);
  return (await pages.ask(`/staff/goods/${tee._id}${query}`, { cookie })).body.toString();
};

test.each([
  ["owner", 7],
  ["packer", 3],
] as const)(
  "%s reads the stock of a product and its ledger, and may give %i reasons",
  async (role, reasons) => {
    const html = await screenFor(role);
    expect(html).toContain("Change stock by");
    expect(html).toContain("<strong>+7</strong>");
    const [, options = ""] = /<select[^>]*name="reason"[^>]*>(.*?)<\/select>/s.exec(html) ?? [];
    expect(options.match(/<option/g)).toHaveLength(reasons);
  },
);

test("support reads the product without its stock", async () => {
  const html = await screenFor("support");
  expect(html).toContain("Sample tee");
  expect(html).not.toContain("Change stock by");
});

test("a page of the ledger behind the last says so and leads back", async () => {
  const html = await screenFor("owner", "?moves=1");
  expect(html).toContain("There are no earlier moves.");
  expect(html).toContain("Newest moves");
});
