import { useEffect, useEffectEvent, useState } from "react";
import { Link } from "react-router";
import { refreshCart } from "../../cart/cart-store.ts";
import { formatPrice } from "../../catalogue/rules.ts";
import { friendlyPhone } from "../../phone-rules.ts";
import { Notice } from "../../ui/notice.tsx";
import { CHOICES } from "../methods.ts";
import { placedPath } from "../placed-path.ts";
import { shortId } from "../rules.ts";
import { WithMpesa } from "../with-mpesa.tsx";
import type { CheckoutState } from "./checkout-state.ts";
import type { Shut } from "./use-checkout-status.ts";

/** Why this checkout is asked for no money just now, and where to look. `onOver`: a prompt's time is over. */
export function NotPayable({
  shut,
  checkoutState,
  onOver,
}: {
  shut: Shut;
  checkoutState: CheckoutState;
  onOver: () => void;
}) {
  switch (shut.status) {
    case "ordered":
      return <Ordered {...shut} />;
    case "paying":
      return (
        <Notice
          title="A prompt is on your phone"
          action={
            <Link className="button button-primary" to="/mpesa" state={checkoutState}>
              Show that payment
            </Link>
          }
        >
          <p>
            <WithMpesa>{`M-Pesa has sent it to ${shut.phone ? friendlyPhone(shut.phone) : "your phone"} for`}</WithMpesa>{" "}
            <strong className="price">{formatPrice(shut.amount)}</strong>. Enter your PIN there and your order
            is placed.
          </p>
          <p>
            To pay another way, wait for it to end: <TimeLeft seconds={shut.seconds} onOver={onOver} />.
          </p>
        </Notice>
      );
    case "confirming":
      return (
        <Notice title="We are checking a payment" action={<ToOrders />}>
          <p>
            Money for this order was reported: <strong className="price">{formatPrice(shut.amount)}</strong>,{" "}
            <WithMpesa>{CHOICES[shut.method].name}</WithMpesa>. Please do not pay again. Your order appears in
            My orders by itself.
          </p>
        </Notice>
      );
  }
}

/** In one sentence what an approval would do that comes after its time. */
export function LatePrompt() {
  return (
    <p className="notice">
      <WithMpesa>
        If you still approve the earlier M-Pesa prompt, that payment becomes your order or is refunded.
      </WithMpesa>
    </p>
  );
}

function Ordered({ orderId, paid }: { orderId: string; paid: boolean }) {
  // the server has cleared the account's cart
  useEffect(() => void refreshCart(), []);
  return (
    <Notice
      title={paid ? "This order is paid" : "This order is placed"}
      action={<ToOrders placed={orderId} />}
    >
      <p>
        {paid ? "Payment for order" : "Order"} <strong>{shortId(orderId)}</strong>{" "}
        {paid
          ? "has arrived. There is nothing more to pay."
          : "waits for the code you typed to be found. Please do not pay again."}
      </p>
    </Notice>
  );
}

function ToOrders({ placed }: { placed?: string }) {
  return (
    <Link className="button button-primary" to={placed ? placedPath(placed) : "/orders"} replace>
      See my orders
    </Link>
  );
}

/** Counts down from when the answer came. */
function TimeLeft({ seconds, onOver }: { seconds: number; onOver: () => void }) {
  const [left, setLeft] = useState(seconds);
  const over = useEffectEvent(onOver);
  useEffect(() => {
    const until = performance.now() + seconds * 1000;
    const tick = () => {
      const now = Math.max(0, Math.ceil((until - performance.now()) / 1000));
      setLeft(now);
      if (now > 0) return;
      clearInterval(timer);
      over();
    };
    const timer = setInterval(tick, 250);
    setLeft(seconds);
    return () => clearInterval(timer);
  }, [seconds]);
  return <strong role="timer">{left === 1 ? "1 second" : `${left} seconds`}</strong>;
}
