import { t } from "../language/t.ts";
import { formatPrice } from "./rules.ts";

/** What a product costs and, struck out, what it cost before if it is on offer. */
export function Price({ of }: { of: { price: number; formerPrice?: number | null } }) {
  return (
    <span className="prices">
      <span className="price">{formatPrice(of.price)}</span>
      {of.formerPrice ? (
        <s>
          <span className="visually-hidden"> {t("Was")} </span>
          {formatPrice(of.formerPrice)}
        </s>
      ) : null}
    </span>
  );
}
