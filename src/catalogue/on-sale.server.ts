import { sql } from "drizzle-orm";
import { chosenLanguage, inLanguage } from "../language/language.server.ts";
import { formatStart } from "./drops/drop-rules.ts";
import { products } from "./tables.server.ts";

// Whether shoppers see a product is asked of the database in every statement, by its clock: at the moment of a drop nothing
// has to be switched, and no process with a wrong clock shows it early.

/** Shoppers see the product, and can buy it. */
export const IS_ON_SALE = sql<boolean>`(${products.published} and (${products.onSaleFrom} is null or ${products.onSaleFrom} <= now()))`;

/** Its moment is still to come. */
export const IS_COMING = sql<boolean>`(${products.published} and coalesce(${products.onSaleFrom} > now(), false))`;

/** The same, and it is announced to shoppers. */
export const IS_ANNOUNCED = sql<boolean>`(${products.announced} and ${IS_COMING})`;

/** Why an announced product cannot be bought yet; the moment in the language of who asks. */
export function notYet(name: string, onSaleFrom: number): string {
  return `${name} is on sale from ${inLanguage(chosenLanguage() ?? "en", () => formatStart(onSaleFrom))}.`;
}
