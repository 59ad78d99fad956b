import { useCallback, useEffect, useReducer } from "react";
import { dropSignIn, token } from "../../../accounts/sign-in/sign-in.ts";
import type { CheckoutState } from "../../../ordering/checkout/checkout-state.ts";
import { call, isSignedOut, withTimeout } from "../../../platform/browser/call.ts";
import { usePolling, useWake } from "../../../platform/browser/use-polling.ts";
import { askCurrentPayment } from "../../ask-current-payment.ts";
import type { stkQuery } from "../../contract.ts";
import { countsHere, nextPush, type PushEvent, watched } from "./push-state.ts";

/** Milliseconds a question to our own server may take before it counts as not answered. */
const QUERY_TIMEOUT_MS = 10_000;
/** The form waits for this one. */
const LOOK_TIMEOUT_MS = 5_000;

/**
 * The payment on this page: what the server already knows of one, and how the one under way stands, asked every 3 s
 * while its time runs and every 15 s after.
 */
export function usePush(carried: CheckoutState | undefined) {
  const [push, dispatch] = useReducer(nextPush, { type: "looking" });
  const look = useCallback(async () => dispatch(await lookUp(carried)), [carried]);
  const lookAge = useCallback(async () => {
    const event = await lookUp(carried);
    if (event.type === "found") dispatch({ ...event, type: "aged" });
  }, [carried]);
  const watch = watched(push);
  const id = watch?.running.id;
  const every = watch?.every ?? 0;

  useEffect(() => void look(), [look]);

  const follow = async () => {
    if (id === undefined) return;
    const event = await askStatus(id);
    // a question the connection broke under is no error of the shop's; one of another prompt changes nothing
    if (event.type !== "erred" || navigator.onLine) dispatch(event);
  };
  usePolling(id !== undefined, follow, { first: every * 1000, growth: 1 });

  // only the server knows how long the page was away
  useWake(push.type === "pending", () => void lookAge());

  return { push, dispatch, look, lookAge };
}

/** What the server knows of a payment under way or just over, where it counts for the order carried here. */
async function lookUp(carried: CheckoutState | undefined): Promise<PushEvent> {
  const nothing = { type: "found", payment: null, now: 0 } as const;
  const signedIn = token.read();
  if (!signedIn) return nothing;
  try {
    const payment = await withTimeout(askCurrentPayment(carried), LOOK_TIMEOUT_MS);
    if (payment === undefined) return { type: "unasked" };
    if (payment?.method !== "mpesa") return nothing;
    return !carried || countsHere(payment) ? { type: "found", payment, now: performance.now() } : nothing;
  } catch (error) {
    if (!isSignedOut(error)) return { type: "unasked" };
    dropSignIn(signedIn);
    return nothing;
  }
}

async function askStatus(id: string): Promise<PushEvent> {
  const signedIn = token.read();
  try {
    const answer = await withTimeout(
      call<typeof stkQuery>("/token/query", { checkoutRequestID: id }),
      QUERY_TIMEOUT_MS,
    );
    return answer ? { type: "answered", id, answer: answer.data } : { type: "erred", id };
  } catch (error) {
    if (!isSignedOut(error)) return { type: "erred", id };
    dropSignIn(signedIn);
    return { type: "signed-out", id };
  }
}
