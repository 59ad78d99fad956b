import type { Address } from "./contract.ts";
import type { Status } from "./rules.ts";

/**
 * Where a parcel goes, in the lines of its label: "12 Ngong Road", "Naivasha 20117, Nakuru", and another country than Kenya.
 * What an order does not have of it is left out, and a county that is called like its town.
 */
export function placeLines({ street, city, zipCode, state, country }: Partial<Address>): string[] {
  const town = [city, zipCode].filter(Boolean).join(" ");
  const county = state === city ? "" : state;
  const abroad = country === "Kenya" ? "" : country;
  const lines = [street, [town, county].filter(Boolean).join(", "), abroad];
  return lines.flatMap((line) => line || []);
}

/** The same in one line: "Ngong Road 12, Nairobi 00100". */
export function placeText(address: Partial<Address>): string {
  return placeLines(address).join(", ");
}

/** Where an order is fetched: the point as it was when the order was placed. `at`: its name and address in a line. */
export type PickUpPlace = { name: string; hours: string; at: string };

type Fetched = {
  address?: Partial<Address> | null | undefined;
  delivery?: { pickUp?: { name: string; hours: string } | undefined } | null | undefined;
};

/** Where an order is fetched; undefined where it goes to an address. */
export function pickUpOf({ address, delivery }: Fetched): PickUpPlace | undefined {
  const { pickUp } = delivery ?? {};
  if (!pickUp) return undefined;
  // a payment may have become an order before it had an address
  const place = placeText(address ?? {});
  return { ...pickUp, at: place ? `${pickUp.name}, ${place}` : pickUp.name };
}

/**
 * What a status is called: an order that is fetched is ready where another is shipped. What is stored, and what the calls
 * say, stays the specification's.
 */
export function statusName<S extends string>(status: S, isPickUp: boolean): S | "Ready for pick-up" {
  return isPickUp && status === ("Shipped" satisfies Status) ? "Ready for pick-up" : status;
}
