import { WithMpesa } from "../../language/rich.tsx";
import { type Sentence, t } from "../../language/t.ts";
import { AgainQuestion, asksAgain, NewTotal } from "../../ordering/checkout/again-question.tsx";
import type { CheckoutState } from "../../ordering/checkout/checkout-state.ts";
import { isElsewhere, OrderElsewhere } from "../../ordering/checkout/order-elsewhere.tsx";
import { SignedOut } from "../../ordering/checkout/signed-out.tsx";
import { CallError } from "../../platform/browser/call.ts";
import { useShop } from "../../settings/use-settings.ts";
import { Link } from "../../ui/link.tsx";
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
    | "elsewhere"
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
  if (isElsewhere(status, message)) return { next: "elsewhere", message };
  if (status === 409 && answer.orderId) return { next: "orders", message };
  if (status === 409 && message === PAYMENT_TEXTS.inProgress) return { next: "other-payment", message };
  if (status === 409 && message === PAYMENT_TEXTS.stillChecking) return { next: "still-checking", message };
  // of a 429, the order goes on without its coupon
  if (status === 409 || (status === 429 && answer.amount !== undefined))
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
  /** Somebody who was signed out goes on as a guest. */
  onGuest: () => void;
  /** The same goods are wanted once more. */
  onAgain: (form: HTMLFormElement | null) => void;
};

export function CardFaultNotice({ fault, carried, onGuest, onAgain }: NoticeProps) {
  const shop = useShop();
  const { next, message, newAmount } = fault;
  if (next === "ordered-lately") return <AgainQuestion said={message} onYes={onAgain} />;
  if (next === "elsewhere") return <OrderElsewhere said={message} />;
  if (next === "log-in")
    return <SignedOut carried={carried} kind="error" leftTitle={t("Log in to pay")} onGuest={onGuest} />;
  if (next === "other-way") return <PayByTill title={t("We couldn't open the card page")} state={carried} />;
  return (
    <Notice kind={next === "cancelled" ? "info" : "error"} title={t(TITLES[next])} action={actionFor(next)}>
      {newAmount !== undefined && <NewTotal amount={newAmount} carried={carried} />}
      <p>
        <WithMpesa>{t(NEXT[next], { phone: shop.phone, email: shop.email })}</WithMpesa>
      </p>
    </Notice>
  );
}

type Said = Exclude<CardFault["next"], "log-in" | "other-way" | "elsewhere" | "ordered-lately">;

const TITLES = {
  cart: "Please check your order",
  orders: "This order is already paid",
  "other-payment": "One payment at a time",
  "still-checking": "One payment at a time",
  details: "Please check your details",
  again: "The payment did not go through",
  cancelled: "You closed the card page",
} as const satisfies Record<Said, Sentence>;

const NEXT = {
  cart: "No money was taken.",
  orders: "Nothing more to pay.",
  "other-payment": "Your card was not charged. You still have an M-Pesa prompt open: see that payment first.",
  "still-checking":
    "Your card was not charged. We don't know yet if your last payment went through. Don't pay again: once it's confirmed, its order shows in My orders.",
  details: "No money was taken. Check your name, address and phone, or order fewer items, then try again.",
  again:
    "Your order is saved. If your bank says you were charged, don't pay again: call {phone} or write to {email}.",
  cancelled: "Your order is saved. You can open the card page again, or choose another way to pay.",
} as const satisfies Record<Said, Sentence>;

function actionFor(next: Said) {
  switch (next) {
    case "cart":
      return (
        <Link className="button" to="/cart">
          {t("Review your cart")}
        </Link>
      );
    case "orders":
    case "still-checking":
      return (
        <Link className="button" to="/orders" replace={next === "orders"}>
          {t("See my orders")}
        </Link>
      );
    case "other-payment":
      // only a push bars a card, and that page shows the one under way
      return (
        <Link className="button" to="/mpesa">
          {t("Show that payment")}
        </Link>
      );
    case "details":
    case "cancelled":
      return (
        <Link className="button" to="/place-order">
          {next === "details" ? t("Change your details") : t("Choose another way")}
        </Link>
      );
    case "again":
      return undefined;
  }
}
