import {
  type DeliverySettings,
  daysTo,
  deliveryOf,
  findPoint,
  isSamePlace,
  type PickUpPoint,
  USUAL_DELIVERY,
} from "../delivery/rules.ts";
import { ShopError } from "../platform/shop-error.ts";
import type { Address } from "./contract.ts";
import { ORDER_TEXTS } from "./rules.ts";

/** Where an order is to go, and what delivery costs by now. */
export type Destination<A = Address | undefined> = {
  settings: DeliverySettings;
  /** Missing where it is asked for later. */
  address: A;
  pickUp: PickUpPoint | undefined;
};

/** What an order was promised when it was priced: days of delivery, and where it is picked up. */
export type OrderDelivery = { from: number; to: number; pickUp?: { name: string; hours: string } };

/**
 * Where an order goes: to its address, or to the pick-up point that `delivery` names, whose place its address then has.
 * @throws ShopError 409 the point is not offered any more
 */
export function readDestination<A extends Address | undefined>(
  settings: DeliverySettings,
  { address, delivery }: { address: A; delivery?: string | undefined },
): Destination<A> {
  if (delivery === undefined) return { settings, address, pickUp: undefined };
  const pickUp = findPoint(settings, delivery);
  if (!pickUp) throw new ShopError(409, ORDER_TEXTS.pointGone);
  return { settings, address: address && { ...address, ...pickUp.address, country: "Kenya" }, pickUp };
}

/** The fee in KES and what is promised. `delivery` is null where src/shop.ts promises the same for that place. */
export function deliveryTo(
  { settings, address, pickUp }: Destination,
  subtotal: number,
): { deliveryFee: number; delivery: OrderDelivery | null } {
  const { fee, days } = deliveryOf(settings, { ...address, pickUp }, subtotal);
  if (pickUp)
    return {
      deliveryFee: fee,
      delivery: { ...days, pickUp: { name: pickUp.name, hours: pickUp.hours } },
    };
  const usual = daysTo(USUAL_DELIVERY, address ?? {});
  const isUsual = days.from === usual.from && days.to === usual.to;
  return { deliveryFee: fee, delivery: isUsual ? null : { ...days } };
}

type PricedOrder = {
  address: Address | null;
  delivery: OrderDelivery | null;
  deliveryFee: number;
};

/** The delivery that an order was promised, also where src/shop.ts promised it. Days are missing without an address. */
export function deliveryOfOrder({ address, delivery, deliveryFee }: PricedOrder) {
  const days = delivery ?? (address ? daysTo(USUAL_DELIVERY, address) : undefined);
  return {
    fee: deliveryFee,
    ...(days && { days: { from: days.from, to: days.to } }),
    ...(delivery?.pickUp && { pickUp: delivery.pickUp }),
  };
}

type PricedPayment = PricedOrder & { subtotal: number };

/**
 * Whether what was priced may go there for its fee: to the place it was priced for, whatever the fee is now, or to one that
 * costs the same.
 */
export function isPricedFor(priced: PricedPayment, destination: Destination): boolean {
  if (!destination.address || isPlaceOf(priced, destination)) return true;
  return deliveryTo(destination, priced.subtotal).deliveryFee === priced.deliveryFee;
}

/** Whether it goes to the place, or the pick-up point, that it was priced for. */
export function isPlaceOf(
  { address, delivery }: Pick<PricedOrder, "address" | "delivery">,
  { address: other, pickUp }: Destination,
): boolean {
  if (delivery?.pickUp || pickUp) return delivery?.pickUp?.name === pickUp?.name;
  return address !== null && other !== undefined && isSamePlace(address, other);
}

type KnownPlace = { state?: string | undefined; city?: string | undefined; delivery?: string | undefined };

/** The fee in KES by what is known of the place; the highest fee where its pick-up point is gone. */
export function feeAt(
  settings: DeliverySettings,
  { delivery, ...place }: KnownPlace,
  subtotal: number,
): number {
  const pickUp = delivery === undefined ? undefined : findPoint(settings, delivery);
  return deliveryOf(settings, { ...place, pickUp }, subtotal).fee;
}
