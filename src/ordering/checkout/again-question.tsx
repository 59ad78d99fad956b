import { t, tMessage } from "../../language/t.ts";
import "../ordering.css";
import { useEffect, useId } from "react";
import { formatPrice } from "../../catalogue/rules.ts";
import { deliveryOf, findPoint } from "../../delivery/rules.ts";
import { fetchDelivery, useDeliverySettings } from "../../delivery/use-delivery-settings.ts";
import { Rich } from "../../language/rich.tsx";
import { Link } from "../../ui/link.tsx";
import type { CheckoutState } from "./checkout-state.ts";

type AgainProps = {
  /** The server's question. */
  said: string;
  onYes: (form: HTMLFormElement | null) => void;
};

/**
 * Asks before the same items are bought a second time (order-elsewhere.server.ts), inside the form that was sent. It takes
 * the keyboard and the screen reader to it; yes gives them back to the form's button.
 */
export function AgainQuestion({ said, onYes }: AgainProps) {
  const title = useId();
  return (
    <section className="notice notice-info again-question" aria-labelledby={title}>
      <h2 id={title} tabIndex={-1} ref={focusTitle}>
        {tMessage(said)}
      </h2>
      <p>{t("Your earlier order is safe. This one is not placed yet.")}</p>
      <p className="notice-action">
        <button
          type="button"
          className="button button-primary"
          onClick={({ currentTarget: { form } }) => {
            form?.querySelector<HTMLElement>("[type=submit]")?.focus();
            onYes(form);
          }}
        >
          {t("Order again")}
        </button>
        <Link className="button" to="/orders">
          {t("See my orders")}
        </Link>
      </p>
    </section>
  );
}

/** Whether a refusal asks if the same items are wanted once more. */
export function asksAgain(status: number, answer: Record<string, unknown>): boolean {
  return status === 409 && answer.again === true;
}

function focusTitle(title: HTMLElement | null): void {
  title?.focus();
}

/** What an order comes to by now, in KES, and why that is not what was shown. */
export function NewTotal({ amount, carried }: { amount: number; carried: CheckoutState }) {
  const settings = useDeliverySettings();
  // it may be the fee that the owner has just changed
  useEffect(() => void fetchDelivery(), []);
  const { order, deliveryFee: before } = carried;
  const { items, address, delivery } = order;
  const subtotal = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const pickUp = delivery === undefined ? undefined : findPoint(settings, delivery);
  const { fee: now } = deliveryOf(settings, { ...address, pickUp }, subtotal);
  return (
    <p>
      <Rich
        sentence="The new total is {amount}."
        amount={<strong className="price">{formatPrice(amount)}</strong>}
      />{" "}
      {before !== undefined && now !== before
        ? t("Delivery is now {now}; it was {before}.", {
            now: formatPrice(now),
            before: formatPrice(before),
          })
        : amount !== order.amount &&
          t(
            order.coupon
              ? "A price in your cart has changed, or your coupon no longer counts."
              : "A price in your cart has changed.",
          )}
    </p>
  );
}
