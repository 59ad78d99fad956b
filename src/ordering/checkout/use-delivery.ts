import { useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { token } from "../../accounts/sign-in/sign-in.ts";
import { readCheckoutDraft, saveCheckoutDraft } from "../../cart/checkout-draft.ts";
import { call, fetchFrom, withTimeout } from "../../platform/browser/call.ts";
import { useOnline } from "../../platform/browser/use-online.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { removeAddress, SavedAddress, savedAddresses } from "../contract.ts";
import { fetchAccountDetails, personIn, readAddress } from "./address.ts";

/** ms to wait for the addresses and the account's details. */
const TIMEOUT = 4_000;

/**
 * The addresses of earlier orders, and which of them this order goes to. What was typed by hand is never replaced; without
 * any address the fields take the person from the account.
 */
export function useDelivery() {
  const shown = useDeliveryView();
  const { view, chosen, draftRead, showFields } = shown;
  const { found, hasFailed, setAddresses } = useAddresses(shown);
  const addresses = found ?? (hasFailed && chosen ? [chosen] : undefined);
  const [moves, setMoves] = useState(0);

  /** By a button, which is gone afterwards. */
  const byButton =
    <A extends unknown[]>(act: (...given: A) => void) =>
    (...given: A) => {
      act(...given);
      setMoves((times) => times + 1);
    };

  return {
    view,
    /** Undefined until they are here; where they could not be had, the one chosen before. */
    addresses,
    chosen,
    draftRead,
    /** How often a button led from one view to another. */
    moves,
    use: byButton(shown.use),
    change: byButton(() => showFields(chosen && withoutId(chosen))),
    /** The person stays, the place is asked for. */
    addAnother: byButton(() => showFields(chosen && personIn(chosen))),
    showList: byButton(() => shown.showList()),
    async remove({ _id: id }: SavedAddress) {
      await forgetAddress(id);
      const left = (addresses ?? []).filter(({ _id }) => _id !== id);
      setAddresses(left);
      if (left.length === 0) showFields(chosen && personIn(chosen));
      else if (chosen?._id === id) shown.showList(left[0]);
    },
  };
}

export type Delivery = ReturnType<typeof useDelivery>;

/** The addresses, once they are here; the one kept in the draft is chosen then, or the newest. */
function useAddresses({ view, use, showFields, keepFields }: ReturnType<typeof useDeliveryView>) {
  const [found, setAddresses] = useState<SavedAddress[]>();
  const [hasFailed, setHasFailed] = useState(false);
  const online = useOnline();
  const offer = async (addresses: SavedAddress[]) => {
    const kept = readCheckoutDraft().address?._id;
    const stands = addresses.find(({ _id }) => _id === kept);
    // shown from the start: somebody may have gone on from it
    if (stands && view === "card") return;
    const first = stands ?? addresses[0];
    if (first) return use(first);
    const details = kept ? undefined : await tryInTime(fetchAccountDetails());
    showFields(mayOffer() ? details : undefined);
  };
  /** With the view as it is by then. */
  const onAnswer = useEffectEvent((answer: SavedAddress[] | undefined) => {
    // typed meanwhile
    if (!mayOffer()) return keepFields();
    // the choice was opened meanwhile
    if (view === "list" && answer?.length !== 0) return;
    if (answer) return void offer(answer);
    // the address of this device stands in
    if (view !== "card") showFields();
  });
  const load = useEffectEvent(async () => {
    if (found || !mayOffer()) return;
    const answer = await tryInTime(fetchAddresses());
    setAddresses(answer);
    setHasFailed(!answer);
    onAnswer(answer);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: back online, it asks again
  useEffect(() => void load(), [online]);
  return { found, hasFailed, setAddresses };
}

/** Undefined also when it fails. */
function tryInTime<T>(work: Promise<T>): Promise<T | undefined> {
  return withTimeout(
    work.catch(() => undefined),
    TIMEOUT,
  );
}

function withoutId({ _id, ...address }: SavedAddress): Record<string, string> {
  return address;
}

/** Where the parcel goes: typed into fields, one of the addresses kept with the account, or the choice among them. */
type DeliveryView = "fields" | "coming" | "card" | "list";
type Shown = { view: DeliveryView; chosen?: SavedAddress | undefined };

/** What is shown of where the parcel goes, and each step to another view of it. */
function useDeliveryView() {
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
    /** A new number makes the fields read again what is kept. */
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
function mayOffer(): boolean {
  const { country: _, _id, ...typed } = readCheckoutDraft().address ?? {};
  return token.read() !== null && (_id !== undefined || !Object.values(typed).some(Boolean));
}

function atFirst(): Shown {
  if (!mayOffer()) return { view: "fields" };
  const { _id, ...address } = readCheckoutDraft().address ?? {};
  return _id === undefined ? { view: "coming" } : { view: "card", chosen: { _id, ...readAddress(address) } };
}

/** The addresses of this shopper's last orders, newest first; none for a stranger. @throws CallError */
async function fetchAddresses(): Promise<SavedAddress[]> {
  const held = token.read();
  if (!held) return [];
  const answer = await fetchFrom<typeof savedAddresses>("/api/user/addresses", new URLSearchParams(), {
    token: held,
  });
  return answer.addresses;
}

/** Forgets one of them. @throws CallError */
async function forgetAddress(id: string): Promise<void> {
  await call<typeof removeAddress>("/api/user/remove-address", { id });
}
