import { z } from "zod";
import { text } from "../../platform/input.ts";
import { trimText } from "../../platform/text-rules.ts";
import { BLANK, eachField, type Field, type ProductField, type ProductFields } from "./product-fields.ts";
import { ALT_MAX, eachOnce, isSizeGuide, PICTURES_MAX, PRICE_MAX, SIZES_MAX } from "./rules.ts";

/** Text of one line, so that a list can show it. */
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
/** A date of another century is a typing mistake. */
const start = z
  .int(START)
  .min(Date.UTC(2020, 0), "Choose a day from 2020 on.")
  .max(Date.UTC(2100, 0), "Choose a day before 2100.");

const SIZE_GUIDE = "Write a line that names the measures, then one for each size, all with as many commas.";

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

/** The values that may be written into a field, by its kind. */
const WRITABLE: Record<Field["kind"], (field: Field) => z.ZodType> = {
  line: ({ max = 0, needed }) => (needed ? line(max).pipe(z.string().min(1, needed)) : line(max)),
  text: ({ max = 0 }) => words(max),
  sizeGuide: ({ max = 0 }) => words(max).pipe(z.string().refine(isSizeGuide, SIZE_GUIDE)),
  price: () => price,
  optionalPrice: () => price.nullable(),
  choice: ({ options }) => z.enum(options as readonly [string]),
  mark: () => z.boolean(),
  sizes: () => sizes,
  moment: () => start.nullable(),
  colour: () => z.string().regex(/^#[\da-f]{6}$/i, "A colour is # and six signs, such as #f1e8d8."),
};
type Shape = { [Name in ProductField]: z.ZodType<ProductFields[Name], ProductFields[Name]> };
const shape = eachField((field) => WRITABLE[field.kind](field)) as Shape;

/** What staff write about a product. Prices in whole KES; `sizes` in the order in which shoppers see them. */
export const productFields = z.object(shape);

type Blank = keyof typeof BLANK;
const blank = Object.entries(BLANK).map(([name, value]) => {
  const schema: z.ZodType = shape[name as Blank];
  return [name, schema.default(value)];
});
/** The same for a new product, where some fields may be missing. */
export const newProductFields = productFields.extend(
  Object.fromEntries(blank) as { [Name in Blank]: z.ZodDefault<Shape[Name]> },
);

/** The values that a field may have when it is read, by its kind: also those from before there was a limit. */
const SHOWN: Record<Field["kind"], (field: Field) => z.ZodType> = {
  line: () => z.string(),
  text: () => z.string(),
  sizeGuide: () => z.string(),
  price: () => z.int(),
  optionalPrice: () => z.int().nullable(),
  choice: WRITABLE.choice,
  mark: () => z.boolean(),
  sizes: () => z.array(z.string()),
  moment: () => z.int().nullable(),
  colour: () => z.string(),
};
export const shownFields = z.object(eachField((field) => SHOWN[field.kind](field)) as Shape);

/** The addresses of a product's pictures, and what each shows. */
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
