import { useState } from "react";
import { findPoint, type PickUpPoint } from "../../delivery/rules.ts";
import { useDeliverySettings } from "../../delivery/use-delivery-settings.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { readCheckoutDraft, saveCheckoutDraft } from "./checkout-draft.ts";

/** The points where an order may be fetched, the one chosen on this device, and its choice; undefined: it goes to an address. */
export function usePickUp() {
  const settings = useDeliverySettings();
  const hydrated = useHydrated();
  const [named, setNamed] = useState<string>();
  // a point that is gone is as if none had been chosen
  const kept = hydrated ? (named ?? readCheckoutDraft().pickUp ?? "") : "";
  const choose = (point: PickUpPoint | undefined) => {
    setNamed(point?.name ?? "");
    saveCheckoutDraft({ pickUp: point?.name });
  };
  return { points: settings.points, point: findPoint(settings, kept), choose };
}

export type PickUp = ReturnType<typeof usePickUp>;
