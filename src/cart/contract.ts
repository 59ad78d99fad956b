import { z } from "zod";
import { answered, text } from "../platform/input.ts";
import { LINE_MAX, LINES_MAX } from "./rules.ts";

const productId = text(64).min(1);
const size = text(20).min(1);

const cartData = z.record(z.string(), z.record(z.string(), z.int()));

export const addToCart = {
  path: "/api/cart/add",
  summary: "Add one of a product in a size",
  body: z.object({ itemId: productId, size }),
  answer: answered.extend({ cartData }),
} as const;

/** Quantity 0 removes the line. */
export const updateCart = {
  path: "/api/cart/update",
  summary: "Set how many of a line; 0 removes it",
  body: z.object({ itemId: productId, size, quantity: z.int().min(0).max(LINE_MAX) }),
  answer: answered.extend({ cartData }),
} as const;

/** The browser's id of its checkout: once that has its order, the answer says so, and its items are not in the cart. */
const checkout = text(255).min(1).optional();
const ordered = z.literal(true).optional();

export const getCart = {
  path: "/api/cart/get",
  summary: "The saved cart",
  body: z.object({ checkout }).nullish(),
  answer: answered.extend({ cartData, ordered }),
} as const;

/** At login: merges the visitor's lines into the account's; `changes`: sentences on what differs from the visitor's cart. */
export const mergeCart = {
  path: "/api/cart/merge",
  summary: "Join a visitor's cart to the saved one",
  body: z.object({
    lines: z
      .array(z.object({ itemId: productId, size, quantity: z.int().min(1).max(LINE_MAX) }))
      .max(LINES_MAX),
    checkout,
  }),
  answer: answered.extend({ cartData, changes: z.array(z.string()), ordered }),
} as const;
