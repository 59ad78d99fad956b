import { useSyncExternalStore } from "react";
import { feesOf, findPoint, isFlat, type Place } from "../delivery/rules.ts";
import { useDeliverySettings } from "../delivery/use-delivery-settings.ts";
import { isRecord } from "../platform/json.ts";
import { checkoutDraft } from "./checkout-storage.ts";

/** What delivery of goods for `subtotal` KES may cost by what this device knows of the place; all of Kenya where it matters not. */
export function useFees(subtotal: number): { fees: { from: number; to: number }; place: Place } {
  const settings = useDeliverySettings();
  const kept = useSyncExternalStore(checkoutDraft.subscribe, checkoutDraft.read, () => null);
  const { address, pickUp } = parse(kept);
  const point = typeof pickUp === "string" ? findPoint(settings, pickUp) : undefined;
  const known = isRecord(address) ? { state: textOf(address.state), city: textOf(address.city) } : {};
  const place = point ? { pickUp: point } : isFlat(settings) ? {} : known;
  return { fees: feesOf(settings, place, subtotal), place };
}

function parse(kept: string | null): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(kept ?? "{}");
    return isRecord(found) ? found : {};
  } catch {
    return {};
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
