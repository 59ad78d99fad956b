import { useEffect, useEffectEvent, useState } from "react";
import type * as accounts from "../../accounts/contract.ts";
import { token } from "../../accounts/sign-in/sign-in.ts";
import { call } from "../../platform/browser/call.ts";
import { useOnline } from "../../platform/browser/use-online.ts";
import { withTimeout } from "../../platform/browser/with-timeout.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { fetchAddresses, forgetAddress } from "../addresses/fetch-addresses.ts";
import type { SavedAddress } from "../contract.ts";
import { readCheckoutDraft, saveCheckoutDraft } from "./checkout-draft.ts";

/** Where the parcel goes: typed into fields, one of the addresses kept with the account, or the choice among them. */
export type DeliveryView = "fields" | "coming" | "card" | "list";

/** ms to wait for the addresses and the account's details. */
const TIMEOUT = 4_000;

/**
 * The addresses of earlier orders, and which of them this order goes to. What was typed by hand is never replaced; without
 * any address the fields take name and e-mail from the account.
 */
export function useDelivery() {
  const hydrated = useHydrated();
  const online = useOnline();
  // as the server rendered it, there are fields
  const [view, setView] = useState<DeliveryView>(() => (hydrated && mayOffer() ? "coming" : "fields"));
  const [addresses, setAddresses] = useState<SavedAddress[]>();
  const [chosen, setChosen] = useState<SavedAddress>();
  const [draftRead, setDraftRead] = useState(0);
  const [moves, setMoves] = useState(0);

  const use = (address: SavedAddress) => {
    saveCheckoutDraft({ address: { ...address } });
    setChosen(address);
    setView("card");
  };
  const showFields = (address?: Record<string, string>) => {
    if (address) saveCheckoutDraft({ address });
    setDraftRead((times) => times + 1);
    setView("fields");
  };
  const load = useEffectEvent(async () => {
    if (addresses || !mayOffer()) return;
    const found = await withTimeout(
      fetchAddresses().catch(() => undefined),
      TIMEOUT,
    );
    if (found) setAddresses(found);
    // typed meanwhile
    if (!mayOffer()) return setView("fields");
    if (!found) return showFields();
    const kept = readCheckoutDraft().address?._id;
    const first = found.find(({ _id }) => _id === kept) ?? found[0];
    if (first) return use(first);
    showFields(kept ? undefined : await accountDetails());
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: back online, it asks again
  useEffect(() => void load(), [online]);

  /** By a button, which is gone afterwards. */
  const byButton =
    <A extends unknown[]>(act: (...given: A) => void) =>
    (...given: A) => {
      act(...given);
      setMoves((times) => times + 1);
    };

  return {
    view,
    addresses: addresses ?? [],
    chosen,
    /** A new number makes the fields read what is kept anew. */
    draftRead,
    /** How often a button led from one view to another. */
    moves,
    use: byButton(use),
    change: byButton(() => showFields(chosen && withoutId(chosen))),
    /** The person stays, the place is asked for. */
    addAnother: byButton(() => showFields(chosen && personIn(chosen))),
    showList: byButton(() => setView("list")),
    async remove({ _id: id }: SavedAddress) {
      await forgetAddress(id);
      const left = (addresses ?? []).filter(({ _id }) => _id !== id);
      setAddresses(left);
      if (chosen?._id === id && left[0]) setChosen(left[0]);
      if (left.length === 0) showFields(chosen && personIn(chosen));
    },
  };
}

export type Delivery = ReturnType<typeof useDelivery>;

/** Whether a kept address may stand in: somebody is signed in, and nothing was typed by hand. */
function mayOffer(): boolean {
  const { country: _, _id, ...typed } = readCheckoutDraft().address ?? {};
  return token.read() !== null && (_id !== undefined || !Object.values(typed).some(Boolean));
}

/** The account's name and e-mail as the delivery form's fields; undefined when they could not be had. */
async function accountDetails(): Promise<Record<string, string> | undefined> {
  const answer = call<typeof accounts.profile>("/api/user/profile").catch(() => undefined);
  const found = await withTimeout(answer, TIMEOUT);
  if (!found || !mayOffer()) return undefined;
  const [firstName = "", ...rest] = found.user.name.trim().split(/\s+/);
  return { firstName, lastName: rest.join(" "), email: found.user.email };
}

function withoutId({ _id, ...address }: SavedAddress): Record<string, string> {
  return address;
}

function personIn({ firstName, lastName, email, phone }: SavedAddress): Record<string, string> {
  return { firstName, lastName, email, phone };
}
