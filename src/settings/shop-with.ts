import { shop } from "../shop.ts";

/** Of the shop's facts, those that the owner may change in the back office. */
type Changeable = "phone" | "email" | "address" | "podcast" | "returnDays" | "banner" | "offer";

type Plain<T> = T extends string
  ? string
  : T extends number
    ? number
    : { readonly [Key in keyof T]: Plain<T[Key]> };

/** A picture of the owner's, by its address as in a product's `image`, and what it shows. */
export type ShopPicture = { readonly url: string; readonly alt: string };

/** What shop.ts has nothing of. */
type Added = {
  /** The shop's WhatsApp, where it is not its phone. */
  readonly whatsapp?: string | undefined;
  /** When somebody answers. */
  readonly hours?: string | undefined;
};
type Pictured = { readonly picture?: ShopPicture | undefined };

type Changed = { readonly [Fact in Changeable]: Plain<(typeof shop)[Fact]> } & {
  readonly [Fact in "banner" | "offer"]: Pictured;
};

/** The facts that stand otherwise than in shop.ts; all others are left out, so that a page carries none of them. */
export type ShopChanges = Partial<Changed> & Added;

/** The shop's facts as they are now: those of shop.ts, and what the owner has changed of them. */
export type Shop = Omit<typeof shop, Changeable> & Changed & Added;

/** The facts of shop.ts with these changes. */
export function shopWith(changes: ShopChanges | undefined): Shop {
  return { ...shop, ...changes };
}
