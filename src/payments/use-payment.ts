import { useEffect, useEffectEvent, useReducer, useState } from "react";
import { dropSignIn, token } from "../accounts/sign-in/sign-in.ts";
import { refreshCart, removeOrdered } from "../cart/cart-store.ts";
import { endCheckout, endOf } from "../cart/checkout-storage.ts";
import { toLines } from "../cart/rules.ts";
import { type CheckoutState, itemsOf, type OrderToPlace } from "../ordering/checkout/checkout-state.ts";
import { call, isSignedOut, withTimeout } from "../platform/browser/call.ts";
import { useRetryOnline } from "../platform/browser/line-back.ts";
import { useBusy } from "../platform/browser/use-busy.ts";
import { usePolling, useWake } from "../platform/browser/use-polling.ts";
import type { currentPayment, stkQuery } from "./contract.ts";
import {
  type CurrentPayment,
  isBusy,
  nextPayment,
  type Payment,
  type PaymentEvent,
  questionOf,
} from "./payment.ts";

/** Milliseconds a question to our own server may take before it counts as not answered. */
export const ANSWER_MAX = 10_000;

/** What differs between the pages: how one looks for a payment, and how it asks for the order of one that is paid. */
type Way = {
  /** What is known of a payment, in the state `during`; undefined where nothing changed. Never throws. */
  look: (during: Payment) => Promise<PaymentEvent | undefined>;
  /** `quiet`: in the background, where no answer changes nothing. Never throws. */
  order?: (payment: Payment, quiet: boolean) => Promise<Payment>;
  /** In which states the page looks for a payment again when it is back in view or online. */
  wakes: (payment: Payment) => boolean;
};

/** Runs Pay or Check again, which ends in a state; a second tap while it runs does nothing. */
export type Begin = (work: () => Promise<Payment>, then?: (as: Payment) => void) => void;

/**
 * The state of the payment on this page, and what changes it: what the server knows of one already, Pay, and the answers to
 * the questions asked in that state, one step at a time.
 */
export function usePayment(way: Way) {
  const [payment, dispatch] = useReducer(nextPayment, { type: "looking" });
  const [, run] = useBusy();
  const question = questionOf(payment);

  const look = async (during = payment) => {
    const event = await way.look(during);
    if (event) dispatch(event);
  };
  const lookNow = useEffectEvent(look);
  useEffect(() => void lookNow(), []);

  const begin: Begin = (work, then) =>
    run(async () => {
      dispatch({ type: "begin" });
      const as = await work();
      dispatch({ type: "ended", as });
      then?.(as);
    });
  /** `quiet`: without a tap. Asks once more for the order of what is paid; never for the money. */
  const askOrder = (quiet: boolean) => begin(async () => (await way.order?.(payment, quiet)) ?? payment);

  const ask = async () => {
    if (question?.of === "all") return look();
    if (question?.of === "order") return askOrder(true);
    if (question?.of !== "prompt") return;
    const event = await askPrompt(question.prompt.id);
    // a failure while offline is no error of the shop's; an answer about another prompt changes nothing
    if (event.type !== "erred" || navigator.onLine) dispatch(event);
  };
  const every = question?.every;
  usePolling(question !== undefined, ask, every ? { first: every * 1000, growth: 1 } : {});

  // only the server knows how long the page was away
  useWake(way.wakes(payment) && !isBusy(payment), () => void look());
  useWake(payment.type === "unplaced" && !payment.signedOut, () => askOrder(true));

  return { payment, dispatch, look, begin, checkAgain: () => askOrder(false) };
}

/**
 * The account's payment of the last half hour, whatever its method. With the order carried here, the answer says whether it
 * is for that one; undefined when there is none in `within` milliseconds. @throws CallError
 */
export function askCurrent(
  within: number,
  carried?: CheckoutState,
): Promise<CurrentPayment | null | undefined> {
  const about = carried && { checkout: carried.checkoutId, items: itemsOf(carried.order) };
  const answer = call<typeof currentPayment>("/api/payment/current", about);
  return withTimeout(
    answer.then(({ payment }) => payment),
    within,
  );
}

async function askPrompt(id: string): Promise<PaymentEvent> {
  const signedIn = token.read();
  try {
    const answer = call<typeof stkQuery>("/token/query", { checkoutRequestID: id });
    const said = await withTimeout(answer, ANSWER_MAX);
    return said ? { type: "answered", id, answer: said.data } : { type: "erred", id };
  } catch (error) {
    if (!isSignedOut(error)) return { type: "erred", id };
    dropSignIn(signedIn);
    return { type: "signed-out", id };
  }
}

/** Ends a checkout whose order is placed, and takes what was ordered out of the cart; without `order` the cart is read again. */
export function finishOrder(checkoutId: string | undefined, order: OrderToPlace | undefined): void {
  if (checkoutId) endCheckout("placed", checkoutId);
  if (order) removeOrdered(toLines(order.items));
  else void refreshCart();
}

/** A checkout's request as it left: in whose name, and for which checkout. */
type Sent = { signedIn: string | null; checkoutId: string | undefined };
/** Why it is not repeated: another person is signed in by now, or the checkout is over. */
type Bar = "left" | "over";

/**
 * As useRetryOnline, for what was sent for a checkout. Another person who has signed in on this phone since would pay for it as
 * well: then nothing is repeated, and `left` is true.
 */
export function useRetrySent(lost: object | undefined, sent: Sent, retry: () => void) {
  const [barred, setBarred] = useState<{ lost: object; by: Bar }>();
  const stopped = useRetryOnline(lost, () => {
    const by = barOf(sent);
    if (!by) return retry();
    if (lost) setBarred({ lost, by });
  });
  return { stopped, left: lost !== undefined && barred?.lost === lost && barred.by === "left" };
}

function barOf({ signedIn, checkoutId }: Sent): Bar | undefined {
  const end = endOf(checkoutId);
  if (token.read() !== signedIn || end === "left") return "left";
  return end && "over";
}
