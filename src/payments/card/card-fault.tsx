import { Link } from "react-router";
import { LoginLink } from "../../accounts/sign-in/login-link.tsx";
import { formatPrice } from "../../catalogue/rules.ts";
import { AgainQuestion, asksAgain } from "../../ordering/checkout/again-question.tsx";
import type { CheckoutState } from "../../ordering/checkout/checkout-state.ts";
import { WithMpesa } from "../../ordering/with-mpesa.tsx";
import { CallError } from "../../platform/browser/call.ts";
import { shop } from "../../shop.ts";
import { Notice } from "../../ui/notice.tsx";
import { PayByTill } from "../mpesa/till-code/pay-by-till.tsx";
import { PAYMENT_TEXTS } from "../rules.ts";

/** Why the card page did not open, or closed without a payment; and the one thing to do next. */
export type CardFault = {
  next:
    | "log-in"
    | "cart"
    | "orders"
    | "other-payment"
    | "still-checking"
    | "details"
    | "ordered-lately"
    | "other-way"
    | "again"
    | "cancelled";
  message: string;
  newAmount?: number;
  /** The connection broke before the card page was open. */
  offline?: true;
};

/** Reads what stopped a payment before the checkout page was open: nothing can have been charged. */
export function readCardFault(error: unknown): CardFault {
  // the script, or what it did
  if (!(error instanceof CallError))
    return navigator.onLine
      ? { next: "other-way", message: PAYMENT_TEXTS.scriptFailed }
      : { next: "again", message: PAYMENT_TEXTS.scriptFailed, offline: true };
  const { status, message, answer } = error;
  if (status === 401) return { next: "log-in", message };
  if (asksAgain(status, answer)) return { next: "ordered-lately", message };
  if (status === 409 && answer.orderId) return { next: "orders", message };
  if (status === 409 && message === PAYMENT_TEXTS.inProgress) return { next: "other-payment", message };
  if (status === 409 && message === PAYMENT_TEXTS.stillChecking) return { next: "still-checking", message };
  if (status === 409)
    return {
      next: "cart",
      message,
      ...(typeof answer.amount === "number" ? { newAmount: answer.amount } : {}),
    };
  if (status === 400) return { next: "details", message };
  if (status === 0) return { next: "again", message, offline: true };
  // asked too often: the same again
  if (status === 429) return { next: "again", message };
  return { next: "other-way", message };
}

type NoticeProps = {
  fault: CardFault;
  carried: CheckoutState;
  /** The same goods are wanted once more. */
  onAgain: (form: HTMLFormElement | null) => void;
};

export function CardFaultNotice({ fault, carried, onAgain }: NoticeProps) {
  const { next, message, newAmount } = fault;
  if (next === "ordered-lately") return <AgainQuestion said={message} onYes={onAgain} />;
  if (next === "other-way")
    return <PayByTill title="The card page could not be opened" message={message} state={carried} />;
  return (
    <Notice kind={next === "cancelled" ? "info" : "error"} title={TITLES[next]} action={actionFor(next)}>
      {next !== "cancelled" && <p>{message}</p>}
      {newAmount !== undefined && (
        <p>
          The new total is <strong className="price">{formatPrice(newAmount)}</strong>.
        </p>
      )}
      <p>
        <WithMpesa>{NEXT[next]}</WithMpesa>
      </p>
    </Notice>
  );
}

type Said = Exclude<CardFault["next"], "other-way" | "ordered-lately">;

const TITLES: Record<Said, string> = {
  "log-in": "Log in to pay",
  cart: "Your order needs another look",
  orders: "This order was paid before",
  "other-payment": "One payment at a time",
  "still-checking": "One payment at a time",
  details: "Your details need another look",
  again: "The payment did not go through",
  cancelled: PAYMENT_TEXTS.cardCancelled,
};

const NEXT: Record<Said, string> = {
  "log-in": "Your order is kept.",
  cart: "No money was taken.",
  orders: "There is nothing more to pay.",
  "other-payment": "Your card was not charged. A prompt of yours is still out at M-Pesa: see how it stands.",
  "still-checking":
    "Your card was not charged. Do not pay again: once that payment is confirmed, its order appears in My orders.",
  details: "No money was taken.",
  again: `Your order is kept. If your bank says that money was taken, do not pay again: call ${shop.phone} or write to ${shop.email}.`,
  cancelled: "Your order is kept. You can open the card page again, or choose another way to pay.",
};

function actionFor(next: Said) {
  switch (next) {
    case "log-in":
      return <LoginLink className="button">Log in and come back</LoginLink>;
    case "cart":
      return (
        <Link className="button" to="/cart">
          Review your cart
        </Link>
      );
    case "orders":
    case "still-checking":
      return (
        <Link className="button" to="/orders" replace={next === "orders"}>
          See my orders
        </Link>
      );
    case "other-payment":
      // only a push bars a card, and that page shows the one under way
      return (
        <Link className="button" to="/mpesa">
          Show that payment
        </Link>
      );
    case "details":
    case "cancelled":
      return (
        <Link className="button" to="/place-order">
          {next === "details" ? "Change your details" : "Choose another way"}
        </Link>
      );
    case "again":
      return undefined;
  }
}
