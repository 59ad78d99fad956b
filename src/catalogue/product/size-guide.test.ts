import { describe, expect, test } from "vitest";
import { sizeGuide as guideOf } from "./size-guide.ts";

describe("size guide", () => {
  test("tops are measured at chest and waist, in centimetres, for the sizes there are", () => {
    const guide = guideOf({ category: "Women", subCategory: "Topwear", sizes: ["XS", "M"] });
    expect(guide).toEqual({
      columns: ["Chest", "Waist"],
      rows: [
        { size: "XS", measures: ["78–83", "60–65"] },
        { size: "M", measures: ["88–94", "70–76"] },
      ],
    });
  });

  test("sizes in numbers are the waist in inches", () => {
    const guide = guideOf({ category: "Men", subCategory: "Bottomwear", sizes: ["30", "32"] });
    expect(guide?.columns).toEqual(["Waist", "Hip"]);
    expect(guide?.rows).toEqual([
      { size: "30", measures: ["76", "92"] },
      { size: "32", measures: ["81", "97"] },
    ]);
  });

  test("unisex letters are those for men", () => {
    const asked = { subCategory: "Winterwear", sizes: ["XXL"] } as const;
    expect(guideOf({ ...asked, sizes: ["XXL"], category: "Unisex" })).toEqual(
      guideOf({ ...asked, sizes: ["XXL"], category: "Men" }),
    );
  });

  test("A product's own size guide replaces the shop's", () => {
    const sizeGuide = "Size, Chest , Sleeve\n\nS, 90–96, 58\nM, 96–102, 60";
    expect(guideOf({ category: "Men", subCategory: "Topwear", sizes: ["S"], sizeGuide })).toEqual({
      columns: ["Chest", "Sleeve"],
      rows: [
        { size: "S", measures: ["90–96", "58"] },
        { size: "M", measures: ["96–102", "60"] },
      ],
    });
  });

  test("what comes in one size has none", () => {
    expect(guideOf({ category: "Unisex", subCategory: "Winterwear", sizes: ["One size"] })).toBeUndefined();
  });
});
