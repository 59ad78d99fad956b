import type { ReactNode } from "react";
import { Link } from "react-router";
import { WithMpesa } from "../../../ordering/with-mpesa.tsx";
import { friendlyPhone } from "../../../phone-rules.ts";
import { shop } from "../../../shop.ts";
import { NewOrder } from "../../payment-ended.tsx";
import { PaymentTitle } from "../../payment-title.tsx";
import { PAYMENT_TEXTS, RETRY_UNSURE } from "../../rules.ts";
import { adviceFor, mayStillBePaid } from "../../status/advice.ts";
import { TillLink } from "../till-code/pay-by-till.tsx";
import { minutesText } from "./countdown.ts";
import type { Running } from "./push-state.ts";
import { PushOffline } from "./push-waiting.tsx";
import { useCountdown } from "./use-countdown.ts";

type EndedProps = { carried: unknown; onAgain: () => void };

/** M-Pesa has said no: its text, what it means for the money, and another try. */
export function PushRefused({ code, ...way }: { code: string | null } & EndedProps) {
  const { message, next } = adviceFor(code);
  const late = mayStillBePaid(code);
  return (
    <Ended title={message} unknown={late} {...way}>
      <p>
        <WithMpesa>{next}</WithMpesa>
      </p>
      {late && <Support />}
    </Ended>
  );
}

/** Nothing was heard in time: the page asks on quietly, and the server does so without it. */
export function PushUnknown({ reason, ...way }: { reason: "timeout" | "unverifiable" } & EndedProps) {
  return (
    <Ended title={reason === "timeout" ? PAYMENT_TEXTS.timeout : PAYMENT_TEXTS.unverifiable} unknown {...way}>
      <p>
        <strong>Did you enter your PIN? Then do not pay twice.</strong>{" "}
        <WithMpesa>We keep checking with M-Pesa.</WithMpesa> Once it is paid, your order is placed by itself
        and appears in <Link to="/orders">My orders</Link>.
      </p>
      <Support />
    </Ended>
  );
}

type UnsureProps = { running: Running; onOver: () => void } & EndedProps;

/** Nobody knows whether M-Pesa took the request: no clock runs, for the prompt may never come. The page asks on. */
export function PushUnsure({ running, onOver, ...way }: UnsureProps) {
  useCountdown(running.startedAt, onOver);
  return (
    <Ended title="No reply from M-Pesa yet" unknown {...way}>
      <p>
        <WithMpesa>M-Pesa seems busy, so the prompt may not have come to</WithMpesa>{" "}
        {running.phone ? (
          <strong className="push-phone">{friendlyPhone(running.phone)}</strong>
        ) : (
          "your phone"
        )}
        . If it comes, enter your PIN: we place your order as soon as it is paid.
      </p>
      <p>
        No prompt after {minutesText(RETRY_UNSURE)}? Try again, or choose another way to pay.{" "}
        <strong>If you entered your PIN, do not pay again</strong>: your order appears in{" "}
        <Link to="/orders">My orders</Link>.
      </p>
    </Ended>
  );
}

/** The money came and does not fit its order; of that there is nothing to try again. `onOther`: another one is carried here. */
export function PushHeld({ onOther }: { onOther: (() => void) | undefined }) {
  return (
    <section className="notice push push-unknown">
      <PaymentTitle>{PAYMENT_TEXTS.beingConfirmed}</PaymentTitle>
      <p>{PAYMENT_TEXTS.held}</p>
      <p>Please do not pay again: what you have paid is safe. Once it is settled, this page says so.</p>
      <Support />
      <PushOffline />
      {onOther && (
        <p className="notice-action">
          <NewOrder onNew={onOther} />
        </p>
      )}
    </section>
  );
}

type Shown = { title: string; unknown: boolean; children: ReactNode };

function Ended({ title, unknown, children, carried, onAgain }: Shown & EndedProps) {
  return (
    <section className={`notice push ${unknown ? "push-unknown" : "notice-error"}`}>
      <PaymentTitle>{title}</PaymentTitle>
      {children}
      {unknown && <PushOffline />}
      <p className="notice-action">
        {carried ? (
          <>
            <button type="button" className="button button-primary" onClick={onAgain}>
              Try Again
            </button>
            <TillLink state={carried} />
          </>
        ) : (
          <Link className="button button-primary" to="/cart">
            Go to your cart
          </Link>
        )}
      </p>
    </section>
  );
}

function Support() {
  return (
    <p>
      Charged but no order? Call <a href={`tel:${shop.phone.replaceAll(" ", "")}`}>{shop.phone}</a> or write
      to <a href={`mailto:${shop.email}`}>{shop.email}</a>.
    </p>
  );
}
