import { type ReactNode, useState } from "react";
import type { DeliverySettings, PickUpPoint } from "../../../delivery/rules.ts";
import { PickUpChoice } from "../../../ordering/checkout/pick-up-choice.tsx";
import { deliveryText } from "../../../site/delivery-promise.tsx";
import { type Typed, toValue } from "../forms/form-field.ts";
import { DELIVERY_FORM } from "./delivery-form.ts";

/** The sentence of product, cart and checkout, and the choice of a pick-up point. */
export function previewDelivery(typed: Typed): ReactNode {
  const { points, ...settings } = toValue(typed, DELIVERY_FORM.fields) as DeliverySettings;
  const { fee, days, areas } = settings;
  const numbers = [fee, days.from, days.to, ...areas.flatMap((area) => [area.fee ?? 0, area.from, area.to])];
  if (!numbers.every(Number.isInteger)) return <p>Fill in the fee and the days to see it.</p>;
  // one that is still being typed may have no fee yet, and no name or another's
  const whole = points
    .filter(({ name }, at) => name && points.findIndex((each) => each.name === name) === at)
    .map((point) => ({ ...point, fee: Number.isInteger(point.fee) ? point.fee : 0 }));
  return (
    <>
      <p>{deliveryText({ ...settings, points })}</p>
      <Points points={whole as PickUpPoint[]} />
    </>
  );
}

function Points({ points }: { points: PickUpPoint[] }) {
  const [chosen, setChosen] = useState<string>();
  const choose = (point: PickUpPoint | undefined) => setChosen(point?.name);
  return <PickUpChoice points={points} point={points.find(({ name }) => name === chosen)} choose={choose} />;
}
