import { expect, test } from "vitest";
import { sizeName } from "./rules.ts";

test("a size reads within a sentence, also where there is only one", () => {
  expect(sizeName("XL")).toBe("size XL");
  expect(sizeName("42")).toBe("size 42");
  expect(sizeName("One size")).toBe("one size");
});
