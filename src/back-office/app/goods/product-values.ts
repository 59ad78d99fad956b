import type { Category, SubCategory } from "../../../catalogue/rules.ts";
import { COLOUR } from "../../../catalogue/staff/rules.ts";
import { readMoment, writeMoment } from "../../../language/moments.ts";
import { numberOrTyped, readKes } from "../../../platform/whole-number.ts";
import type { StaffProduct } from "../shown.ts";

/** What the fields of a product's form hold. */
export type Values = {
  name: string;
  description: string;
  category: Category;
  subCategory: SubCategory;
  price: string;
  formerPrice: string;
  sizes: string;
  material: string;
  fit: string;
  sizeGuide: string;
  /** As the field of a browser writes it, in East Africa; empty: at once. */
  onSaleFrom: string;
  announced: boolean;
  colour: string;
  trending: boolean;
  bestseller: boolean;
};
export type FieldName = keyof Values;

export const LABELS: Record<FieldName, string> = {
  name: "Name",
  description: "Description",
  category: "Category",
  subCategory: "Type",
  price: "Price",
  formerPrice: "Former price",
  sizes: "Sizes",
  material: "Material",
  fit: "Fit",
  sizeGuide: "Size guide",
  onSaleFrom: "On sale from",
  announced: "Announce",
  colour: "Colour",
  trending: "Trending",
  bestseller: "Best seller",
};
const NAMES = Object.keys(LABELS) as FieldName[];

/** The form of a new product. */
export const NEW: Values = {
  name: "",
  description: "",
  category: "Unisex",
  subCategory: "Topwear",
  price: "",
  formerPrice: "",
  sizes: "S, M, L, XL",
  material: "",
  fit: "",
  sizeGuide: "",
  onSaleFrom: "",
  announced: false,
  colour: COLOUR,
  trending: false,
  bestseller: false,
};

type Written = Omit<Pick<StaffProduct, FieldName>, "price"> & { price: number };

/** A product as its form shows it. */
export function valuesOf(product: Written): Values {
  const { price, formerPrice, sizes, onSaleFrom, ...same } = product;
  const shown = {
    ...same,
    price: String(price),
    formerPrice: formerPrice === null ? "" : String(formerPrice),
    sizes: sizes.join(", "),
    onSaleFrom: onSaleFrom === null ? "" : writeMoment(onSaleFrom),
  };
  return Object.fromEntries(NAMES.map((name) => [name, shown[name]])) as Values;
}

/** The fields in which two forms differ. */
export function differing(one: Values, other: Values): FieldName[] {
  return NAMES.filter((name) => one[name] !== other[name]);
}

/** What a call is told of these fields. What cannot be read as a number is sent as it was typed, to be refused by its field. */
export function bodyOf(values: Values, names: FieldName[] = NAMES): Partial<Written> {
  const read = {
    ...values,
    price: numberOrTyped(values.price, readKes),
    formerPrice: values.formerPrice.trim() === "" ? null : numberOrTyped(values.formerPrice, readKes),
    onSaleFrom: values.onSaleFrom === "" ? null : numberOrTyped(values.onSaleFrom, readMoment),
    sizes: values.sizes
      .split(",")
      .map((size) => size.trim())
      .filter(Boolean),
  };
  return Object.fromEntries(names.map((name) => [name, read[name]])) as Partial<Written>;
}

/** A field's value in words, for the list of what a colleague has changed. */
export function valueInWords(value: Values[FieldName]): string {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value === "" ? "empty" : `“${value.length > 80 ? `${value.slice(0, 80)}…` : value}”`;
}
