import { sizeName } from "../cart/rules.ts";
import { notYet } from "../catalogue/on-sale.server.ts";

/** What is known of a product that was asked for: whether its moment is still to come, and whether shoppers may know of it. */
type Asked = {
  name: string | null;
  isComing?: boolean;
  isAnnounced?: boolean;
  /** Milliseconds since 1970. */
  onSaleFrom?: number | null;
};

/** Why it cannot be bought, without a word of goods that nobody may know of yet. */
export function whyNotOnSale(asked: Asked | undefined, size: string): string {
  const { name = null, isComing, isAnnounced, onSaleFrom } = asked ?? {};
  if (name !== null && isAnnounced && onSaleFrom) return notYet(name, onSaleFrom);
  return `${(isComing ? null : name) ?? "An item in your cart"} (${sizeName(size)}) is no longer on sale.`;
}
