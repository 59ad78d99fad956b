import { useCallback, useEffect, useReducer } from "react";
import { dropSignIn, token } from "../../../accounts/sign-in/sign-in.ts";
import type { CheckoutState } from "../../../ordering/checkout/checkout-state.ts";
import { call, isSignedOut } from "../../../platform/browser/call.ts";
import { usePageVisible } from "../../../platform/browser/use-page-visible.ts";
import { withTimeout } from "../../../platform/browser/with-timeout.ts";
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
  const every = watch?.every;

  useEffect(() => void look(), [look]);

  useEffect(() => {
    if (id === undefined || every === undefined) return;
    return pollPush(() => askStatus(id), every * 1000, dispatch);
  }, [id, every]);

  // only the server knows how long the page was away
  usePageVisible(push.type === "pending", () => void lookAge());

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

/** Polls, at once when the device is online or the page visible again; offline it pauses. Returns what stops it. */
function pollPush(
  ask: () => Promise<PushEvent>,
  every: number,
  dispatch: (event: PushEvent) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;
  let ended = false;
  const next = () => {
    clearTimeout(timer);
    timer = setTimeout(turn, every);
  };
  const turn = async () => {
    if (asking || ended) return;
    if (!navigator.onLine) return next();
    asking = true;
    clearTimeout(timer);
    const event = await ask();
    asking = false;
    if (ended) return;
    // a question the connection broke under is no error of the shop's
    if (event.type !== "erred" || navigator.onLine) dispatch(event);
    next();
  };
  const wake = () => document.visibilityState === "visible" && void turn();
  window.addEventListener("online", wake);
  document.addEventListener("visibilitychange", wake);
  next();
  return () => {
    ended = true;
    clearTimeout(timer);
    window.removeEventListener("online", wake);
    document.removeEventListener("visibilitychange", wake);
  };
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
