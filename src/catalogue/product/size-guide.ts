import type { Category, SubCategory } from "../rules.ts";

/** The rows of a guide: a size and the body's measures for it, in centimetres. Columns are the shop's own, or the owner's. */
export type SizeGuide = { columns: string[]; rows: { size: string; measures: string[] }[] };

/** What is measured, as the shop names it. */
type Measure = "Chest" | "Waist" | "Hip";
type Letters = Record<Measure, number[]>;

const LETTERS = ["XS", "S", "M", "L", "XL", "XXL"];
/** Where each letter's measure begins, and where the last one ends; for sample products, as the owner's guides replace them. */
const MEN: Letters = {
  Chest: [82, 88, 94, 100, 107, 114, 122],
  Waist: [68, 74, 80, 86, 93, 101, 110],
  Hip: [82, 88, 94, 100, 106, 112, 119],
};
const WOMEN: Letters = {
  Chest: [78, 83, 88, 94, 101, 108, 116],
  Waist: [60, 65, 70, 76, 83, 90, 98],
  Hip: [84, 89, 94, 100, 107, 114, 122],
};
/** Centimetres in an inch: numeric sizes are the waist in inches. */
const INCH = 2.54;
/** Centimetres from a waist to the hip that goes with it. */
const HIP_MORE = { Men: 16, Women: 24, Unisex: 18 };

const MEASURED: Record<SubCategory, Measure[]> = {
  Topwear: ["Chest", "Waist"],
  Bottomwear: ["Waist", "Hip"],
  Winterwear: ["Chest", "Waist"],
};

/** The body's measures for each size of a product, or its own guide; undefined for a product in one size. */
export function sizeGuide(product: {
  category: Category;
  subCategory: SubCategory;
  sizes: string[];
  sizeGuide?: string | undefined;
}): SizeGuide | undefined {
  const { category, subCategory, sizes } = product;
  if (product.sizeGuide) return ownGuide(product.sizeGuide);
  if (sizes.every((size) => Number(size) > 0))
    return {
      columns: ["Waist", "Hip"],
      rows: sizes.map((size) => ({ size, measures: fromInches(Number(size), HIP_MORE[category]) })),
    };
  const known = sizes.filter((size) => LETTERS.includes(size));
  if (known.length === 0) return undefined;
  const letters = category === "Women" ? WOMEN : MEN;
  const columns = MEASURED[subCategory];
  return {
    columns,
    rows: known.map((size) => ({
      size,
      measures: columns.map((measure) => between(letters[measure], LETTERS.indexOf(size))),
    })),
  };
}

/** A first line "Size, Chest, Waist", then one for each size. */
function ownGuide(text: string): SizeGuide {
  const [[, ...columns] = [], ...rows] = text
    .split("\n")
    .filter((line) => line.trim())
    .map((line) => line.split(",").map((cell) => cell.trim()));
  return { columns, rows: rows.map(([size = "", ...measures]) => ({ size, measures })) };
}

function fromInches(inches: number, hipMore: number): string[] {
  const waist = Math.round(inches * INCH);
  return [String(waist), String(waist + hipMore)];
}

function between(steps: number[], at: number): string {
  return `${steps[at]}–${steps[at + 1]}`;
}
