import { useRef, useState } from "react";
import { dropSignIn, token } from "../../../accounts/sign-in.ts";
import { newId } from "../../../cart/checkout-id.ts";
import { type CheckoutState, itemsOf } from "../../../ordering/checkout-state.ts";
import { CallError, call } from "../../../platform/browser/call.ts";
import { useBusy } from "../../../platform/browser/use-busy.ts";
import { toast } from "../../../ui/toast.ts";
import type { stkPush } from "../../contract.ts";
import { TEXTS } from "../../rules.ts";
import { otherPhone, type PushFailure, readPushFailure, stillChecking } from "./push-failure.ts";
import type { Running } from "./push-state.ts";

/** One tap on Pay, as the server knows it; `again`: the same goods are wanted once more. */
type Tap = { id: string; phoneNumber: string; again: boolean };
/** Why a tap sent no prompt to this phone; `until` is when M-Pesa may be asked for it again, by performance.now(). */
export type Missed = { failure: PushFailure; phone: string; until: number | undefined };

type TapsProps = {
  carried: CheckoutState;
  /** A prompt that is still asked about. */
  earlier: Running | undefined;
  onAccepted: (running: Running) => void;
  /** The prompt is an earlier one, on another phone. */
  onElsewhere: (running: Running) => void;
};

/** Asks for a prompt, one tap at a time. A tap whose answer got lost is repeated as the same one, never doubled. */
export function useTaps({ carried, earlier, onAccepted, onElsewhere }: TapsProps) {
  const [missed, setMissed] = useState<Missed>();
  const [busy, run] = useBusy();
  const lost = useRef<Tap>(undefined);

  const miss = (failure: PushFailure, phone: string) => {
    const { seconds } = failure;
    const until = seconds === undefined ? undefined : performance.now() + seconds * 1000;
    setMissed({ failure, phone, until });
  };

  const send = async (tap: Tap) => {
    const { id, phone, isElsewhere } = await askForPrompt(carried, tap);
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
      return miss(otherPhone(running), tap.phoneNumber);
    }
    return id === earlier?.id ? miss(stillChecking(running), tap.phoneNumber) : onAccepted(running);
  };

  const fail = (error: unknown, tap: Tap, signedIn: string | null) => {
    const failure = readPushFailure(error);
    lost.current = failure.next === "unheard" ? tap : undefined;
    if (failure.next === "log-in") dropSignIn(signedIn);
    miss(failure, tap.phoneNumber);
    if (failure.next !== "ordered-lately") toast("error", failure.message);
  };

  const ask = (phoneNumber: string, again = false) =>
    run(async () => {
      const signedIn = token.read();
      const before = lost.current;
      const tap = before?.phoneNumber === phoneNumber ? before : { id: newId(), phoneNumber, again };
      setMissed(undefined);
      await send(tap).catch((error) => fail(error, tap, signedIn));
    });

  return { ask, missed, busy };
}

type Prompt = { id: string; phone: string; isElsewhere: boolean };

/** The prompt this tap has caused, or found. @throws CallError also when an answer names none */
async function askForPrompt({ order, checkoutId }: CheckoutState, tap: Tap): Promise<Prompt> {
  const answer = await call<typeof stkPush>(
    "/token/stkpush",
    {
      amount: String(order.amount),
      phoneNumber: tap.phoneNumber,
      clientAttemptId: tap.id,
      items: itemsOf(order),
      address: order.address,
      ...(tap.again && { again: true }),
    },
    checkoutId ? { "idempotency-key": checkoutId } : {},
  );
  const id = answer.data?.CheckoutRequestID || answer.CheckoutRequestID;
  if (!id) throw new CallError(200, TEXTS.failed);
  if (answer.otherPhone && answer.phone) return { id, phone: answer.phone, isElsewhere: true };
  return { id, phone: tap.phoneNumber, isElsewhere: false };
}
