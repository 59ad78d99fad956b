import { useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { token } from "../../accounts/sign-in/sign-in.ts";
import { readCheckoutDraft, saveCheckoutDraft } from "../../cart/checkout-draft.ts";
import { call, fetchFrom, withTimeout } from "../../platform/browser/call.ts";
import { useOnline } from "../../platform/browser/use-online.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { removeAddress, SavedAddress, savedAddresses } from "../contract.ts";
import { fetchAccountDetails, personIn, readAddress } from "./address.ts";

/** Milliseconds to wait for the addresses and the account's details. */
const TIMEOUT = 4_000;

/**
 * The addresses of earlier orders, and the one that this order goes to. What was typed by hand is never replaced; without
 * any address the fields are filled with the account's name and contact.
 */
export function useDelivery() {
  const shown = useDeliveryView();
  const { view, chosen, draftRead, showFields } = shown;
  const { found, hasFailed, setAddresses } = useAddresses(shown);
  const addresses = found ?? (hasFailed && chosen ? [chosen] : undefined);
  const [moves, setMoves] = useState(0);

  /** For an action by a button that disappears with it: counts the move, so that the focus goes to the heading. */
  const byButton =
    <A extends unknown[]>(act: (...given: A) => void) =>
    (...given: A) => {
      act(...given);
      setMoves((times) => times + 1);
    };

  return {
    view,
    /** Undefined until they are loaded; where loading failed, the one chosen before. */
    addresses,
    chosen,
    draftRead,
    /** How often a button led from one view to another. */
    moves,
    use: byButton(shown.use),
    change: byButton(() => showFields(chosen && withoutId(chosen))),
    /** Keeps the person, and asks for another place. */
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

/** Loads the addresses; then the one stored in the draft is chosen, or the newest. */
function useAddresses({ view, use, showFields, keepFields }: ReturnType<typeof useDeliveryView>) {
  const [found, setAddresses] = useState<SavedAddress[]>();
  const [hasFailed, setHasFailed] = useState(false);
  const online = useOnline();
  const offer = async (addresses: SavedAddress[]) => {
    const kept = readCheckoutDraft().address?._id;
    const stands = addresses.find(({ _id }) => _id === kept);
    // shown from the start, and the shopper may have acted on it already
    if (stands && view === "card") return;
    const first = stands ?? addresses[0];
    if (first) return use(first);
    const details = kept ? undefined : await tryInTime(fetchAccountDetails());
    showFields(mayOffer() ? details : undefined);
  };
  /** Reads the view as it is when the answer comes. */
  const onAnswer = useEffectEvent((answer: SavedAddress[] | undefined) => {
    // something was typed meanwhile
    if (!mayOffer()) return keepFields();
    // the list was opened meanwhile
    if (view === "list" && answer?.length !== 0) return;
    if (answer) return void offer(answer);
    // the address stored on this device stays
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

/** The result; undefined where it fails, or takes too long. */
function tryInTime<T>(work: Promise<T>): Promise<T | undefined> {
  return withTimeout(
    work.catch(() => undefined),
    TIMEOUT,
  );
}

function withoutId({ _id, ...address }: SavedAddress): Record<string, string> {
  return address;
}

/** How the address is shown: fields to type in, a card with one saved address, the list of them, or `coming` while they load. */
type DeliveryView = "fields" | "coming" | "card" | "list";
type Shown = { view: DeliveryView; chosen?: SavedAddress | undefined };

/** Which view of the delivery address is shown, and the functions that change it. */
function useDeliveryView() {
  const hydrated = useHydrated();
  // the server rendered the fields
  const [{ view, chosen }, setShown] = useState<Shown>(() => (hydrated ? atFirst() : { view: "fields" }));
  const [draftRead, setDraftRead] = useState(0);

  // before the next paint: what this device has stored
  useLayoutEffect(() => {
    const first = atFirst();
    if (first.view === "card") setShown(first);
  }, []);

  return {
    view,
    chosen,
    /** Changes when the fields must read the draft again. */
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
    /** Shows the fields with what was typed meanwhile. */
    keepFields: () => setShown({ view: "fields", chosen }),
    /** Shows the list, with this address as the one used so far. */
    showList: (used = chosen) => setShown({ view: "list", chosen: used }),
  };
}

/** Whether a saved address may be offered: somebody is signed in, and nothing was typed by hand. */
function mayOffer(): boolean {
  const { country: _, _id, ...typed } = readCheckoutDraft().address ?? {};
  return token.read() !== null && (_id !== undefined || !Object.values(typed).some(Boolean));
}

function atFirst(): Shown {
  if (!mayOffer()) return { view: "fields" };
  const { _id, ...address } = readCheckoutDraft().address ?? {};
  return _id === undefined ? { view: "coming" } : { view: "card", chosen: { _id, ...readAddress(address) } };
}

/** The addresses of this shopper's last orders, newest first; none where nobody is signed in. @throws CallError */
async function fetchAddresses(): Promise<SavedAddress[]> {
  const held = token.read();
  if (!held) return [];
  const answer = await fetchFrom<typeof savedAddresses>("/api/user/addresses", new URLSearchParams(), {
    token: held,
  });
  return answer.addresses;
}

/** Deletes one of the saved addresses on the server. @throws CallError */
async function forgetAddress(id: string): Promise<void> {
  await call<typeof removeAddress>("/api/user/remove-address", { id });
}
