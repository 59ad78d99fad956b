import { z } from "zod";
import { answered, repeated, text } from "../platform/input.ts";
import { CATEGORIES, LIMIT_MAX, ON_OFFER, SEARCH_MAX, SORTS, SUB_CATEGORIES } from "./rules.ts";

/**
 * A product as the API returns it (specification §3). Added are `stock` by size, `colour`, `formerPrice` for products on offer,
 * `material` and `fit` in words, perhaps empty, and `alts`: what each picture shows, empty or missing where it is not
 * described. Prices in whole KES.
 */
export const product = z.object({
  _id: z.string(),
  name: z.string(),
  price: z.int(),
  formerPrice: z.int().nullable(),
  description: z.string(),
  material: z.string(),
  fit: z.string(),
  image: z.array(z.string()),
  // a page that was kept for times without a connection may be from before there were any
  alts: z.array(z.string()).optional(),
  sizes: z.array(z.string()),
  category: z.enum(CATEGORIES),
  subCategory: z.enum(SUB_CATEGORIES),
  trending: z.boolean(),
  bestseller: z.boolean(),
  stock: z.record(z.string(), z.int()),
  colour: z.string(),
  /** The measures of a product with its own size guide; only on its page. */
  sizeGuide: z.string().optional(),
});
export type Product = z.infer<typeof product>;

const listQuery = z.object({
  category: repeated(z.enum(CATEGORIES)),
  subCategory: repeated(z.enum(SUB_CATEGORIES)),
  offer: z.literal(ON_OFFER).optional(),
  search: text(SEARCH_MAX).optional(),
  sort: z.enum(SORTS).default("relevant"),
  id: repeated(text(64)),
  page: z.coerce.number().int().min(1).max(100_000).optional(),
  limit: z.coerce.number().int().min(1).max(LIMIT_MAX).optional(),
});
export type ListQuery = z.infer<typeof listQuery>;

/** When an announced drop's sale begins, and the current time of the database's clock, which decides; milliseconds since 1970. */
export const dropMoment = {
  path: "/api/product/drop",
  summary: "When an announced product comes, and what time it is in the shop",
  query: z.object({ id: text(64) }),
  answer: answered.extend({ onSaleFrom: z.int(), now: z.int() }),
} as const;

/** All of it, or the part asked for; multi-select parameters are repeated. */
export const listProducts = {
  path: "/api/product/list",
  summary: "Products on sale, filtered, searched and sorted",
  query: listQuery,
  answer: answered.extend({ products: z.array(product), total: z.int() }),
} as const;
