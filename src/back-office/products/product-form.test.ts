import { expect, test } from "vitest";
import { BLANK } from "../../catalogue/staff/product-fields.ts";
import { toValue, typedOf } from "../app/forms/form-field.ts";
import { PRODUCT_FORM_FIELDS as FIELDS, NEW_PRODUCT } from "./product-form.ts";

const TEE = {
  ...BLANK,
  name: "Tee",
  category: "Men",
  subCategory: "Topwear",
  price: 1500,
  sizes: ["S", "One size"],
  announced: true,
  onSaleFrom: Date.UTC(2026, 10, 27, 15, 0),
};

test("a product comes back from its form as it went in", () => {
  expect(toValue(typedOf(TEE, FIELDS), FIELDS)).toEqual(TEE);
});

test("an empty size is no size, and what is no moment goes as it was typed", () => {
  const typed = { ...NEW_PRODUCT, sizes: "S,, M ,", onSaleFrom: "2026-11-27" };
  expect(toValue(typed, FIELDS)).toMatchObject({ sizes: ["S", "M"], onSaleFrom: "2026-11-27" });
});
