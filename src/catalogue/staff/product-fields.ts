import { CATEGORIES, SUB_CATEGORIES } from "../rules.ts";
import { COLOUR, NAME_MAX } from "./rules.ts";

/** The type of a field's value, by its kind. */
type Kinds = {
  /** A text of one line, and one of several. */
  line: string;
  text: string;
  sizeGuide: string;
  /** Whole KES; `optionalPrice` may be missing. */
  price: number;
  optionalPrice: number | null;
  mark: boolean;
  sizes: string[];
  /** Milliseconds since 1970. */
  moment: number | null;
  /** "#f1e8d8". */
  colour: string;
};

export type Field = {
  kind: keyof Kinds | "choice";
  label: string;
  /** Its column in a file of goods, where that is not the label. */
  column?: string;
  /** Characters. */
  max?: number;
  /** The message where it is empty; without one it may be empty. */
  needed?: string;
  options?: readonly string[];
  hint?: string;
  /** Lines of its text area. */
  rows?: number;
};

/**
 * What staff write about a product: the form, the contract of the calls, and the columns of a file of goods are made of this
 * table.
 */
export const PRODUCT_FIELDS = {
  name: { kind: "line", label: "Name", max: NAME_MAX, needed: "Enter a name." },
  description: { kind: "text", label: "Description", max: 5_000, rows: 5 },
  material: { kind: "line", label: "Material", max: 500 },
  fit: { kind: "line", label: "Fit", max: 500 },
  /** Measures that take the place of the shop's own. */
  sizeGuide: {
    kind: "sizeGuide",
    label: "Size guide",
    max: 2_000,
    rows: 3,
    hint: "Empty: the shop's own table. Else a first line “Size, Chest, Waist”, then one line for each size: “S, 88–96, 72–78”.",
  },
  category: { kind: "choice", label: "Category", options: CATEGORIES },
  subCategory: { kind: "choice", label: "Type", options: SUB_CATEGORIES },
  price: { kind: "price", label: "Price", hint: "Whole Ksh." },
  formerPrice: {
    kind: "optionalPrice",
    label: "Former price",
    hint: "Struck out beside the price; empty for none.",
  },
  trending: { kind: "mark", label: "Trending" },
  bestseller: { kind: "mark", label: "Best seller" },
  sizes: { kind: "sizes", label: "Sizes", hint: "In the order shoppers see, with commas: S, M, L." },
  /** A drop: when its sale begins, and whether shoppers know of it before. */
  onSaleFrom: {
    kind: "moment",
    label: "On sale from",
    hint: "East Africa Time. Leave empty for now. Until then nobody sees it or can buy it.",
  },
  announced: {
    kind: "mark",
    label: "Announce",
    column: "Announced",
    hint: "Before that moment shoppers see its name, its first picture and a countdown, and no price.",
  },
  colour: { kind: "colour", label: "Colour" },
} as const satisfies Record<string, Field>;

export type ProductField = keyof typeof PRODUCT_FIELDS;
type ValueOf<F extends Field> = F["kind"] extends keyof Kinds
  ? Kinds[F["kind"]]
  : F extends { options: readonly (infer Option)[] }
    ? Option
    : never;

/** The fields that staff write about a product. */
export type ProductFields = { [Name in ProductField]: ValueOf<(typeof PRODUCT_FIELDS)[Name]> };

/** The values of fields that are not given for a new product. */
export const BLANK = {
  description: "",
  material: "",
  fit: "",
  sizeGuide: "",
  formerPrice: null,
  trending: false,
  bestseller: false,
  onSaleFrom: null,
  announced: false,
  colour: COLOUR,
} as const satisfies Partial<ProductFields>;

/** Makes something of each field; its type is the caller's. */
export function eachField<T>(make: (field: Field, name: ProductField) => T): { [Name in ProductField]: T } {
  const made = Object.entries(PRODUCT_FIELDS).map(([name, field]) => [
    name,
    make(field, name as ProductField),
  ]);
  return Object.fromEntries(made);
}
