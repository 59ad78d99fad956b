import { formatPrice } from "../catalogue/rules.ts";
import { daysText, deliveryDays } from "../delivery.ts";
import { shop } from "../shop.ts";

/** What delivery costs and how long it takes: to this county, or, as long as it is not known, to all. */
export function DeliveryPromise({ county }: { county?: string | undefined }) {
  const fee = formatPrice(shop.deliveryFee);
  const { near, elsewhere } = shop.delivery;
  if (county)
    return `Delivery to ${county}: ${fee}, ${daysText(deliveryDays(county))}. Weekends are not counted.`;
  const areas = near.map(({ counties, ...days }) => `${counties.join(", ")}: ${daysText(days)}.`);
  return `Delivery: ${fee}. ${areas.join(" ")} Other counties: ${daysText(elsewhere)}. Weekends are not counted.`;
}
