import { Link } from "react-router";
import { formatPrice } from "../../../catalogue/rules.ts";
import { WithMpesa } from "../../../ordering/with-mpesa.tsx";
import { friendlyPhone } from "../../../phone-rules.ts";
import { useOnline } from "../../../platform/browser/use-online.ts";
import { PaymentTitle } from "../../payment-title.tsx";
import { COUNTDOWN } from "../../rules.ts";
import { clockText, spokenTime } from "./countdown.ts";
import type { Running } from "./push-state.ts";
import { useCountdown } from "./use-countdown.ts";

type WaitingProps = {
  running: Running;
  onOver: () => void;
  /** Opens the form for another phone; without an order there is none. */
  onOther: (() => void) | undefined;
};

/** The prompt is on the phone: what to do there, how long is left, and that leaving is safe. */
export function PushWaiting({ running, onOver, onOther }: WaitingProps) {
  const left = useCountdown(running.startedAt, onOver);
  return (
    <section className="panel stack push">
      <PaymentTitle>Check your phone</PaymentTitle>
      <p className="push-lead">
        A prompt comes to {running.phone ? <strong>{friendlyPhone(running.phone)}</strong> : "your phone"}.
        Enter your <span className="push-pin">M-Pesa PIN</span> there to pay{" "}
        <strong className="price">{formatPrice(running.amount)}</strong>.
      </p>
      <div className="push-time">
        <p className="push-clock" role="timer" aria-label="Time left">
          {clockText(left)}
        </p>
        <progress className="push-bar" max={COUNTDOWN} value={left} aria-hidden="true" />
        <p className="visually-hidden" role="status">
          {spokenTime(left)}
        </p>
      </div>
      <p>
        <WithMpesa>
          You can close this page. We'll place your order as soon as M-Pesa confirms; find it in
        </WithMpesa>{" "}
        <Link to="/orders">My orders</Link>.
      </p>
      {onOther && (
        <p>
          Wrong number?{" "}
          <button type="button" className="link-button" onClick={onOther}>
            Change the number
          </button>
        </p>
      )}
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
          : "You are offline. Your payment goes on at M-Pesa, and we ask again as soon as you are back."}
      </WithMpesa>
    </p>
  );
}
