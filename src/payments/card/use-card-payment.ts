import { useEffect, useEffectEvent, useRef, useState } from "react";
import { dropSignIn } from "../../cart/cart-store.ts";
import type { Carried } from "../../ordering/carried-order.ts";
import { usePolling } from "../../ordering/use-polling.ts";
import { token } from "../../platform/browser/persisted.ts";
import { useBusy } from "../../platform/browser/use-busy.ts";
import { toast } from "../../ui/toast.ts";
import { TEXTS } from "../rules.ts";
import { keepBegun, readBegun } from "./begun.ts";
import { type Asked, askCurrent, askIntent, sendOrder } from "./card-calls.ts";
import { type CardFault, readCardFault } from "./card-fault.tsx";
import { askOpen, finish, lookUp, place, type Standing } from "./card-standing.ts";
import { loadCheckout } from "./load-checkout.ts";
import { type Ended, openCheckout } from "./open-checkout.ts";

type Page = { carried: Carried | undefined; placed: string | undefined; scriptUrl: string };

/** The card payment on this page. `doing` says what is under way; while it is, a second tap does nothing. */
export function useCardPayment({ carried, placed, scriptUrl }: Page) {
  const [standing, setStanding] = useState<Standing>({ is: "looking" });
  const [doing, setDoing] = useState("");
  const [busy, run] = useBusy();
  const paying = useRef(false);

  useEffect(() => {
    let here = true;
    void lookUp({ carried, placed }).then((found) => here && setStanding(found));
    return () => {
      here = false;
    };
  }, [carried, placed]);

  /** Whether another payment for this checkout has begun, or has ended, since. */
  const look = async () => {
    const found = carried && !paying.current && (await askOpen(carried));
    if (!found || paying.current) return;
    if (standing.is === "form" && found.is === "shut") setStanding(found);
    if (standing.is === "shut") setStanding(found.is === "shut" ? found : await lookUp({ carried, placed }));
  };
  const lookNow = useEffectEvent(look);
  useEffect(() => {
    const wake = () => document.visibilityState === "visible" && void lookNow();
    document.addEventListener("visibilitychange", wake);
    return () => document.removeEventListener("visibilitychange", wake);
  }, []);
  usePolling(standing.is === "shut" && standing.shut.status !== "ordered", look);

  /** Opens the checkout page for the order, and follows it to its end. `after` runs when the form is there again. */
  const pay = (order: Carried, asked: Asked, after: () => void) =>
    run(async () => {
      paying.current = true;
      setStanding((before) => (before.is === "form" ? { ...before, fault: undefined } : before));
      setDoing("Opening the secure card page…");
      const next = await payFor(order, { ...asked, scriptUrl, say: setDoing });
      paying.current = false;
      setStanding(next);
      if (next.is === "form") after();
    });

  /** Asks once more for the order of what is paid, or how things stand. */
  const again = () =>
    run(async () => {
      setDoing("Checking…");
      const calm = standing.is === "confirming";
      const next =
        calm || standing.is === "unplaced"
          ? await place(standing.paid, carried, { calm })
          : await lookUp({ carried, placed });
      setStanding(next);
    });

  /** The shopper has come with another order than the one found finished. */
  const other = () => setStanding({ is: "form" });

  return { standing, doing: busy ? doing : "", busy, pay, again, look, other };
}

type Way = Asked & { scriptUrl: string; say: (doing: string) => void };

async function payFor(order: Carried, way: Way): Promise<Standing> {
  const signedIn = token.read();
  try {
    // opened before: it may be paid although its page did not say so
    const before = readBegun(order.checkoutId);
    if (before && (await isOrdered(before.txRef, order))) return await place(before, order);
    const found = await askOpen(order);
    if (found.is === "shut") return found;
    return await afterCheckout(await chargeCard(order, way), order, way);
  } catch (error) {
    const fault = readCardFault(error);
    if (fault.next === "log-in") dropSignIn(signedIn);
    if (fault.next === "orders") finish(order);
    if (fault.next !== "ordered-lately") toast("error", fault.message);
    return formAgain(order, fault);
  }
}

async function chargeCard(order: Carried, { scriptUrl, say, ...asked }: Way): Promise<Ended> {
  // first: an intent keeps goods from others
  const checkout = await loadCheckout(scriptUrl);
  const intent = await askIntent(order, asked);
  keepBegun(order, intent.tx_ref);
  say("The card page is open…");
  return openCheckout(checkout, intent, () => isPaid(intent.tx_ref));
}

async function afterCheckout(ended: Ended, order: Carried, { say }: Way): Promise<Standing> {
  const begun = readBegun(order.checkoutId);
  if (ended.is === "paid") {
    // what it says of card or payer is sent once, and not kept in this browser
    const paid = { ...ended.paid, paidWith: undefined };
    keepBegun(order, paid.txRef, paid);
    say("Placing your order…");
    return place(ended.paid, order);
  }
  if (ended.is === "failed") {
    toast("error", TEXTS.failed);
    return formAgain(order, { next: "again", message: TEXTS.failed });
  }
  say("Checking…");
  if (begun && (ended.finished || (await isOrdered(begun.txRef, order)))) return place(begun, order);
  toast("info", TEXTS.cardCancelled);
  return formAgain(order, { next: "cancelled", message: TEXTS.cardCancelled });
}

function formAgain(order: Carried, fault: CardFault): Standing {
  return { is: "form", begun: readBegun(order.checkoutId)?.txRef, fault };
}

/** Has our server ask the provider; no answer counts as no. */
async function isOrdered(txRef: string, order: Carried): Promise<boolean> {
  try {
    return (await sendOrder({ txRef }, order)).pending !== true;
  } catch {
    return false;
  }
}

/** What our server knows already; it asks nobody. */
async function isPaid(txRef: string): Promise<boolean> {
  const payment = await askCurrent();
  return payment?.tx_ref === txRef && payment.status === "paid";
}
