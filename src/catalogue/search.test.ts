import { afterAll, expect, test } from "vitest";
import { addProduct, emptyShelves } from "../../test/goods.ts";
import { openTestShop } from "../../test/shop.ts";

const NAMES = [
  "Plain tee",
  "100% cotton",
  "100 cotton",
  "snake_case cap",
  "snakeXcase cap",
  "back\\slash",
  'O\'Brien "hood"',
  "Éclair HOODIE",
  "(a+)+$ shirt",
  "Ünïcode ŴŵW",
  "حقيبة",
  "Mic 🎙 tee",
  "Ngũgĩ wa Thiong’o",
  "Wanjiku\u00a0 hood\tgrey",
  "STRASSE Ὀδυσσεύς",
];

const shop = await openTestShop();
await emptyShelves(shop);
for (const name of NAMES) await addProduct(shop, { name });
afterAll(() => shop.close());

const ask = (search: string, more = "") =>
  shop.get(`/api/product/list?search=${encodeURIComponent(search)}${more}`);
const names = async (search: string) =>
  ((await ask(search)).body.products as { name: string }[]).map((each) => each.name).sort();

test.each([
  ["%", ["100% cotton"]],
  ["0%", ["100% cotton"]],
  ["_", ["snake_case cap"]],
  ["e_c", ["snake_case cap"]],
  ["\\", ["back\\slash"]],
  ["\\%", []],
  ["(a+)+$", ["(a+)+$ shirt"]],
  [".*", []],
  ["' or '1'='1", []],
  ["o'brien", ['O\'Brien "hood"']],
  ["PLAIN", ["Plain tee"]],
  ["hOoD", ['O\'Brien "hood"', "Éclair HOODIE", "Wanjiku\u00a0 hood\tgrey"]],
  ["éCLAIR", ["Éclair HOODIE"]],
  ["ÜNÏ", ["Ünïcode ŴŵW"]],
  ["حقي", ["حقيبة"]],
  ["🎙", ["Mic 🎙 tee"]],
  // accents, apostrophes, spaces and case are as people read them
  ["ngugi", ["Ngũgĩ wa Thiong’o"]],
  ["wanjiku hood grey", ["Wanjiku\u00a0 hood\tgrey"]],
  [" plain \u2003 tee ", ["Plain tee"]],
  ["pla\u00adin", ["Plain tee"]],
  ["οδυσσευς", ["STRASSE Ὀδυσσεύς"]],
])("Search words are plain text: %j", async (search, found) => {
  expect(await names(search)).toEqual([...found].sort());
});

test("an empty search is no search", async () => {
  expect(await names("")).toHaveLength(NAMES.length);
});

test.each(["(a+)+$".repeat(16), `${"a".repeat(99)}!`, "%_".repeat(50), "\\".repeat(100), "%".repeat(100)])(
  "%.20s…: an answer, not a burden",
  async (search) => {
    expect((await ask(search)).status).toBe(200);
  },
);
