import { shop } from "../shop.ts";

/** Those of the shop's facts that the owner may change in the back office. */
type Changeable = "phone" | "email" | "address" | "podcast" | "returnDays" | "banner" | "offer";

type Plain<T> = T extends string
  ? string
  : T extends number
    ? number
    : { readonly [Key in keyof T]: Plain<T[Key]> };

/** A picture of the owner's, by its address as in a product's `image`, and its alt text. */
export type ShopPicture = { readonly url: string; readonly alt: string };

/** Facts that shop.ts does not have. */
type Added = {
  /** The shop's WhatsApp number, where it differs from its phone. */
  readonly whatsapp?: string | undefined;
  /** When somebody answers. */
  readonly hours?: string | undefined;
};
type Pictured = { readonly picture?: ShopPicture | undefined };

type Changed = { readonly [Fact in Changeable]: Plain<(typeof shop)[Fact]> } & {
  readonly [Fact in "banner" | "offer"]: Pictured;
};

/** The facts that differ from shop.ts; all others are left out, so that pages do not carry them. */
export type ShopChanges = Partial<Changed> & Added;

/** The shop's facts as they are now: those of shop.ts, with the owner's changes. */
export type Shop = Omit<typeof shop, Changeable> & Changed & Added;

/** The facts of shop.ts with these changes. */
export function shopWith(changes: ShopChanges | undefined): Shop {
  return { ...shop, ...changes };
}
