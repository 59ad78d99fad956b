import type { DeliverySettings } from "./rules.ts";

let settings: DeliverySettings | undefined;
const listeners = new Set<() => void>();

/** What the server has said of delivery since this document came; undefined until it was asked. */
export const freshDelivery = {
  read: () => settings,
  write(said: DeliverySettings): void {
    // the same stays the same object: nothing is drawn anew for it
    if (JSON.stringify(said) === JSON.stringify(settings)) return;
    settings = said;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
