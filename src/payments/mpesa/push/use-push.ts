import { useCallback, useEffect, useReducer } from "react";
import { dropSignIn } from "../../../cart/cart-store.ts";
import { type Carried, itemsOf } from "../../../ordering/carried-order.ts";
import { CallError, call } from "../../../platform/browser/call.ts";
import { token } from "../../../platform/browser/persisted.ts";
import type { currentPayment, stkQuery } from "../../contract.ts";
import { countsHere, nextPush, type PushEvent, watched } from "./push-state.ts";

/** Milliseconds a question to our own server may take before it counts as not answered. */
const PATIENCE = 10_000;
/** The form waits for this one. */
const LOOK_PATIENCE = 5_000;

/**
 * The payment on this page: what the server already knows of one, and how the one under way stands, asked every 3 s
 * while its time runs and every 15 s after.
 */
export function usePush(carried: Carried | undefined) {
  const [push, tell] = useReducer(nextPush, { is: "looking" });
  const look = useCallback(async () => tell(await lookUp(carried)), [carried]);
  const lookAge = useCallback(async () => {
    const event = await lookUp(carried);
    if (event.on === "found") tell({ ...event, on: "aged" });
  }, [carried]);
  const watch = watched(push);
  const id = watch?.running.id;
  const every = watch?.every;

  useEffect(() => void look(), [look]);

  useEffect(() => {
    if (id === undefined || every === undefined) return;
    return askOn(() => askOnce(id), every * 1000, tell);
  }, [id, every]);

  const pending = push.is === "pending";
  useEffect(() => {
    if (!pending) return;
    // back from sleep or another app: only the server knows how long it was
    const wake = () => document.visibilityState === "visible" && void lookAge();
    document.addEventListener("visibilitychange", wake);
    return () => document.removeEventListener("visibilitychange", wake);
  }, [pending, lookAge]);

  return { push, tell, look, lookAge };
}

/** What the server knows of a payment under way or just over, where it counts for the order carried here. */
async function lookUp(carried: Carried | undefined): Promise<PushEvent> {
  const nothing = { on: "found", payment: null, now: 0 } as const;
  const signedIn = token.read();
  if (!signedIn) return nothing;
  try {
    const asked = carried && { checkout: carried.checkoutId, items: itemsOf(carried.order) };
    const { payment } = await inTime(
      call<typeof currentPayment>("/api/payment/current", asked),
      LOOK_PATIENCE,
    );
    if (payment?.method !== "mpesa") return nothing;
    return !carried || countsHere(payment) ? { on: "found", payment, now: performance.now() } : nothing;
  } catch (error) {
    if (!isSignedOut(error)) return { on: "unasked" };
    dropSignIn(signedIn);
    return nothing;
  }
}

/** Asks again and again, at once when the device is back; offline it waits, and counts nothing. Gives what ends it. */
function askOn(ask: () => Promise<PushEvent>, every: number, tell: (event: PushEvent) => void): () => void {
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
    if (event.on !== "erred" || navigator.onLine) tell(event);
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

async function askOnce(id: string): Promise<PushEvent> {
  const signedIn = token.read();
  try {
    const { data } = await inTime(call<typeof stkQuery>("/token/query", { checkoutRequestID: id }), PATIENCE);
    return { on: "answered", id, standing: data };
  } catch (error) {
    if (!isSignedOut(error)) return { on: "erred", id };
    dropSignIn(signedIn);
    return { on: "signed-out", id };
  }
}

function inTime<T>(work: Promise<T>, patience: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new CallError(0, "late")), patience);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

function isSignedOut(error: unknown): boolean {
  return error instanceof CallError && error.status === 401;
}
