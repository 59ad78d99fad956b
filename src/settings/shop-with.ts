import { shop } from "../shop.ts";

/** Of the shop's facts, those that the owner may change in the back office. */
type Changeable = "phone" | "email" | "address" | "podcast" | "returnDays" | "banner" | "offer";

type Plain<T> = T extends string
  ? string
  : T extends number
    ? number
    : { readonly [Key in keyof T]: Plain<T[Key]> };

/** The facts that stand otherwise than in shop.ts; all others are left out, so that a page carries none of them. */
export type ShopChanges = { readonly [Fact in Changeable]?: Plain<(typeof shop)[Fact]> };

/** The shop's facts as they are now: those of shop.ts, and what the owner has changed of them. */
export type Shop = Omit<typeof shop, Changeable> & Required<ShopChanges>;

/** The facts of shop.ts with these changes. */
export function shopWith(changes: ShopChanges | undefined): Shop {
  return { ...shop, ...changes };
}
