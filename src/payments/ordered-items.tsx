import { sizeName } from "../cart/rules.ts";
import { t } from "../language/t.ts";
import type { OrderToPlace } from "../ordering/checkout/checkout-state.ts";
import "./payments.css";

/** Lines that are always shown; the others open at a tap. */
const SHOWN = 3;

/** What is bought, a line for each product and size, beside the amount. */
export function OrderedItems({ items }: Pick<OrderToPlace, "items">) {
  const lines = items.map(({ _id, name, size, quantity }) => (
    <li key={`${_id} ${size}`}>
      {quantity} × {name}, {sizeName(size)}
    </li>
  ));
  const others = lines.slice(SHOWN);
  return (
    <div className="ordered">
      <p className="label" id="ordered">
        {t("Your order")}
      </p>
      <ul className="ordered-list" aria-labelledby="ordered">
        {lines.slice(0, SHOWN)}
      </ul>
      {others.length > 0 && (
        <details>
          <summary>{t("{items} more", { items: others.length })}</summary>
          <ul className="ordered-list">{others}</ul>
        </details>
      )}
    </div>
  );
}
