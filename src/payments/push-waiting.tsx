import { useEffect, useState } from "react";
import { Link } from "react-router";
import { formatPrice } from "../catalogue/rules.ts";
import { WithMpesa } from "../ordering/with-mpesa.tsx";
import { useOnline } from "../platform/use-online.ts";
import { clockText, secondsLeft, spokenTime } from "./countdown.ts";
import type { Running } from "./push-state.ts";
import { PushTitle } from "./push-title.tsx";
import { COUNTDOWN } from "./rules.ts";

/** The prompt is on the phone: what to do there, how long is left, and that leaving is safe. */
export function PushWaiting({ running, onOver }: { running: Running; onOver: () => void }) {
  const left = useSecondsLeft(running.startedAt);
  const over = left === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the time is over
  useEffect(() => {
    if (over) onOver();
  }, [over]);
  return (
    <section className="panel stack push">
      <PushTitle>Check your phone</PushTitle>
      <p className="push-lead">
        A prompt comes to {running.phone ? <strong>{friendly(running.phone)}</strong> : "your phone"}. Enter
        your <span className="push-pin">M-Pesa PIN</span> there to pay{" "}
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
          It is safe to close this page: your order is placed by itself once M-Pesa says it is paid.
        </WithMpesa>{" "}
        You find it in <Link to="/orders">My orders</Link>.
      </p>
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

function useSecondsLeft(startedAt: number): number {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const tick = () => setNow(performance.now());
    const timer = setInterval(tick, 250);
    return () => clearInterval(timer);
  }, []);
  return secondsLeft(startedAt, now);
}

/** "0712 345 678"; a number with its middle hidden stays as it is. */
function friendly(phone: string): string {
  return phone.replace(/^254(\d{3})(\d{3})(\d{3})$/, "0$1 $2 $3");
}
