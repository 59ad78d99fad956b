import { Link } from "react-router";
import { LoginLink } from "../../accounts/sign-in/login-link.tsx";
import { formatPrice } from "../../catalogue/rules.ts";
import { CallError, OFFLINE } from "../../platform/browser/call.ts";
import { shop } from "../../shop.ts";
import { Notice } from "../../ui/notice.tsx";
import { ORDER_TEXTS } from "../rules.ts";
import { WithMpesa } from "../with-mpesa.tsx";
import { AgainQuestion, asksAgain } from "./again-question.tsx";

/** Why an order was not placed, and the one thing to do next. */
export type Failure = {
  next: "log-in" | "cart" | "details" | "orders" | "ordered-lately" | "again" | "unheard";
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
  if (status === 422) return { next: "orders", message };
  if (status === 400 && message !== ORDER_TEXTS.codeMissing && message !== ORDER_TEXTS.codeMalformed)
    return { next: "details", message };
  if (status !== 409 || message === ORDER_TEXTS.codeUsed) return { next: "again", message };
  const amount = answer.amount;
  return { next: "cart", message, ...(typeof amount === "number" ? { newAmount: amount } : {}) };
}

type Props = {
  failure: Failure;
  /** The same goods are wanted once more. */
  onAgain: (form: HTMLFormElement | null) => void;
};

export function PlaceFailure({ failure, onAgain }: Props) {
  const { next, message, newAmount, offline } = failure;
  if (next === "ordered-lately") return <AgainQuestion said={message} onYes={onAgain} />;
  return (
    <Notice kind="error" title={TITLES[next]} action={actionFor(next)}>
      <p>
        <WithMpesa>{message}</WithMpesa>
      </p>
      {offline && <p>{OFFLINE}</p>}
      {newAmount !== undefined && (
        <p>
          The new total is <strong className="price">{formatPrice(newAmount)}</strong>.
        </p>
      )}
      {next === "unheard" && (
        <p>
          Your order may have been placed. Look at your orders, or try again: that is safe, for this order is
          placed only once.
        </p>
      )}
      {next === "cart" && (
        <p>
          Paid already? Keep your code and call {shop.phone} or write to {shop.email}: your money is not lost.
        </p>
      )}
    </Notice>
  );
}

const TITLES = {
  "log-in": "Log in to place this order",
  cart: "Your order needs another look",
  details: "Your details need another look",
  orders: "This order was sent before",
  unheard: "We do not know yet whether it arrived",
  again: "The order is not placed yet",
} as const;

function actionFor(next: Failure["next"]) {
  if (next === "log-in") return <LoginLink className="button">Log in and come back</LoginLink>;
  if (next === "orders" || next === "unheard")
    return (
      <Link className="button" to="/orders" replace={next === "orders"}>
        See my orders
      </Link>
    );
  if (next === "cart")
    return (
      <Link className="button" to="/cart">
        Review your cart
      </Link>
    );
  if (next === "details")
    return (
      <Link className="button" to="/place-order">
        Change your details
      </Link>
    );
  return undefined;
}
