import { useEffect, useReducer } from "react";
import type { CheckoutState } from "../../ordering/checkout/checkout-state.ts";
import { useBusy } from "../../platform/browser/use-busy.ts";
import { usePolling, useWake } from "../../platform/browser/use-polling.ts";
import type { Asked } from "./card-calls.ts";
import { isAwaited, isBusy, nextCard } from "./card-state.ts";
import { askCheckout, findCardPayment, type Given } from "./find-card-payment.ts";
import { payByCard } from "./pay-by-card.ts";
import { placeCardOrder } from "./place-card-order.ts";

/** Milliseconds between two questions while the end is awaited. */
const ASK_EVERY = 5_000;

/** The card payment on this page: what is known of one already, and the one that Pay starts, one step at a time. */
export function useCardPayment({ carried, placed, scriptUrl }: Given & { scriptUrl: string }) {
  const [card, dispatch] = useReducer(nextCard, { type: "looking" });
  const [, run] = useBusy();

  useEffect(() => void findCardPayment({ carried, placed }).then(dispatch), [carried, placed]);

  /** Whether another payment for this checkout has begun, or has ended, since. */
  const look = async () => {
    if (!carried || isBusy(card)) return;
    const { shut } = await askCheckout(carried);
    if (shut || card.type !== "not-payable") dispatch({ type: "looked", shut, during: card });
    else dispatch(await findCardPayment({ carried, placed }));
  };
  useWake(true, () => void look());
  usePolling(card.type === "not-payable" && card.shut.status !== "ordered", look);

  /** `onForm` runs when the form is there again. */
  const pay = (order: CheckoutState, asked: Asked, onForm: () => void) =>
    run(async () => {
      dispatch({ type: "pay" });
      const outcome = await payByCard(order, {
        ...asked,
        scriptUrl,
        onStep: (step) => dispatch({ type: "step", step }),
      });
      dispatch(outcome);
      if (outcome.type === "not-paid") onForm();
    });

  /** `asked`: by a person, who is told of a refusal. Asks once more for the order of what is paid, or how things stand; never for the money. */
  const checkAgain = (asked = true) =>
    run(async () => {
      dispatch({ type: "check-again" });
      dispatch(
        card.type === "confirming" || card.type === "unplaced"
          ? await placeCardOrder(card.paid, carried, { quiet: card.type === "confirming" || !asked })
          : await findCardPayment({ carried, placed }),
      );
    });
  const isUnplaced = card.type === "unplaced" && !card.signedOut;
  usePolling(isAwaited(card), async () => checkAgain(false), { first: ASK_EVERY, growth: 1 });
  useWake(isUnplaced, () => checkAgain(false));

  return { card, pay, checkAgain: () => checkAgain(), look, startNew: () => dispatch({ type: "start-new" }) };
}
