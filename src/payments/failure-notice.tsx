import { useId } from "react";
import { Rich, WithMpesa } from "../language/rich.tsx";
import { type PlainSentence, type Sentence, t, tMessage } from "../language/t.ts";
import type { CheckoutState } from "../ordering/checkout/checkout-state.ts";
import { ExistingOrder } from "../ordering/checkout/existing-order.tsx";
import { SignedOut } from "../ordering/checkout/signed-out.tsx";
import type { Method } from "../ordering/rules.ts";
import { friendlyPhone } from "../phone-rules.ts";
import { OFFLINE } from "../platform/browser/call.ts";
import { useShop } from "../settings/use-settings.ts";
import { Link } from "../ui/link.tsx";
import { Notice } from "../ui/notice.tsx";
import { minutesText } from "./countdown.ts";
import type { Failure } from "./failure.ts";
import { NewTotal } from "./new-total.tsx";
import { PayByTill, PaymentTitle, TillLink } from "./pay-parts.tsx";

type Next = Failure["next"];

/** For prompts: the phone typed, whether the earlier one may still be on its phone, and what shows the payment in the way. */
type OfPrompt = { phone: string; isOut: boolean; onShow: () => void };

type FailureProps = {
  method: keyof typeof TEXTS;
  failure: Failure;
  carried: CheckoutState;
  /** Somebody who was signed out goes on as a guest. */
  onGuest: () => void;
  /** The same items are wanted once more. */
  onAgain: (form: HTMLFormElement | null) => void;
  prompt?: OfPrompt;
};

/** What went wrong, what it means for the money, and the way on; the same for every way to pay. */
export function FailureNotice({ method, failure, carried, onGuest, onAgain, prompt }: FailureProps) {
  const { phone, email } = useShop();
  const { next, message, newAmount, within, offline } = failure;
  const isCode = method === "cod";
  if (next === "ordered-lately") return <AgainQuestion said={message} onYes={onAgain} />;
  if (next === "existing-order") return <ExistingOrder said={message} />;
  if (next === "log-in") {
    const title = isCode ? t("Log in to place this order") : t("Log in to pay");
    return <SignedOut carried={carried} kind="error" leftTitle={title} onGuest={onGuest} />;
  }
  if (next === "till") {
    const title = method === "mpesa" ? t(TITLES.busy) : t("We couldn't open the card page");
    return <PayByTill title={title} state={carried} />;
  }
  if (next === "other-phone")
    return prompt && <OtherPhone failure={failure} carried={carried} prompt={prompt} />;
  const text = TEXTS[method][next];
  return (
    <Notice
      kind={next === "cancelled" ? "info" : "error"}
      title={t((isCode && CODE_TITLES[next]) || TITLES[next])}
      action={wayOn({ next, isCode, carried, onShow: prompt?.onShow })}
    >
      {isCode && offline && <p>{t(OFFLINE)}</p>}
      {newAmount !== undefined && <NewTotal amount={newAmount} carried={carried} />}
      {text && (
        <p>
          <WithMpesa>{t(text, { phone, email })}</WithMpesa>
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

type Plain = Exclude<Next, "log-in" | "till" | "existing-order" | "ordered-lately" | "other-phone">;

const TITLES = {
  cart: "Please check your order",
  details: "Please check your details",
  orders: "This order is already paid",
  "other-payment": "One payment at a time",
  "still-checking": "One payment at a time",
  busy: "We couldn't send the prompt",
  pause: "Please wait before the next prompt",
  "phone-busy": "Please wait before the next prompt",
  unheard: "No reply from M-Pesa yet",
  again: "The payment did not go through",
  cancelled: "You closed the card page",
  wait: "Your order is not placed yet",
} as const satisfies Record<Plain, Sentence>;

/** Titles that differ for an order by a typed code. */
const CODE_TITLES: Partial<Record<Plain, PlainSentence>> = {
  orders: "This order was already sent",
  unheard: "We don't know yet if it reached us",
  again: "Your order is not placed yet",
};

const KEEP_CODE =
  "Already paid? Keep your code and call {phone} or write to {email}: your money is safe." satisfies Sentence;
const BY_CARD =
  "Your last payment was by card, and we don't know yet if it went through. We sent no prompt. Don't pay again: once it's confirmed, its order shows in My orders. If this goes on, call {phone} or write to {email}." satisfies Sentence;
const IF_CHARGED =
  "Your order is saved. If your bank says you were charged, don't pay again: call {phone} or write to {email}." satisfies Sentence;

type Text = PlainSentence | typeof KEEP_CODE | typeof BY_CARD | typeof IF_CHARGED;

const TEXTS: Record<Method, Partial<Record<Plain, Text>>> = {
  mpesa: {
    cart: "No money was taken.",
    "still-checking": BY_CARD,
    busy: "The prompt may not have reached your phone. If it comes, you can enter your PIN. If not, try again, or choose another way to pay.",
    pause: "Your order is saved. You can use another phone, or choose another way to pay.",
    "phone-busy":
      "We just sent a prompt to this phone. If you entered your PIN there, don't pay again: your order is coming. If not, wait, then try again.",
    unheard:
      "We don't know if our request reached M-Pesa. If a prompt comes to your phone, you can enter your PIN. Trying again is safe: if you pay twice, we refund one.",
  },
  flutterwave: {
    cart: "No money was taken.",
    orders: "Nothing more to pay.",
    "other-payment":
      "Your card was not charged. You still have an M-Pesa prompt open: see that payment first.",
    "still-checking":
      "Your card was not charged. We don't know yet if your last payment went through. Don't pay again: once it's confirmed, its order shows in My orders.",
    details: "No money was taken. Check your name, address and phone, or order fewer items, then try again.",
    again: IF_CHARGED,
    cancelled: "Your order is saved. You can open the card page again, or choose another way to pay.",
  },
  cod: {
    cart: KEEP_CODE,
    details: "Check your name, address and phone, or order fewer items, then try again.",
    unheard:
      "Your order may already be placed. Check your orders, or try again: it's safe, we place it only once.",
    wait: "Your cart and your code are kept. Already paid? Don't pay again. Wait a little, then try again, or choose another way to pay.",
    again: "Your cart and your code are kept. Check the code in the M-Pesa SMS, then try again.",
  },
};

type WayOnProps = { next: Plain; isCode: boolean; carried: CheckoutState; onShow: (() => void) | undefined };

function wayOn({ next, isCode, carried, onShow }: WayOnProps) {
  if (next === "busy" || next === "pause") return <TillLink state={carried} primary />;
  if (next === "other-payment" && onShow) return <ShowPayment onShow={onShow} />;
  const [to, label] = (isCode && next === "unheard" ? LINKS.orders : LINKS[next]) ?? [];
  return (
    to &&
    label && (
      <Link className="button" to={to} replace={next === "orders"}>
        {t(label)}
      </Link>
    )
  );
}

const LINKS: Partial<Record<Plain, readonly [to: string, label: PlainSentence]>> = {
  cart: ["/cart", "Review your cart"],
  orders: ["/orders", "See my orders"],
  "still-checking": ["/orders", "See my orders"],
  // only a prompt blocks a card payment, and that page shows the one under way
  "other-payment": ["/mpesa", "Show that payment"],
  details: ["/place-order", "Change your details"],
  cancelled: ["/place-order", "Choose another way"],
};

function ShowPayment({ onShow }: { onShow: () => void }) {
  return (
    <button type="button" className="button" onClick={onShow}>
      {t("Show that payment")}
    </button>
  );
}

function atMost(seconds = 0): string {
  return t("{time} at most", { time: minutesText(seconds) });
}

type OtherPhoneProps = { failure: Failure; carried: CheckoutState; prompt: OfPrompt };

/** Says to which phone the prompt for this cart was sent, or that it has ended. */
function OtherPhone({ failure, carried, prompt }: OtherPhoneProps) {
  const named = <strong className="push-phone">{friendlyPhone(prompt.phone)}</strong>;
  if (!prompt.isOut)
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
          <ShowPayment onShow={prompt.onShow} />
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

/**
 * Asks before the same items are bought a second time (recent-duplicate.server.ts), inside the form that was sent. It takes
 * the keyboard and the screen reader to it; yes gives them back to the form's button.
 */
function AgainQuestion({ said, onYes }: { said: string; onYes: FailureProps["onAgain"] }) {
  const title = useId();
  return (
    <section className="notice notice-info" aria-labelledby={title}>
      <PaymentTitle id={title}>{tMessage(said)}</PaymentTitle>
      <p>{t("Your earlier order is safe. This one is not placed yet.")}</p>
      <p className="notice-action">
        <button
          type="button"
          className="button button-primary"
          onClick={({ currentTarget: { form } }) => {
            form?.querySelector<HTMLElement>("[type=submit]")?.focus();
            onYes(form);
          }}
        >
          {t("Order again")}
        </button>
        <Link className="button" to="/orders">
          {t("See my orders")}
        </Link>
      </p>
    </section>
  );
}
