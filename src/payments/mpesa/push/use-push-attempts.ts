import { useRef, useState } from "react";
import { dropSignIn, token } from "../../../accounts/sign-in/sign-in.ts";
import {
  type CheckoutState,
  forgetRefusedCoupon,
  itemsOf,
} from "../../../ordering/checkout/checkout-state.ts";
import { SAID_BY_PANEL } from "../../../ordering/checkout/order-elsewhere.tsx";
import { forgetPayment, mayBePaid, notePayment } from "../../../ordering/checkout/payment-begun.ts";
import { CallError, call } from "../../../platform/browser/call.ts";
import { newId } from "../../../platform/browser/new-id.ts";
import { useBusy } from "../../../platform/browser/use-busy.ts";
import { toast } from "../../../ui/toast.ts";
import type { stkPush } from "../../contract.ts";
import { PAYMENT_TEXTS } from "../../rules.ts";
import { otherPhone, type PushFailure, readPushFailure, stillChecking } from "./push-failure.ts";
import type { Running } from "./push-state.ts";

/** One attempt to pay, as the server knows it; `again`: the same goods are wanted once more. */
type Attempt = { id: string; phoneNumber: string; again: boolean };
/** Who asks, and whether nothing was asked for in this checkout before. */
type Asking = { signedIn: string | null; isFirst: boolean };
/** Why an attempt sent no prompt to this phone; `until` is when another may be sent, by performance.now(). */
export type FailedAttempt = {
  failure: PushFailure;
  phone: string;
  until: number | undefined;
  /** Who asked. */
  signedIn: string | null;
};

type AttemptsProps = {
  carried: CheckoutState;
  /** A prompt that is still asked about. */
  earlier: Running | undefined;
  onAccepted: (running: Running) => void;
  /** The prompt is an earlier one, on another phone. */
  onElsewhere: (running: Running) => void;
};

/** Asks for a prompt, one attempt at a time. One whose answer got lost is repeated under the same id, never doubled. */
export function usePushAttempts({ carried, earlier, onAccepted, onElsewhere }: AttemptsProps) {
  const [failed, setFailed] = useState<FailedAttempt>();
  const [busy, run] = useBusy();
  const lost = useRef<Attempt>(undefined);

  const showFailure = (failure: PushFailure, phone: string, signedIn: string | null) => {
    const { seconds } = failure;
    const until = seconds === undefined ? undefined : performance.now() + seconds * 1000;
    setFailed({ failure, phone, until, signedIn });
    if (!SAID_BY_PANEL.includes(failure.next)) toast("error", failure.message, { once: failure.offline });
  };

  const send = async (attempt: Attempt, { signedIn }: Asking) => {
    const { id, phone, isElsewhere } = await askForPrompt(carried, attempt);
    lost.current = undefined;
    const running: Running = {
      id,
      startedAt: performance.now(),
      amount: carried.order.amount,
      phone,
      sameCheckout: true,
      sameGoods: true,
    };
    if (isElsewhere) {
      onElsewhere(running);
      return showFailure(otherPhone(running), attempt.phoneNumber, signedIn);
    }
    return id === earlier?.id
      ? showFailure(stillChecking(running), attempt.phoneNumber, signedIn)
      : onAccepted(running);
  };

  const fail = (error: unknown, attempt: Attempt, { signedIn, isFirst }: Asking) => {
    forgetRefusedCoupon(error);
    const failure = readPushFailure(error);
    lost.current = failure.next === "unheard" ? attempt : undefined;
    if (failure.next === "log-in") dropSignIn(signedIn);
    if (isFirst && NOTHING_SENT.includes(failure.next)) forgetPayment(carried.checkoutId, "mpesa");
    showFailure(failure, attempt.phoneNumber, signedIn);
  };

  const ask = (phoneNumber: string, again = false) =>
    run(async () => {
      const asking = { signedIn: token.read(), isFirst: !mayBePaid(carried.checkoutId) };
      // from now on it may be paid, whoever is signed in by the time of the answer
      notePayment(carried.checkoutId, "mpesa");
      const before = lost.current;
      const attempt = before?.phoneNumber === phoneNumber ? before : { id: newId(), phoneNumber, again };
      setFailed(undefined);
      await send(attempt, asking).catch((error) => fail(error, attempt, asking));
    });

  return { ask, failed, busy };
}

/** A no with which no prompt has gone out, nor was one out before. */
const NOTHING_SENT: readonly PushFailure["next"][] = [
  "log-in",
  "cart",
  "till",
  "pause",
  "phone-busy",
  "ordered-lately",
];

type Prompt = { id: string; phone: string; isElsewhere: boolean };

/** The prompt this attempt has caused, or found. @throws CallError also when an answer names none */
async function askForPrompt({ order, checkoutId }: CheckoutState, attempt: Attempt): Promise<Prompt> {
  const answer = await call<typeof stkPush>(
    "/token/stkpush",
    {
      amount: String(order.amount),
      phoneNumber: attempt.phoneNumber,
      clientAttemptId: attempt.id,
      items: itemsOf(order),
      address: order.address,
      delivery: order.delivery,
      ...(order.coupon ? { coupon: order.coupon } : {}),
      ...(attempt.again && { again: true }),
    },
    checkoutId ? { "idempotency-key": checkoutId } : {},
  );
  const id = answer.data?.CheckoutRequestID || answer.CheckoutRequestID;
  if (!id) throw new CallError(200, PAYMENT_TEXTS.failed);
  if (answer.otherPhone && answer.phone) return { id, phone: answer.phone, isElsewhere: true };
  return { id, phone: attempt.phoneNumber, isElsewhere: false };
}
