import { useEffect, useState } from "react";
import { refreshCart } from "../cart/cart-store.ts";
import { formatPrice } from "../catalogue/rules.ts";
import { Rich, WithMpesa } from "../language/rich.tsx";
import { t } from "../language/t.ts";
import type { CheckoutState } from "../ordering/checkout/checkout-state.ts";
import type { Shut } from "../ordering/checkout/checkout-status.ts";
import { WhyNoPayment } from "../ordering/checkout/existing-order.tsx";
import { CHOICES } from "../ordering/methods.ts";
import { shortId } from "../ordering/rules.ts";
import { friendlyPhone } from "../phone-rules.ts";
import { Link } from "../ui/link.tsx";
import { Notice } from "../ui/notice.tsx";
import { useCountdown } from "./countdown.ts";
import { ToOrders } from "./pay-parts.tsx";

type NotPayableProps = { shut: Shut; checkoutState: CheckoutState; onOver: () => void };

/** Why this checkout cannot be paid just now, and where to look. `onOver`: a prompt's time is over. */
export function NotPayable({ shut, checkoutState, onOver }: NotPayableProps) {
  switch (shut.status) {
    case "ordered":
      return <Ordered {...shut} />;
    case "paying":
      return (
        <Notice
          title={t("A prompt is on your phone")}
          action={
            <Link className="button button-primary" to="/mpesa" state={checkoutState}>
              {t("Show that payment")}
            </Link>
          }
        >
          <p>
            <Rich
              sentence="M-Pesa sent it to {phone} for {amount}. Enter your PIN there to place your order."
              phone={shut.phone ? friendlyPhone(shut.phone) : t("your phone")}
              amount={<strong className="price">{formatPrice(shut.amount)}</strong>}
            />
          </p>
          <p>
            <Rich
              sentence="To pay another way, wait for it to end. Time left: {left}."
              left={<TimeLeft key={shut.seconds} seconds={shut.seconds} onOver={onOver} />}
            />
          </p>
        </Notice>
      );
    case "confirming":
      return (
        <Notice title={t("We're checking a payment")} action={<ToOrders />}>
          <p>
            <Rich
              sentence="A payment for this order is coming in: {amount}, {method}. Please don't pay again. Your order will show in My orders."
              amount={<strong className="price">{formatPrice(shut.amount)}</strong>}
              method={<WithMpesa>{t(CHOICES[shut.method].name)}</WithMpesa>}
            />
          </p>
        </Notice>
      );
    case "elsewhere":
      return <WhyNoPayment said={shut.message} />;
  }
}

/** One sentence on what happens when an earlier prompt is approved late. */
export function LatePrompt() {
  return (
    <p className="notice">
      <WithMpesa>
        {t("If you still approve the earlier M-Pesa prompt, we use it for your order or refund it.")}
      </WithMpesa>
    </p>
  );
}

function Ordered({ orderId, paid }: { orderId: string; paid: boolean }) {
  // the server has cleared the account's cart
  useEffect(() => void refreshCart(), []);
  return (
    <Notice
      title={paid ? t("This order is paid") : t("This order is placed")}
      action={<ToOrders placed={orderId} />}
    >
      <p>
        <Rich
          sentence={
            paid
              ? "We have your payment for order {order}. Nothing more to pay."
              : "We're looking for the payment of order {order}. Please don't pay again."
          }
          order={<strong>{shortId(orderId)}</strong>}
        />
      </p>
    </Notice>
  );
}

/** Counts down from the moment of the answer. */
function TimeLeft({ seconds, onOver }: { seconds: number; onOver: () => void }) {
  const [startedAt] = useState(() => performance.now());
  const left = useCountdown(startedAt, seconds, onOver);
  return <strong role="timer">{left === 1 ? t("1 second") : t("{left} seconds", { left })}</strong>;
}
