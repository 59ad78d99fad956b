import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { t, tMessage } from "../../language/t.ts";
import { isSignedOut, messageOf } from "../../platform/browser/call.ts";
import { useBusy } from "../../platform/browser/use-busy.ts";
import { usePageSignal } from "../../platform/browser/use-page-signal.ts";
import type { Method } from "../rules.ts";
import type { CheckoutState } from "./checkout-state.ts";
import { haveSession, waitingText } from "./guest-session.ts";
import { isPaidByOther } from "./paid-by-other.ts";
import { mayBePaid } from "./payment-begun.ts";

/** Where each way to pay goes on (specification §4). */
const NEXT_PAGE = { cod: "/mpesa-verification", mpesa: "/mpesa", flutterwave: "/flutterwave" } as const;

const READ_TOP = "You may have already paid. Please read the top of this page.";

/** From the checkout to a way to pay, as a guest where nobody is signed in; `said`: why not, or what it waits for. */
export function useGoOn() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [busy, run] = useBusy();
  const [said, setSaid] = useState("");
  const ofPage = usePageSignal();

  const goOn = (method: Method, begin: () => CheckoutState) => {
    // with Enter held down a second step would stay in the history
    if (window.location.pathname !== pathname) return;
    run(async () => {
      setSaid("");
      const state = begin();
      const { checkoutId } = state;
      // somebody else would be asked for the same money
      if (await isPaidByOther(checkoutId)) return setSaid(t(READ_TOP));
      try {
        const signal = ofPage();
        const onWaiting = () => setSaid(waitingText());
        await haveSession(state.order.address, { checkoutId, onWaiting, signal });
        // somebody has gone elsewhere while it waited
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
