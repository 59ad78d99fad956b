import {
  BLANK,
  type Field,
  PRODUCT_FIELDS,
  type ProductField,
} from "../../catalogue/staff/product-fields.ts";
import type { GoodsState } from "../../catalogue/staff/rules.ts";
import { readKes } from "../../platform/whole-number.ts";
import type { FormRows } from "../app/forms/field-form.tsx";
import { type FormField, MARK, MOMENT, quote, typedOf } from "../app/forms/form-field.ts";

/** How a field of each kind is typed. */
const TYPED: Partial<Record<Field["kind"], Partial<FormField>>> = {
  price: { number: readKes },
  optionalPrice: { number: readKes },
  mark: MARK,
  moment: MOMENT,
  colour: { type: "color" },
  sizes: {
    written: {
      show: (value) => (value as string[]).join(", "),
      read: (text) =>
        text
          .split(",")
          .map((size) => size.trim())
          .filter(Boolean),
    },
  },
};

function field(name: ProductField): FormField {
  const { kind, label, hint, rows, options }: Field = PRODUCT_FIELDS[name];
  const shown = Object.entries({ hint, rows, options }).filter(([, value]) => value !== undefined);
  return { path: name, label, words: quote, ...Object.fromEntries(shown), ...TYPED[kind] };
}

/** What is written about a product. */
export const PRODUCT_FORM: FormRows = [
  field("name"),
  field("description"),
  [field("category"), field("subCategory")],
  [field("price"), field("formerPrice")],
  field("sizes"),
  [field("material"), field("fit")],
  field("sizeGuide"),
  [field("onSaleFrom"), field("announced")],
  [field("trending"), field("bestseller"), field("colour")],
];
export const PRODUCT_FORM_FIELDS: FormField[] = PRODUCT_FORM.flat();

/** The form of a new product. */
export const NEW_PRODUCT = typedOf(
  {
    ...BLANK,
    name: "",
    category: "Unisex",
    subCategory: "Topwear",
    price: null,
    sizes: ["S", "M", "L", "XL"],
  },
  PRODUCT_FORM_FIELDS,
);

/** Whether shoppers see a product, in a word. */
export const STATES: Record<GoodsState, { name: string; kind: string }> = {
  shown: { name: "Shown", kind: "badge-success" },
  hidden: { name: "Hidden", kind: "badge-warning" },
  archived: { name: "Archived", kind: "badge-neutral" },
};
