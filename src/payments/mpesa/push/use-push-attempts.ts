import { useRef, useState } from "react";
import { dropSignIn, token } from "../../../accounts/sign-in/sign-in.ts";
import { newId } from "../../../cart/checkout-id.ts";
import { type CheckoutState, itemsOf } from "../../../ordering/checkout/checkout-state.ts";
import { CallError, call } from "../../../platform/browser/call.ts";
import { useBusy } from "../../../platform/browser/use-busy.ts";
import { toast } from "../../../ui/toast.ts";
import type { stkPush } from "../../contract.ts";
import { PAYMENT_TEXTS } from "../../rules.ts";
import { otherPhone, type PushFailure, readPushFailure, stillChecking } from "./push-failure.ts";
import type { Running } from "./push-state.ts";

/** One attempt to pay, as the server knows it; `again`: the same goods are wanted once more. */
type Attempt = { id: string; phoneNumber: string; again: boolean };
/** Why an attempt sent no prompt to this phone; `until` is when another may be sent, by performance.now(). */
export type FailedAttempt = { failure: PushFailure; phone: string; until: number | undefined };

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

  const showFailure = (failure: PushFailure, phone: string) => {
    const { seconds } = failure;
    const until = seconds === undefined ? undefined : performance.now() + seconds * 1000;
    setFailed({ failure, phone, until });
  };

  const send = async (attempt: Attempt) => {
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
      return showFailure(otherPhone(running), attempt.phoneNumber);
    }
    return id === earlier?.id
      ? showFailure(stillChecking(running), attempt.phoneNumber)
      : onAccepted(running);
  };

  const fail = (error: unknown, attempt: Attempt, signedIn: string | null) => {
    const failure = readPushFailure(error);
    lost.current = failure.next === "unheard" ? attempt : undefined;
    if (failure.next === "log-in") dropSignIn(signedIn);
    showFailure(failure, attempt.phoneNumber);
    if (failure.next !== "ordered-lately") toast("error", failure.message, { once: failure.offline });
  };

  const ask = (phoneNumber: string, again = false) =>
    run(async () => {
      const signedIn = token.read();
      const before = lost.current;
      const attempt = before?.phoneNumber === phoneNumber ? before : { id: newId(), phoneNumber, again };
      setFailed(undefined);
      await send(attempt).catch((error) => fail(error, attempt, signedIn));
    });

  return { ask, failed, busy };
}

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
      ...(attempt.again && { again: true }),
    },
    checkoutId ? { "idempotency-key": checkoutId } : {},
  );
  const id = answer.data?.CheckoutRequestID || answer.CheckoutRequestID;
  if (!id) throw new CallError(200, PAYMENT_TEXTS.failed);
  if (answer.otherPhone && answer.phone) return { id, phone: answer.phone, isElsewhere: true };
  return { id, phone: attempt.phoneNumber, isElsewhere: false };
}
