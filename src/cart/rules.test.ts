import { describe, expect, test } from "vitest";
import {
  CART_TEXTS,
  countItems,
  LINES_MAX,
  quantityIn,
  readCartText,
  readLinesText,
  readQuantity,
  sizeName,
  totalOf,
  troubleOf,
  withLine,
} from "./rules.ts";

describe("a kept cart", () => {
  test("is read as written", () => {
    expect(readCartText('{"tee":{"M":2,"L":1}}')).toEqual({ cart: { tee: { M: 2, L: 1 } } });
    expect(readCartText(null)).toEqual({ cart: {} });
    expect(readCartText("{}")).toEqual({ cart: {} });
  });

  test.each([
    "",
    "{",
    "null",
    "[]",
    "7",
    '{"tee":3}',
    '{"tee":{"M":"2"}}',
    '{"tee":{"M":1e400}}',
    '{"__proto__":{"M":1}}',
    '{"constructor":{"prototype":{"polluted":1}}}',
    '{"</script><script>window.hacked = 1</script><img src=x onerror=window.hacked=1>":{"<b>":1}}',
    `{"tee":"${"x".repeat(100_000)}"}`,
    "x".repeat(1_000_001),
  ])("A broken stored cart is set aside with a notice", (text) => {
    expect(readCartText(text)).toEqual({ cart: {}, notice: CART_TEXTS.cartReset });
    expect("polluted" in {}).toBe(false);
  });

  test("keeps the lines that can be read and says that others were left out", () => {
    const text =
      '{"tee":{"M":2,"L":0,"S":1.5,"XL":-1},"cap":null,"__proto__":{"M":1},"hat":{"__proto__":4,"M":99}}';
    expect(readCartText(text)).toEqual({
      cart: { tee: { M: 2 }, hat: { M: 20 } },
      notice: CART_TEXTS.cartMended,
    });
    expect(Object.hasOwn(Object.prototype, "M")).toBe(false);
  });

  test("A huge stored cart is cut with a notice", () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`p${at}`, { M: 1 }]));
    const { cart, notice } = readCartText(JSON.stringify(many));
    expect(Object.keys(cart)).toHaveLength(LINES_MAX);
    expect(notice).toBe(CART_TEXTS.cartFull);
  });
});

test("lines kept to be sent again are read with the same care", () => {
  const lines = [
    { productId: "tee", size: "M", quantity: 0 },
    { productId: "cap", size: "One", quantity: 20 },
  ];
  expect(
    readLinesText(JSON.stringify([...lines, { productId: "tee", size: "M", quantity: 21 }, 7, null])),
  ).toEqual(lines);
  for (const text of [null, "", "{", "{}", '[{"productId":"__proto__","size":"M","quantity":1}]'])
    expect(readLinesText(text)).toEqual([]);
});

describe("lines", () => {
  test("keep their place when changed and leave at 0", () => {
    const cart = { tee: { M: 1 }, cap: { One: 1 } };
    expect(Object.keys(withLine(cart, { productId: "tee", size: "M", quantity: 3 }))).toEqual(["tee", "cap"]);
    expect(withLine(cart, { productId: "tee", size: "M", quantity: 0 })).toEqual({ cap: { One: 1 } });
    expect(withLine(cart, { productId: "tee", size: "L", quantity: 2 })).toEqual({
      tee: { M: 1, L: 2 },
      cap: { One: 1 },
    });
    expect(cart).toEqual({ tee: { M: 1 }, cap: { One: 1 } });
  });

  test("are counted by own names only", () => {
    expect(quantityIn({}, { productId: "constructor", size: "name" })).toBe(0);
    expect(quantityIn({ tee: { M: 4 } }, { productId: "tee", size: "toString" })).toBe(0);
    expect(countItems({ tee: { M: 4, L: 1 }, cap: { One: 2 } })).toBe(7);
  });

  test.each([
    [2, { M: 2 }, undefined],
    [3, { M: 2 }, "short"],
    [1, { M: 0 }, "sold-out"],
    [1, { L: 5 }, "gone"],
    [1, undefined, "gone"],
  ])("%i of %o: %s", (quantity, stock, trouble) =>
    expect(
      troubleOf({ productId: "tee", size: "M", quantity }, stock as Record<string, number> | undefined),
    ).toBe(trouble),
  );
});

test("the total is 0 when empty, otherwise the subtotal plus the fee (specification §9)", () => {
  expect(totalOf(0, 1)).toBe(0);
  expect(totalOf(950, 1)).toBe(951);
});

test.each([
  ["", undefined],
  ["0", undefined],
  ["-3", undefined],
  ["９", undefined],
  ["1", 1],
  [" 7 ", 7],
  ["1,000", 20],
  ["2.9", undefined],
  ["1e3", undefined],
])("a typed quantity %j counts as %s", (typed, quantity) => expect(readQuantity(typed, 20)).toBe(quantity));

test("a size reads within a sentence, also where there is only one", () => {
  expect(sizeName("XL")).toBe("size XL");
  expect(sizeName("42")).toBe("size 42");
  expect(sizeName("One size")).toBe("one size");
});
