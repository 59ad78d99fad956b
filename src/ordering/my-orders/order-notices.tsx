import { ACCOUNT_TEXTS } from "../../accounts/rules.ts";
import { LoginLink } from "../../accounts/sign-in/login-link.tsx";
import { formatPrice } from "../../catalogue/rules.ts";
import { Rich, WithMpesa } from "../../language/rich.tsx";
import { type Sentence, t } from "../../language/t.ts";
import type { Shop } from "../../settings/shop-with.ts";
import { useShop } from "../../settings/use-settings.ts";
import { Link } from "../../ui/link.tsx";
import { Notice } from "../../ui/notice.tsx";
import { telLink } from "../../ui/tel-link.ts";
import type { HeldPayment, Order, PendingPayment } from "../contract.ts";
import { formatMoment } from "../dates.ts";
import { CHOICES } from "../methods.ts";
import { shortId } from "../rules.ts";

/** Payments that have no order yet: each turns into its order on this page, without a reload. */
export function PaymentsUnderWay({ underWay }: { underWay: PendingPayment[] }) {
  return (
    <Notice title={underWay.length === 1 ? t("A payment is in progress") : t("Payments are in progress")}>
      {underWay.map(({ paymentMethod, amount, date, state }) => (
        <p key={date}>
          <strong>
            <WithMpesa>{t(CHOICES[paymentMethod].name)}</WithMpesa>, {formatMoment(date)},{" "}
            <span className="price">{formatPrice(amount)}</span>:
          </strong>{" "}
          <WithMpesa>{t(STATES[state])}</WithMpesa>
          {paymentMethod === "mpesa" && state === "waiting" && (
            <>
              {" "}
              <Link to="/mpesa">{t("See the time left")}</Link>
            </>
          )}
        </p>
      ))}
      <p>{t("Once it's paid, your order shows here. Please don't pay twice.")}</p>
    </Notice>
  );
}

const STATES = {
  waiting: "M-Pesa has sent a prompt to your phone. Enter your PIN there.",
  unheard: "No reply from M-Pesa yet.",
  "card-open": "The card page may still be open. Finish there, or leave it.",
  confirming: "We're checking your payment.",
} as const satisfies Record<PendingPayment["state"], Sentence>;

type OrderPage = {
  orders: Order[];
  held?: HeldPayment[] | undefined;
  underWay?: PendingPayment[] | undefined;
};

/** What to say when a payment is no longer under way, and the order it has become; undefined when nothing has changed. */
export function newsOfPayments(
  before: PendingPayment[],
  now: OrderPage,
  shop: Pick<Shop, "phone" | "email">,
): { said: string; orderId?: string } | undefined {
  const over = before.find(({ date }) => !now.underWay?.some((payment) => payment.date === date));
  if (!over) return undefined;
  const order = now.orders.find(({ date, amount }) => date >= over.date && amount === over.amount);
  if (order) return { said: t("Your order {id} is placed.", { id: shortId(order._id) }), orderId: order._id };
  if (now.held?.some(({ date }) => date === over.date))
    return { said: t("We're looking into your payment.") };
  return {
    said: t(
      "Your payment of {amount} ended without an order. Were you charged? Call {phone} or write to {email}.",
      { amount: formatPrice(over.amount), phone: shop.phone, email: shop.email },
    ),
  };
}

/** Payments that staff must look at before they become an order or are refunded; it says so, lest somebody pays twice. */
export function HeldPayments({ held }: { held: HeldPayment[] }) {
  const shop = useShop();
  return (
    <Notice title={t("We're looking into your payment")}>
      {held.map(({ paymentMethod, amount, date }) => (
        <p key={date}>
          <Rich
            sentence="{name} {amount}, not matched to an order yet."
            name={
              <strong>
                {t(CHOICES[paymentMethod].name)}, {formatMoment(date)}:
              </strong>
            }
            amount={<strong className="price">{formatPrice(amount)}</strong>}
          />
        </p>
      ))}
      <p>
        <Rich
          sentence="Please don't pay again: your money is safe. If this goes on, call {phone} or write to {email}."
          phone={<a href={telLink(shop.phone)}>{shop.phone}</a>}
          email={shop.email}
        />
      </p>
    </Notice>
  );
}

export function SignedOutOrders() {
  return (
    <Notice
      kind="empty"
      title={t(ACCOUNT_TEXTS.signedOut)}
      action={<LoginLink className="button button-primary">{t("Go to Login")}</LoginLink>}
    >
      <p>{t("Your orders are saved in your account.")}</p>
      <p>{t("Ordered as a guest? Use the link in your order email.")}</p>
    </Notice>
  );
}
