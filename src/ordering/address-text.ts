import type { Address } from "./contract.ts";

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
