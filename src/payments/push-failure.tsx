import { Link } from "react-router";
import { LoginLink } from "../accounts/login-link.tsx";
import { formatPrice } from "../catalogue/rules.ts";
import { MISSING } from "../ordering/methods.ts";
import { WithMpesa } from "../ordering/with-mpesa.tsx";
import { CallError } from "../platform/call.ts";
import { shop } from "../shop.ts";
import { Notice } from "../ui/notice.tsx";
import { PayByTill } from "./pay-by-till.tsx";
import { TEXTS } from "./rules.ts";

/** Why no prompt was sent, and the one thing to do next; `unheard` when nobody knows whether it was. */
export type PushFailure = {
  next: "log-in" | "cart" | "orders" | "other-payment" | "card-held" | "till" | "unheard";
  message: string;
  newAmount?: number;
};

/** 'M-Pesa Error: …' with what the server said, or the plain text when it said nothing; a 401 asks to log in (specification §8). */
export function readPushFailure(error: unknown): PushFailure {
  if (!(error instanceof CallError)) return { next: "unheard", message: TEXTS.failed };
  const { status, answer } = error;
  const said = [answer.error, answer.message].find((text) => typeof text === "string" && text !== "");
  if (status === 401) return { next: "log-in", message: said ? String(said) : TEXTS.signedOut };
  const message = said === undefined ? TEXTS.failed : `M-Pesa Error: ${said}`;
  // without a readable no, the prompt may well be on its way
  if (status < 400 || status === 500 || status === 504 || said === undefined)
    return { next: "unheard", message };
  return { ...wayOn(status, String(said), answer), message };
}

function wayOn(status: number, said: string, answer: CallError["answer"]): Omit<PushFailure, "message"> {
  if (status !== 409) return { next: "till" };
  if (typeof answer.amount === "number") return { next: "cart", newAmount: answer.amount };
  if (answer.orderId) return { next: "orders" };
  // this page can show a push, and no card
  if (said === TEXTS.stillChecking && answer.method === "flutterwave") return { next: "card-held" };
  if (said === TEXTS.inProgress || said === TEXTS.stillChecking) return { next: "other-payment" };
  return { next: OF_THE_PHONE.includes(said) ? "till" : "cart" };
}

/** The shop knew of an earlier prompt for this order, whose money may still come, and sent no second one. */
export const STILL_CHECKING: PushFailure = {
  next: "other-payment",
  message: `M-Pesa Error: ${TEXTS.stillChecking}`,
};

/** What a 409 may say that nothing in the cart would change. */
const OF_THE_PHONE: readonly string[] = [TEXTS.phoneBusy, TEXTS.phoneInUse, MISSING.mpesa];

type Props = { failure: PushFailure; carried: unknown; onShow: () => void };

/** What went wrong, what it means for the money, and the way on. `onShow` shows the payment that is in the way. */
export function PushFailed({ failure: { next, message, newAmount }, carried, onShow }: Props) {
  if (next === "till")
    return <PayByTill title="M-Pesa could not be asked" message={message} state={carried} />;
  return (
    <Notice kind="error" title={TITLES[next]} action={actionFor(next, onShow)}>
      <p>
        <WithMpesa>{message}</WithMpesa>
        {next === "log-in" && " Your order is kept."}
      </p>
      {newAmount !== undefined && (
        <p>
          The new total is <strong className="price">{formatPrice(newAmount)}</strong>.
        </p>
      )}
      {next === "cart" && <p>No money was taken.</p>}
      {next === "other-payment" && <p>No second prompt was sent. Give it three minutes, then try again.</p>}
      {next === "card-held" && (
        <p>
          It was by card. No prompt was sent. Do not pay again: once that payment is confirmed, its order
          appears in My orders. Call {shop.phone} or write to {shop.email} if it goes on.
        </p>
      )}
      {next === "unheard" && (
        <p>
          <WithMpesa>
            We do not know whether M-Pesa was asked. If a prompt comes to your phone, you can answer it.
            Trying again is safe: it never sends a second one.
          </WithMpesa>
        </p>
      )}
    </Notice>
  );
}

const TITLES = {
  "log-in": "Log in to pay",
  cart: "Your order needs another look",
  orders: "This order was paid before",
  "other-payment": "One payment at a time",
  "card-held": "One payment at a time",
  unheard: "We heard no answer",
} as const;

function actionFor(next: PushFailure["next"], onShow: () => void) {
  if (next === "log-in") return <LoginLink className="button">Log in and come back</LoginLink>;
  if (next === "cart")
    return (
      <Link className="button" to="/cart">
        Review your cart
      </Link>
    );
  if (next === "orders" || next === "card-held")
    return (
      <Link className="button" to="/orders" replace={next === "orders"}>
        See my orders
      </Link>
    );
  if (next === "other-payment")
    return (
      <button type="button" className="button" onClick={onShow}>
        Show that payment
      </button>
    );
  return undefined;
}
