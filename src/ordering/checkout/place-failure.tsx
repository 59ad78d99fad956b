import { WithMpesa } from "../../language/rich.tsx";
import { type PlainSentence, type Sentence, t } from "../../language/t.ts";
import { CallError, OFFLINE } from "../../platform/browser/call.ts";
import { useShop } from "../../settings/use-settings.ts";
import { Link } from "../../ui/link.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ORDER_TEXTS } from "../rules.ts";
import { AgainQuestion, asksAgain, NewTotal } from "./again-question.tsx";
import type { CheckoutState } from "./checkout-state.ts";
import { isElsewhere, OrderElsewhere } from "./order-elsewhere.tsx";
import { SignedOut } from "./signed-out.tsx";

/** Why an order was not placed, and the one thing to do next. */
export type Failure = {
  next:
    | "log-in"
    | "cart"
    | "details"
    | "orders"
    | "elsewhere"
    | "ordered-lately"
    | "wait"
    | "again"
    | "unheard";
  message: string;
  newAmount?: number;
  /** The request never arrived, or its answer did not. */
  offline?: true;
};

/** The server's message, or 'Failed to place order' where it gave none (specification §8). */
export function readFailure(error: unknown): Failure {
  if (!(error instanceof CallError)) return { next: "again", message: ORDER_TEXTS.placeFailed };
  const { status, answer } = error;
  const message =
    typeof answer.message === "string" && answer.message ? answer.message : ORDER_TEXTS.placeFailed;
  if (status === 0) return { next: "unheard", message, offline: true };
  // also an answer nobody could read: the order may well be placed
  if (status < 400 || status >= 500) return { next: "unheard", message };
  if (status === 401) return { next: "log-in", message };
  if (asksAgain(status, answer)) return { next: "ordered-lately", message };
  if (isElsewhere(status, message)) return { next: "elsewhere", message };
  // the payment of the person who was signed in here before is under way
  if (status === 409 && answer.method) return { next: "wait", message };
  if (status === 422) return { next: "orders", message };
  if (status === 400 && message !== ORDER_TEXTS.codeMissing && message !== ORDER_TEXTS.codeMalformed)
    return { next: "details", message };
  const amount = answer.amount;
  // with a total, the order goes on without its coupon
  if (status === 429 && amount === undefined) return { next: "wait", message };
  if ((status !== 429 && status !== 409) || message === ORDER_TEXTS.codeUsed)
    return { next: "again", message };
  return { next: "cart", message, ...(typeof amount === "number" ? { newAmount: amount } : {}) };
}

type Props = {
  failure: Failure;
  carried: CheckoutState;
  /** Somebody who was signed out goes on as a guest. */
  onGuest: () => void;
  /** The shopper wants the same items once more. */
  onAgain: (form: HTMLFormElement | null) => void;
};

export function PlaceFailure({ failure, carried, onGuest, onAgain }: Props) {
  const shop = useShop();
  const { next, message, newAmount, offline } = failure;
  if (next === "ordered-lately") return <AgainQuestion said={message} onYes={onAgain} />;
  if (next === "elsewhere") return <OrderElsewhere said={message} />;
  if (next === "log-in")
    return (
      <SignedOut
        carried={carried}
        kind="error"
        leftTitle={t("Log in to place this order")}
        onGuest={onGuest}
      />
    );
  return (
    <Notice kind="error" title={t(TITLES[next])} action={actionFor(next)}>
      {offline && <p>{t(OFFLINE)}</p>}
      {newAmount !== undefined && <NewTotal amount={newAmount} carried={carried} />}
      {next !== "cart" && next !== "orders" && (
        <p>
          <WithMpesa>{t(WHAT_TO_DO[next])}</WithMpesa>
        </p>
      )}
      {next === "cart" && (
        <p>
          {t("Already paid? Keep your code and call {phone} or write to {email}: your money is safe.", {
            phone: shop.phone,
            email: shop.email,
          })}
        </p>
      )}
    </Notice>
  );
}

const TITLES = {
  cart: "Please check your order",
  details: "Please check your details",
  orders: "This order was already sent",
  unheard: "We don't know yet if it reached us",
  wait: "Your order is not placed yet",
  again: "Your order is not placed yet",
} as const satisfies Partial<Record<Failure["next"], Sentence>>;

const WHAT_TO_DO = {
  details: "Check your name, address and phone, or order fewer items, then try again.",
  unheard:
    "Your order may already be placed. Check your orders, or try again: it's safe, we place it only once.",
  wait: "Your cart and your code are kept. Already paid? Don't pay again. Wait a little, then try again, or choose another way to pay.",
  again: "Your cart and your code are kept. Check the code in the M-Pesa SMS, then try again.",
} as const satisfies Partial<Record<Failure["next"], Sentence>>;

const ACTIONS: { [Next in Failure["next"]]?: { to: string; label: PlainSentence } } = {
  orders: { to: "/orders", label: "See my orders" },
  unheard: { to: "/orders", label: "See my orders" },
  cart: { to: "/cart", label: "Review your cart" },
  details: { to: "/place-order", label: "Change your details" },
};

function actionFor(next: Failure["next"]) {
  const action = ACTIONS[next];
  return (
    action && (
      <Link className="button" to={action.to} replace={next === "orders"}>
        {t(action.label)}
      </Link>
    )
  );
}
