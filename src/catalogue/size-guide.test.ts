import { describe, expect, test } from "vitest";
import { sizeGuide } from "./size-guide.ts";

describe("size guide", () => {
  test("tops are measured at chest and waist, in centimetres, for the sizes there are", () => {
    const guide = sizeGuide({ category: "Women", subCategory: "Topwear", sizes: ["XS", "M"] });
    expect(guide).toEqual({
      columns: ["Chest", "Waist"],
      rows: [
        { size: "XS", measures: ["78–83", "60–65"] },
        { size: "M", measures: ["88–94", "70–76"] },
      ],
    });
  });

  test("sizes in numbers are the waist in inches", () => {
    const guide = sizeGuide({ category: "Men", subCategory: "Bottomwear", sizes: ["30", "32"] });
    expect(guide?.columns).toEqual(["Waist", "Hip"]);
    expect(guide?.rows).toEqual([
      { size: "30", measures: ["76", "92"] },
      { size: "32", measures: ["81", "97"] },
    ]);
  });

  test("unisex letters are those for men", () => {
    const asked = { subCategory: "Winterwear", sizes: ["XXL"] } as const;
    expect(sizeGuide({ ...asked, sizes: ["XXL"], category: "Unisex" })).toEqual(
      sizeGuide({ ...asked, sizes: ["XXL"], category: "Men" }),
    );
  });

  test("what comes in one size has none", () => {
    expect(sizeGuide({ category: "Unisex", subCategory: "Winterwear", sizes: ["One size"] })).toBeUndefined();
  });
});
