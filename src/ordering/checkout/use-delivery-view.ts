import { useLayoutEffect, useState } from "react";
import { token } from "../../accounts/sign-in/sign-in.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { SavedAddress } from "../contract.ts";
import { readAddress } from "./address.ts";
import { readCheckoutDraft, saveCheckoutDraft } from "./checkout-draft.ts";

/** Where the parcel goes: typed into fields, one of the addresses kept with the account, or the choice among them. */
type DeliveryView = "fields" | "coming" | "card" | "list";
type Shown = { view: DeliveryView; chosen?: SavedAddress | undefined };

/** What is shown of where the parcel goes, and each step to another view of it. */
export function useDeliveryView() {
  const hydrated = useHydrated();
  // as the server rendered it, there are fields
  const [{ view, chosen }, setShown] = useState<Shown>(() => (hydrated ? atFirst() : { view: "fields" }));
  const [draftRead, setDraftRead] = useState(0);

  // before the next paint: what this device has kept
  useLayoutEffect(() => {
    const first = atFirst();
    if (first.view === "card") setShown(first);
  }, []);

  return {
    view,
    chosen,
    /** A new number makes the fields read what is kept anew. */
    draftRead,
    use(address: SavedAddress) {
      saveCheckoutDraft({ address: { ...address } });
      setShown({ view: "card", chosen: address });
    },
    showFields(address?: Record<string, string>) {
      if (address) saveCheckoutDraft({ address });
      setDraftRead((times) => times + 1);
      setShown({ view: "fields", chosen });
    },
    /** With what was typed meanwhile still in them. */
    keepFields: () => setShown({ view: "fields", chosen }),
    /** The choice, in which this one is the one used so far. */
    showList: (used = chosen) => setShown({ view: "list", chosen: used }),
  };
}

/** Whether a kept address may stand in: somebody is signed in, and nothing was typed by hand. */
export function mayOffer(): boolean {
  const { country: _, _id, ...typed } = readCheckoutDraft().address ?? {};
  return token.read() !== null && (_id !== undefined || !Object.values(typed).some(Boolean));
}

function atFirst(): Shown {
  if (!mayOffer()) return { view: "fields" };
  const { _id, ...address } = readCheckoutDraft().address ?? {};
  return _id === undefined ? { view: "coming" } : { view: "card", chosen: { _id, ...readAddress(address) } };
}
