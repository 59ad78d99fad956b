import { z } from "zod";
import { CATEGORIES, SEARCH_MAX, SUB_CATEGORIES } from "../../catalogue/rules.ts";
import {
  newProductFields,
  pictureOrder,
  productFields,
  shownFields,
} from "../../catalogue/staff/contract.ts";
import { GOODS_SORTS, GOODS_STATES } from "../../catalogue/staff/rules.ts";
import { answered, int4, listOf, text } from "../../platform/input.ts";

// Calls of /api/staff/goods: what the shop sells, on sale or not. Prices in whole KES, times in milliseconds since 1970.

const status = z.enum(GOODS_STATES);

const row = z.object({
  _id: z.string(),
  name: z.string(),
  /** The first picture; null where there is none yet. */
  image: z.string().nullable(),
  category: z.enum(CATEGORIES),
  subCategory: z.enum(SUB_CATEGORIES),
  price: z.int(),
  formerPrice: z.int().nullable(),
  status,
  /** When a drop's sale begins, and whether that is still to come. */
  onSaleFrom: z.int().nullable(),
  coming: z.boolean(),
  /** Pieces on hand, of all its sizes. */
  left: z.int(),
  version: z.int(),
  updatedAt: z.int(),
});
export type GoodsRow = z.output<typeof row>;

/** Without `status` all that are not archived; `q` is a part of the name, `after` the `next` of the previous page. */
export const listGoods = {
  method: "GET",
  path: "/api/staff/goods",
  summary: "Goods, on sale or not, searched, filtered and sorted",
  ...listOf(row, {
    q: text(SEARCH_MAX).optional(),
    category: z.enum(CATEGORIES).optional(),
    type: z.enum(SUB_CATEGORIES).optional(),
    status: status.optional(),
    /** Only products of which a size is low. */
    stock: z.literal("low").optional(),
    /** Only products whose sale is still to begin. */
    drops: z.literal("coming").optional(),
    sort: z.enum(GOODS_SORTS).default("newest"),
  }),
} as const;

const product = shownFields.extend({
  _id: z.string(),
  images: z.array(z.string()),
  /** One for each picture, empty where it is not described. */
  alts: z.array(z.string()),
  status,
  /** Whether its sale is still to begin. */
  coming: z.boolean(),
  /** First the sizes it comes in, in their order. */
  stock: z.array(z.object({ size: z.string(), onHand: z.int(), held: z.int() })),
  version: z.int(),
  updatedAt: z.int(),
});
export type StaffProduct = z.output<typeof product>;

const withProduct = answered.extend({ product });

/** `confirmed`: the question of the previous answer (409 `confirm`, by field) was answered with yes. */
const confirmed = z.boolean().default(false);

export const showProduct = {
  method: "GET",
  path: "/api/staff/goods/:id",
  summary: "A product, on sale or not, with its pieces by size",
  answer: withProduct,
} as const;

/** A new product is hidden; fields that are not given are empty. */
export const addProduct = {
  path: "/api/staff/goods",
  summary: "Add a product, hidden at first",
  body: newProductFields.extend({ confirmed }),
  answer: withProduct,
} as const;

/** Fields that are not given stay as they are. Another `version` than the product's is refused (409). */
export const editProduct = {
  path: "/api/staff/goods/:id",
  summary: "Change what is written about a product; another version is refused",
  body: productFields.partial().extend({ version: int4, confirmed }),
  answer: withProduct,
} as const;

/**
 * The product's pictures, by their addresses, in order, and what each shows. A picture that is left out stays stored, so
 * that orders show it and it can be put back. `expected` is what the sender has read: if the product has other pictures
 * or alt texts by now, nothing is saved (409); read it again and send that with the change. Without `expected` the order
 * replaces whatever is there.
 */
export const arrangePictures = {
  path: "/api/staff/goods/:id/pictures",
  summary:
    "Say which pictures a product has, in which order, and what they show; others than `expected` are refused",
  body: pictureOrder.safeExtend({
    expected: z.object({ images: z.array(z.string()), alts: z.array(z.string()) }).optional(),
  }),
  answer: withProduct,
} as const;

export const hideProduct = {
  path: "/api/staff/goods/:id/hide",
  summary: "Hide a product from shoppers",
  answer: withProduct,
} as const;
export const unhideProduct = {
  path: "/api/staff/goods/:id/show",
  summary: "Show a product to shoppers, also one from the archive",
  answer: withProduct,
} as const;
export const archiveProduct = {
  path: "/api/staff/goods/:id/archive",
  summary: "Take a product out of the lists; orders keep it",
  answer: withProduct,
} as const;

/** The answer's product is the copy. */
export const duplicateProduct = {
  path: "/api/staff/goods/:id/duplicate",
  summary: "Add a hidden copy of a product, without its pieces",
  answer: withProduct,
} as const;

/** A CSV file: all goods with what is on hand, archived ones too. */
export const exportGoods = {
  method: "GET",
  path: "/api/staff/export/goods.csv",
  summary: "All goods with what is on hand, as a CSV file",
  document: "text/csv; charset=utf-8",
} as const;
