import { Rich, WithMpesa } from "../../../language/rich.tsx";
import { type PlainSentence, type Sentence, t } from "../../../language/t.ts";
import { AgainQuestion, NewTotal } from "../../../ordering/checkout/again-question.tsx";
import type { CheckoutState } from "../../../ordering/checkout/checkout-state.ts";
import { OrderElsewhere } from "../../../ordering/checkout/order-elsewhere.tsx";
import { SignedOut } from "../../../ordering/checkout/signed-out.tsx";
import { friendlyPhone } from "../../../phone-rules.ts";
import type { Shop } from "../../../settings/shop-with.ts";
import { useShop } from "../../../settings/use-settings.ts";
import { Link } from "../../../ui/link.tsx";
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
  carried: CheckoutState;
  /** Shows the payment that is in the way. */
  onShow: () => void;
  /** Somebody who was signed out goes on as a guest. */
  onGuest: () => void;
  /** The same goods are wanted once more. */
  onAgain: () => void;
};

/** What went wrong, what it means for the money, and the way on. */
export function PushFailed({ failure, phone, isOut, carried, onShow, onGuest, onAgain }: Props) {
  const { next, message, newAmount, within } = failure;
  const meaning = meaningOf(next, useShop());
  switch (next) {
    case "till":
      return <PayByTill title={t("We couldn't send the prompt")} state={carried} />;
    case "log-in":
      return <SignedOut carried={carried} kind="error" leftTitle={t("Log in to pay")} onGuest={onGuest} />;
    case "elsewhere":
      return <OrderElsewhere said={message} />;
    case "ordered-lately":
      return <AgainQuestion said={message} onYes={onAgain} />;
    case "busy":
    case "pause":
      return (
        <Notice kind="error" title={t(TITLES[next])} action={<TillLink state={carried} primary />}>
          <p>{meaning}</p>
        </Notice>
      );
    case "other-phone":
      return <OtherPhone failure={failure} phone={phone} isOut={isOut} carried={carried} onShow={onShow} />;
    default:
      return (
        <Notice kind="error" title={t(TITLES[next])} action={actionFor(next, onShow)}>
          {newAmount !== undefined && <NewTotal amount={newAmount} carried={carried} />}
          {meaning && (
            <p>
              <WithMpesa>{meaning}</WithMpesa>
            </p>
          )}
          {within !== undefined && (
            <p>
              {t("We didn't send a second prompt. Wait until the first one ends, {within}, then try again.", {
                within: atMost(within),
              })}
            </p>
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
        <Notice title={t("That prompt has ended")}>
          <p>
            <Rich sentence="Tap Pay: the next one comes to {phone}." phone={named} />
          </p>
        </Notice>
      </div>
    );
  return (
    <Notice
      kind="error"
      title={t("Another phone has the prompt")}
      action={
        <>
          <TillLink state={carried} />
          {showButton(onShow)}
        </>
      }
    >
      <p>
        {failure.message}{" "}
        <Rich
          sentence="You asked for it before you changed the number, so we didn't send a second one. Wait until it ends, {within}, then tap Pay: the next one comes to {phone}."
          within={atMost(failure.within)}
          phone={named}
        />
      </p>
    </Notice>
  );
}

type Said = Exclude<PushFailure["next"], "till" | "log-in" | "elsewhere" | "ordered-lately" | "other-phone">;

const TITLES = {
  cart: "Please check your order",
  orders: "This order is already paid",
  "other-payment": "One payment at a time",
  "card-held": "One payment at a time",
  busy: "We couldn't send the prompt",
  pause: "Please wait before the next prompt",
  "phone-busy": "Please wait before the next prompt",
  unheard: "No reply from M-Pesa yet",
} as const satisfies Record<Said, Sentence>;

const BY_CARD =
  "Your last payment was by card, and we don't know yet if it went through. We sent no prompt. Don't pay again: once it's confirmed, its order shows in My orders. If this goes on, call {phone} or write to {email}." satisfies Sentence;

const MEANING: Partial<Record<PushFailure["next"], PlainSentence | typeof BY_CARD>> = {
  cart: "No money was taken.",
  "card-held": BY_CARD,
  busy: "The prompt may not have reached your phone. If it comes, you can enter your PIN. If not, try again, or choose another way to pay.",
  pause: "Your order is saved. You can use another phone, or choose another way to pay.",
  "phone-busy":
    "We just sent a prompt to this phone. If you entered your PIN there, don't pay again: your order is coming. If not, wait, then try again.",
  unheard:
    "We don't know if our request reached M-Pesa. If a prompt comes to your phone, you can enter your PIN. Trying again is safe: if you pay twice, we refund one.",
};

function meaningOf(next: PushFailure["next"], shop: Shop): string | undefined {
  const meaning = MEANING[next];
  return meaning && t(meaning, { phone: shop.phone, email: shop.email });
}

function atMost(seconds = RETRY_AFTER): string {
  return t("{time} at most", { time: minutesText(seconds) });
}

function actionFor(next: Said, onShow: () => void) {
  if (next === "cart")
    return (
      <Link className="button" to="/cart">
        {t("Review your cart")}
      </Link>
    );
  if (next === "orders" || next === "card-held")
    return (
      <Link className="button" to="/orders" replace={next === "orders"}>
        {t("See my orders")}
      </Link>
    );
  return next === "other-payment" ? showButton(onShow) : undefined;
}

function showButton(onShow: () => void) {
  return (
    <button type="button" className="button" onClick={onShow}>
      {t("Show that payment")}
    </button>
  );
}
