import { WithMpesa } from "../../language/rich.tsx";
import { t } from "../../language/t.ts";
import { useShop } from "../../settings/use-settings.ts";
import type { Order } from "../contract.ts";
import { formatMoment } from "../dates.ts";
import { arrivalOf, pickUpOf, whatNext } from "../order-text.ts";

/** How an order stands and what comes next, in sentences; where its code was not found, the way to send the right one. */
export function OrderStanding({ order }: { order: Order }) {
  const { returnDays } = useShop();
  const { status, payment, refund, codeAsked, codeUntil, date, delivery } = order;
  const pickUp = pickUpOf(order);
  const { days } = delivery;
  const arrival = arrivalOf({ status, date, days, pickUp, isCodeAsked: codeAsked !== undefined });
  return (
    <>
      {whatNext({ status, isPaid: payment, refund, code: codeOf(order), pickUp }, returnDays).map(
        (sentence) => (
          <p key={sentence}>
            <WithMpesa>{sentence}</WithMpesa>
          </p>
        ),
      )}
      {codeAsked?.until !== undefined && (
        <p>{t("We're holding your order until {until}.", { until: formatMoment(codeAsked.until) })}</p>
      )}
      {codeAsked?.url && (
        <p>
          <a className="button button-primary" href={codeAsked.url}>
            {t("Send the right code")}
          </a>
        </p>
      )}
      {!codeAsked && status !== "Cancelled" && codeUntil !== undefined && (
        <p className="field-hint">
          <WithMpesa>
            {t("If we can't find your payment by {until}, we cancel this order.", {
              until: formatMoment(codeUntil),
            })}
          </WithMpesa>
        </p>
      )}
      {arrival && <p>{arrival}</p>}
    </>
  );
}

function codeOf({ paymentMethod, payment, codeAsked }: Order): "asked" | "looked for" | undefined {
  if (payment || paymentMethod !== "cod") return undefined;
  return codeAsked ? "asked" : "looked for";
}
