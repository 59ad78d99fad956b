import { formatPrice } from "../../catalogue/rules.ts";
import { t } from "../../language/t.ts";

/** What a discount is called: "Discount SAUTI33, heard in episode 33". */
export function discountName({ code, source }: { code: string; source: string }): string {
  return t("Discount {code}", { code: source ? `${code}, ${source}` : code });
}

/** "−Ksh 160". */
export function discountText(kes: number): string {
  return `−${formatPrice(kes)}`;
}
