import { t } from "../language/t.ts";
import type { Product } from "./contract.ts";
import { formatPrice } from "./rules.ts";

/** What a product costs and, struck out, what it cost before. */
export function Price({ of }: { of: Pick<Product, "price" | "formerPrice"> }) {
  return (
    <span className="prices">
      <span className="price">{formatPrice(of.price)}</span>
      {of.formerPrice !== null && (
        <s>
          <span className="visually-hidden"> {t("Was")} </span>
          {formatPrice(of.formerPrice)}
        </s>
      )}
    </span>
  );
}
