import { sql } from "drizzle-orm";
import { chosenLanguage, inLanguage } from "../language/language.server.ts";
import { formatStart } from "./drops/drop-rules.ts";
import { products } from "./tables.server.ts";

// Every statement asks the database, by its clock, whether shoppers see a product: so nothing has to be switched when the sale
// of a drop begins, and no process with a wrong clock shows it early.

/** Shoppers see the product, and can buy it. */
export const IS_ON_SALE = sql<boolean>`(${products.published} and (${products.onSaleFrom} is null or ${products.onSaleFrom} <= now()))`;

/** Its sale has not begun. */
export const IS_COMING = sql<boolean>`(${products.published} and coalesce(${products.onSaleFrom} > now(), false))`;

/** Its sale has not begun, and it is announced to shoppers. */
export const IS_ANNOUNCED = sql<boolean>`(${products.announced} and ${IS_COMING})`;

/** Why an announced product cannot be bought yet; the time is in the language of the request. */
export function notYet(name: string, onSaleFrom: number): string {
  return `${name} is on sale from ${inLanguage(chosenLanguage() ?? "en", () => formatStart(onSaleFrom))}.`;
}
