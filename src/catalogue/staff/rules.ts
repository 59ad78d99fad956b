import { writeMoment } from "../../language/moments.ts";
import { foldText } from "../../platform/fold-text.ts";
import { formatPrice } from "../rules.ts";

/** Why pieces came into stock, or left it, other than by a sale. */
export const MOVE_REASONS = [
  "received",
  "counted",
  "damaged",
  "lost",
  "returned",
  "gift",
  "correction",
] as const;
export type MoveReason = (typeof MOVE_REASONS)[number];

/** The reasons that come up while packing. */
export const PACKING_REASONS: readonly MoveReason[] = ["received", "counted", "damaged"];

/** What only adds pieces, and what only takes them away; the others do either. */
const ADD: readonly MoveReason[] = ["received", "returned"];
const TAKE: readonly MoveReason[] = ["damaged", "lost", "gift"];

/** Why so many pieces cannot be moved for this reason, or undefined: the ledger would record what did not happen. */
export function moveFault(reason: MoveReason, delta: number): string | undefined {
  if (delta === 0) return "Say by how many pieces: 5 adds five, -5 takes five away.";
  if (delta < 0 && ADD.includes(reason))
    return "This reason adds pieces. To take some away, choose another reason.";
  if (delta > 0 && TAKE.includes(reason))
    return `This reason takes pieces away: write -${delta}. To add some, choose another reason.`;
  return undefined;
}

/** Most pieces that one move adds or takes away. */
export const MOVE_MAX = 10_000;

export const NOTE_MAX = 200;

/** From this stock downwards a size that shoppers see is low. */
export const LOW_STOCK = 5;

/** The states of a product: shoppers see those shown; archived ones are also hidden from staff's lists. */
export const GOODS_STATES = ["shown", "hidden", "archived"] as const;
export type GoodsState = (typeof GOODS_STATES)[number];

export const GOODS_SORTS = ["newest", "name", "low-high", "high-low"] as const;
export type GoodsSort = (typeof GOODS_SORTS)[number];

export const NAME_MAX = 100;
/** Whole KES. */
export const PRICE_MAX = 1_000_000;
export const SIZES_MAX = 20;
export const PICTURES_MAX = 20;
/** Characters of an alternative text: what a screen reader says in one breath. */
export const ALT_MAX = 250;

/** Behind a product's pictures until they come, where nobody has chosen a colour. */
export const COLOUR = "#f1e8d8";

/** Whether no name occurs twice, in any spelling. */
export function eachOnce(names: readonly string[]): boolean {
  return new Set(names.map(foldText)).size === names.length;
}

/** A price that changes by more than this share of the old one may be a typing mistake. */
const LARGE_CHANGE = 0.5;

type Priced = { price: number; formerPrice: number | null };

/**
 * The questions before prices are saved, by field; none where all is plain. Who confirms saves the price as
 * it is, and no former price that is not above it.
 */
export function priceQuestions({ price, formerPrice }: Priced, before?: Priced): Record<string, string> {
  return {
    ...(before &&
      isLargeChange(before.price, price) && {
        price: `The price ${price < before.price ? "drops" : "rises"} from ${formatPrice(before.price)} to ${formatPrice(price)}. Save it?`,
      }),
    ...(isNotAbove(formerPrice, price) && {
      formerPrice: `The former price is not above the price, ${formatPrice(price)}. Save it without a former price?`,
    }),
  };
}

/** The message where a product is announced without a start. */
export const NO_START = "Say from when it is on sale, or do not announce it.";

/** The question about a new start that has passed already: a year or an hour may be mistyped. */
export function startQuestions(
  { onSaleFrom }: Started,
  before: Started = { onSaleFrom: null },
): Record<string, string> {
  if (onSaleFrom === null || onSaleFrom === before.onSaleFrom || onSaleFrom > Date.now()) return {};
  const moment = writeMoment(onSaleFrom).replace("T", " ");
  return { onSaleFrom: `${moment} has passed: it is on sale without waiting. Is that right?` };
}

type Started = { onSaleFrom: number | null };

export function isLargeChange(before: number, after: number): boolean {
  return Math.abs(after - before) > before * LARGE_CHANGE;
}

/** Whether a former price is not above the price, and so is none. */
export function isNotAbove(formerPrice: number | null, price: number): boolean {
  return formerPrice !== null && formerPrice <= price;
}

/** Whether a product's own size guide can be shown: a line that names the measures, then one for each size, of equal length. */
export function isSizeGuide(text: string): boolean {
  const lines = text.split("\n").filter((line) => line.trim());
  const [parts = 0, ...others] = lines.map((line) => line.split(",").length);
  return lines.length === 0 || (parts > 1 && others.length > 0 && others.every((each) => each === parts));
}
