import { Link } from "react-router";
import { LoginLink } from "../../../accounts/sign-in/login-link.tsx";
import { formatPrice } from "../../../catalogue/rules.ts";
import { AgainQuestion } from "../../../ordering/checkout/again-question.tsx";
import { WithMpesa } from "../../../ordering/with-mpesa.tsx";
import { friendlyPhone } from "../../../phone-rules.ts";
import { shop } from "../../../shop.ts";
import { Notice } from "../../../ui/notice.tsx";
import { RETRY_AFTER } from "../../rules.ts";
import { PayByTill, TillLink } from "../till-code/pay-by-till.tsx";
import { minutesText } from "./countdown.ts";
import type { PushFailure } from "./push-failure.ts";

type Props = {
  failure: PushFailure;
  /** The phone named. */
  phone: string;
  /** The earlier prompt may still be on its phone. */
  isOut: boolean;
  carried: unknown;
  /** Shows the payment that is in the way. */
  onShow: () => void;
  /** The same goods are wanted once more. */
  onAgain: () => void;
};

/** What went wrong, what it means for the money, and the way on. */
export function PushFailed({ failure, phone, isOut, carried, onShow, onAgain }: Props) {
  const { next, message, newAmount, within } = failure;
  switch (next) {
    case "till":
      return <PayByTill title="We couldn't send the prompt" message={message} state={carried} />;
    case "ordered-lately":
      return <AgainQuestion said={message} onYes={onAgain} />;
    case "busy":
    case "pause":
      return (
        <Notice kind="error" title={TITLES[next]} action={<TillLink state={carried} primary />}>
          <p>
            <WithMpesa>{message}</WithMpesa>
          </p>
          <p>{MEANING[next]}</p>
        </Notice>
      );
    case "other-phone":
      return <OtherPhone failure={failure} phone={phone} isOut={isOut} carried={carried} onShow={onShow} />;
    default:
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
          {MEANING[next] && (
            <p>
              <WithMpesa>{MEANING[next]}</WithMpesa>
            </p>
          )}
          {within !== undefined && (
            <p>No second prompt was sent. Wait until the first one ends, {atMost(within)}; then try again.</p>
          )}
        </Notice>
      );
  }
}

type OtherPhoneProps = Pick<Props, "failure" | "phone" | "isOut" | "carried" | "onShow">;

/** Where the prompt went that is out for this cart; and that it has ended, when it has. */
function OtherPhone({ failure, phone, isOut, carried, onShow }: OtherPhoneProps) {
  const named = <strong className="push-phone">{friendlyPhone(phone)}</strong>;
  if (!isOut)
    return (
      <div role="status">
        <Notice title="That prompt has ended">
          <p>Press Pay: the next one comes to {named}.</p>
        </Notice>
      </div>
    );
  return (
    <Notice
      kind="error"
      title="Another phone has the prompt"
      action={
        <>
          <TillLink state={carried} />
          {showButton(onShow)}
        </>
      }
    >
      <p>
        {failure.message} You asked for it before you changed the number, and no second one was sent. Wait
        until it ends, {atMost(failure.within)}; then press Pay, and the next one comes to {named}.
      </p>
    </Notice>
  );
}

type Said = Exclude<PushFailure["next"], "till" | "ordered-lately" | "other-phone">;

const TITLES: Record<Said, string> = {
  "log-in": "Log in to pay",
  cart: "Your order needs another look",
  orders: "This order was paid before",
  "other-payment": "One payment at a time",
  "card-held": "One payment at a time",
  busy: "We couldn't send the prompt",
  pause: "Please wait before the next prompt",
  unheard: "No reply from M-Pesa yet",
};

const MEANING: Partial<Record<Said, string>> = {
  cart: "No money was taken.",
  "card-held": `It was by card. No prompt was sent. Do not pay again: once that payment is confirmed, its order appears in My orders. Call ${shop.phone} or write to ${shop.email} if it goes on.`,
  busy: "The prompt may not have come. If one comes, you can enter your PIN. If none does, try again, or choose another way to pay.",
  pause: "Your order is kept. You can use another phone, or choose another way to pay.",
  unheard:
    "We do not know whether M-Pesa was asked. If a prompt comes to your phone, you can answer it. Trying again is safe: if you pay twice, we refund one.",
};

function atMost(seconds = RETRY_AFTER): string {
  return `${minutesText(seconds)} at most`;
}

function actionFor(next: Said, onShow: () => void) {
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
  return next === "other-payment" ? showButton(onShow) : undefined;
}

function showButton(onShow: () => void) {
  return (
    <button type="button" className="button" onClick={onShow}>
      Show that payment
    </button>
  );
}
