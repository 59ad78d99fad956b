import { expect, test } from "vitest";
import { bodyOf, differing, NEW, valuesOf } from "./product-values.ts";

const TEE = {
  ...NEW,
  name: "Tee",
  price: 1500,
  formerPrice: null,
  sizes: ["S", "One size"],
  onSaleFrom: null,
};

test("a product comes back from its form as it went in", () => {
  expect(bodyOf(valuesOf(TEE))).toEqual(TEE);
});

test("only fields that differ are sent", () => {
  const typed = { ...valuesOf(TEE), price: "1,600", trending: true };
  const names = differing(valuesOf(TEE), typed);
  expect(bodyOf(typed, names)).toEqual({ price: 1600, trending: true });
});

test("what is no number goes as it was typed, so that its field says so", () => {
  expect(bodyOf({ ...NEW, price: "", formerPrice: "12OO" }, ["price", "formerPrice"])).toEqual({
    price: "",
    formerPrice: "12OO",
  });
});

test("a former price that is left empty is none, and an empty size no size", () => {
  expect(bodyOf({ ...NEW, formerPrice: " ", sizes: "S,, M ," }, ["formerPrice", "sizes"])).toEqual({
    formerPrice: null,
    sizes: ["S", "M"],
  });
});

test("a moment is written as the shop's clock shows it, whatever the browser's, and comes back", () => {
  const onSaleFrom = Date.UTC(2026, 10, 27, 15, 0);
  const typed = valuesOf({ ...TEE, onSaleFrom });
  expect(typed.onSaleFrom).toBe("2026-11-27T18:00");
  expect(bodyOf(typed, ["onSaleFrom"])).toEqual({ onSaleFrom });
  expect(bodyOf({ ...typed, onSaleFrom: "2026-11-27" }, ["onSaleFrom"])).toEqual({
    onSaleFrom: "2026-11-27",
  });
});
