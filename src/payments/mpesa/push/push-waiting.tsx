import { formatPrice } from "../../../catalogue/rules.ts";
import { Rich, WithMpesa } from "../../../language/rich.tsx";
import { t } from "../../../language/t.ts";
import type { CheckoutState } from "../../../ordering/checkout/checkout-state.ts";
import { friendlyPhone } from "../../../phone-rules.ts";
import { useOnline } from "../../../platform/browser/use-online.ts";
import { Link } from "../../../ui/link.tsx";
import { OrderedItems } from "../../ordered-items.tsx";
import { PaymentTitle } from "../../payment-title.tsx";
import { COUNTDOWN } from "../../rules.ts";
import { clockText, spokenTime } from "./countdown.ts";
import { isOwn, type Running } from "./push-state.ts";
import { useCountdown } from "./use-countdown.ts";

type WaitingProps = {
  running: Running;
  onOver: () => void;
  /** The order carried here, which may be another one than is paid for. */
  carried: CheckoutState | undefined;
  /** Opens the form for another phone; without an order there is none. */
  onAgain: () => void;
};

/** The prompt is on the phone: what to do there, how long is left, and that leaving is safe. */
export function PushWaiting({ running, onOver, carried, onAgain }: WaitingProps) {
  const left = useCountdown(running.startedAt, onOver);
  return (
    <section className="panel stack push">
      <PaymentTitle>{t("Check your phone")}</PaymentTitle>
      <p className="push-lead">
        <Rich
          sentence="A prompt comes to {phone}. Enter your {pin} there to pay {amount}."
          phone={running.phone ? <strong>{friendlyPhone(running.phone)}</strong> : t("your phone")}
          pin={<WithMpesa>{t("M-Pesa PIN")}</WithMpesa>}
          amount={<strong className="price">{formatPrice(running.amount)}</strong>}
        />
      </p>
      <div className="push-time">
        <p className="push-clock" role="timer" aria-label={t("Time left")}>
          {clockText(left)}
        </p>
        <progress className="push-bar" max={COUNTDOWN} value={left} aria-hidden="true" />
        <p className="visually-hidden" role="status">
          {spokenTime(left)}
        </p>
      </div>
      <p>
        <Rich
          sentence="You can close this page. We'll place your order as soon as M-Pesa confirms; find it in {myOrders}."
          myOrders={<Link to="/orders">{t("My orders")}</Link>}
        />
      </p>
      {carried && (
        <p>
          <Rich
            sentence="Wrong number? {change}"
            change={
              <button type="button" className="link-button" onClick={onAgain}>
                {t("Change the number")}
              </button>
            }
          />
        </p>
      )}
      {carried && isOwn(running) && <OrderedItems items={carried.order.items} />}
      <PushOffline />
    </section>
  );
}

/** Said while the device has no connection; the questions go on when it is back. */
export function PushOffline() {
  const online = useOnline();
  return (
    <p className="push-offline" role="status">
      <WithMpesa>
        {online
          ? ""
          : t(
              "You're offline. Your payment goes on at M-Pesa, and we check it again once you're back online.",
            )}
      </WithMpesa>
    </p>
  );
}
