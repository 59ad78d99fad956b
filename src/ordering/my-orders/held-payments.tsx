import { formatPrice } from "../../catalogue/rules.ts";
import { Rich } from "../../language/rich.tsx";
import { t } from "../../language/t.ts";
import { useShop } from "../../settings/use-shop.ts";
import { Notice } from "../../ui/notice.tsx";
import { telLink } from "../../ui/tel-link.ts";
import type { HeldPayment } from "../contract.ts";
import { formatMoment } from "../dates.ts";
import { CHOICES } from "../methods.ts";

/** Payments that somebody has to look at before they are an order or given back: nobody is to pay twice. */
export function HeldPayments({ held }: { held: HeldPayment[] }) {
  const shop = useShop();
  return (
    <Notice title={t("We're looking into your payment")}>
      {held.map(({ paymentMethod, amount, date }) => (
        <p key={date}>
          <Rich
            sentence="{name} {amount}, not matched to an order yet."
            name={
              <strong>
                {t(CHOICES[paymentMethod].name)}, {formatMoment(date)}:
              </strong>
            }
            amount={<strong className="price">{formatPrice(amount)}</strong>}
          />
        </p>
      ))}
      <p>
        <Rich
          sentence="Please don't pay again: your money is safe. If this goes on, call {phone} or write to {email}."
          phone={<a href={telLink(shop.phone)}>{shop.phone}</a>}
          email={shop.email}
        />
      </p>
    </Notice>
  );
}
