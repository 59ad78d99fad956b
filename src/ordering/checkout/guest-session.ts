import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { orderAsGuest } from "../../accounts/guest/order-as-guest.ts";
import { dropSignIn, guestToken, token } from "../../accounts/sign-in/sign-in.ts";
import { readCheckoutDraft, saveCheckoutDraft } from "../../cart/checkout-draft.ts";
import { lastMethod } from "../../cart/checkout-storage.ts";
import { t, tMessage } from "../../language/t.ts";
import { CallError, isOffline, isSignedOut, messageOf } from "../../platform/browser/call.ts";
import { STOPPED_TRYING, TRIES_LAST, watchLine } from "../../platform/browser/line-back.ts";
import { isSecret, newSecret } from "../../platform/browser/new-id.ts";
import { useBusy } from "../../platform/browser/use-busy.ts";
import { usePageSignal } from "../../platform/browser/use-page-signal.ts";
import type { Address } from "../contract.ts";
import type { Method } from "../rules.ts";
import type { CheckoutState } from "./checkout-state.ts";
import { isPaidByOther, mayBePaid } from "./checkout-status.ts";

/** The next page of each way to pay (specification §4). */
const NEXT_PAGE = { cod: "/mpesa-verification", mpesa: "/mpesa", flutterwave: "/flutterwave" } as const;

const READ_TOP = "You may have already paid. Please read the top of this page.";

/** Goes from the checkout to a way to pay, as a guest where nobody is signed in; `said`: why it did not, or what it waits for. */
export function useGoOn() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [busy, run] = useBusy();
  const [said, setSaid] = useState("");
  const ofPage = usePageSignal();

  const goOn = (method: Method, begin: () => CheckoutState) => {
    // with Enter held down a second step would stay in the history
    if (window.location.pathname !== pathname) return;
    // preselected for the next order
    lastMethod.write(method);
    run(async () => {
      setSaid("");
      const state = begin();
      const { checkoutId } = state;
      // another customer may have been asked for this money already
      if (await isPaidByOther(checkoutId)) return setSaid(t(READ_TOP));
      try {
        const signal = ofPage();
        const onWaiting = () => setSaid(waitingText());
        await haveSession(state.order.address, { checkoutId, onWaiting, signal });
        // the shopper may have left the page while it waited
        if (!signal.aborted && window.location.pathname === pathname)
          await navigate(NEXT_PAGE[method], { state });
      } catch (error) {
        const isEnded = isSignedOut(error) && mayBePaid(checkoutId);
        setSaid(isEnded ? t(READ_TOP) : tMessage(messageOf(error)));
      }
    });
  };
  return { goOn, busy, said };
}

/** The details that the guest was last saved with, so that going back and forth asks the server once. */
let knownDetails = "";

/** `onWaiting` is called while it waits for a connection; `signal` ends the wait with the page. */
type SessionRequest = { checkoutId: string | undefined; onWaiting: () => void; signal: AbortSignal };

/**
 * Makes sure that there is a session to order with: who is signed out becomes a guest with these details, and a guest's own
 * details are updated. Without a connection it waits for one, for 15 minutes. A guest's session that has ended is replaced by
 * another guest's, but not where the first may have paid.
 * @throws CallError when the shop refuses a guest, or none could be had; 401 when the session has ended that may have paid
 */
export async function haveSession(address: Address, having: SessionRequest): Promise<void> {
  const { firstName, lastName, email, phone } = address;
  const details = { firstName, lastName, email, phone };
  const text = JSON.stringify(details);
  const held = token.read();
  if (held && (held !== guestToken.read() || knownDetails === text)) return;
  const renewal = held ? await renew(details, having, held) : "ended";
  if (renewal === "failed") return;
  if (renewal === "ended") await becomeGuest(details, having);
  knownDetails = text;
}

type Details = Parameters<typeof orderAsGuest>[0];

type Renewal = "done" | "failed" | "ended";

/** Updates a guest's details. @throws CallError 401 when its session has ended, and it may have paid */
async function renew(
  details: Details,
  { checkoutId, signal }: SessionRequest,
  held: string,
): Promise<Renewal> {
  try {
    await orderAsGuest(details, { signal });
    return signal.aborted ? "failed" : "done";
  } catch (error) {
    // the session exists, so the details need not be saved now: the next step sends them again
    if (!isSignedOut(error) || signal.aborted || token.read() !== held) return "failed";
    dropSignIn(held);
    if (mayBePaid(checkoutId)) throw error;
    return "ended";
  }
}

async function becomeGuest(details: Details, { onWaiting, signal }: SessionRequest): Promise<void> {
  const line = watchLine({ lasts: TRIES_LAST, signal });
  try {
    while (!token.read() && !(await isGuestNow(details, signal))) {
      onWaiting();
      if (!(await line.back())) throw new CallError(0, STOPPED_TRYING);
    }
  } finally {
    line.end();
  }
}

/** Asks to become a guest; false when the connection broke. @throws CallError of the shop */
async function isGuestNow(details: Details, signal: AbortSignal): Promise<boolean> {
  try {
    await orderAsGuest(details, { key: guestKey(), signal });
    // not where the answer came too late, after the page was left
    if (token.read()) saveCheckoutDraft({ guestKey: undefined });
    return true;
  } catch (error) {
    if (!isOffline(error)) throw error;
    return false;
  }
}

/** The text while it waits. */
export function waitingText(): string {
  return t("No connection. Your details are saved; we'll go on once you're back online.");
}

/** The same for all tries of this checkout, whatever answers arrive: a second guest could pay for it again. */
function guestKey(): string {
  const known = readCheckoutDraft().guestKey;
  if (isSecret(known)) return known;
  const guestKey = newSecret();
  saveCheckoutDraft({ guestKey });
  return guestKey;
}
