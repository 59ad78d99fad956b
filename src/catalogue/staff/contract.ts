import { z } from "zod";
import { text } from "../../platform/input.ts";
import { trimText } from "../../platform/text-rules.ts";
import { CATEGORIES, SUB_CATEGORIES } from "../rules.ts";
import { ALT_MAX, eachOnce, isSizeGuide, NAME_MAX, PICTURES_MAX, PRICE_MAX, SIZES_MAX } from "./rules.ts";

/** In one line, so that a list can show it. */
const line = (max: number) =>
  z
    .string()
    .overwrite(trimText)
    .pipe(text(max).regex(/^\P{Cc}*$/u, "Write it in one line."));
const words = (max: number) => z.string().trim().pipe(text(max));
const price = z
  .int("Enter a price in whole KES.")
  .min(1, "A price is at least Ksh 1.")
  .max(PRICE_MAX, `A price is at most Ksh ${PRICE_MAX.toLocaleString("en-KE")}.`);

const START = "Write a day and a time, such as 2026-11-27 18:00.";
/** Nobody means another century: it is a slip of the finger. */
const start = z
  .int(START)
  .min(Date.UTC(2020, 0), "Choose a day from 2020 on.")
  .max(Date.UTC(2100, 0), "Choose a day before 2100.");

const size = line(20).pipe(
  z
    .string()
    .min(1, "A size has a name.")
    .regex(/^[^,]*$/, "A size has no comma in its name."),
);
const sizes = z
  .array(size)
  .min(1, "Name at least one size.")
  .max(SIZES_MAX, `A product has at most ${SIZES_MAX} sizes.`)
  .refine(eachOnce, "Name each size once.");

/** What staff write about a product. Prices in whole KES; `sizes` in the order in which shoppers see them. */
export const productFields = z.object({
  name: line(NAME_MAX).pipe(z.string().min(1, "Enter a name.")),
  description: words(5_000),
  material: line(500),
  fit: line(500),
  /** Measures that take the place of the shop's own; empty: the shop's. */
  sizeGuide: words(2_000).pipe(
    z
      .string()
      .refine(
        isSizeGuide,
        "Write a line that names the measures, then one for each size, all with as many commas.",
      ),
  ),
  category: z.enum(CATEGORIES),
  subCategory: z.enum(SUB_CATEGORIES),
  price,
  formerPrice: price.nullable(),
  trending: z.boolean(),
  bestseller: z.boolean(),
  sizes,
  /** A drop: from when it is on sale, milliseconds since 1970; null for goods that are at once. */
  onSaleFrom: start.nullable(),
  /** Whether shoppers are told of it before. */
  announced: z.boolean(),
  colour: z.string().regex(/^#[\da-f]{6}$/i, "A colour is # and six signs, such as #f1e8d8."),
});
export type ProductFields = z.infer<typeof productFields>;

/** Addresses of a product's pictures, and what each shows. */
export const pictureOrder = z
  .object({
    order: z
      .array(text(200))
      .max(PICTURES_MAX, `A product has at most ${PICTURES_MAX} pictures.`)
      .refine((all) => new Set(all).size === all.length, "Name each picture once."),
    alts: z.array(line(ALT_MAX)),
  })
  .refine(({ order, alts }) => alts.length <= order.length, {
    path: ["alts"],
    message: "There are more alt texts than pictures.",
  });
