import type { ReactNode } from "react";
import { Rich, WithMpesa } from "../../../language/rich.tsx";
import { t, tMessage } from "../../../language/t.ts";
import { friendlyPhone } from "../../../phone-rules.ts";
import { useShop } from "../../../settings/use-settings.ts";
import { Link } from "../../../ui/link.tsx";
import { telLink } from "../../../ui/tel-link.ts";
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
    <Ended title={tMessage(message)} unknown={late} {...way}>
      <p>
        <WithMpesa>{t(next)}</WithMpesa>
      </p>
      {late && <Support />}
    </Ended>
  );
}

/** Nothing was heard in time: the page asks on quietly, and the server does so without it. */
export function PushUnknown({ reason, ...way }: { reason: "timeout" | "unverifiable" } & EndedProps) {
  return (
    <Ended
      title={t(reason === "timeout" ? PAYMENT_TEXTS.timeout : PAYMENT_TEXTS.unverifiable)}
      unknown
      {...way}
    >
      <p>
        <strong>{t("Did you enter your PIN? Then don't pay twice.")}</strong>{" "}
        <Rich
          sentence="You can close this page. We'll place your order as soon as M-Pesa confirms; find it in {myOrders}."
          myOrders={<Link to="/orders">{t("My orders")}</Link>}
        />
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
    <Ended title={t("No reply from M-Pesa yet")} unknown {...way}>
      <p>
        <Rich
          sentence="M-Pesa seems busy, so the prompt may not have reached {phone}. If it comes, enter your PIN: we place your order as soon as it's paid."
          phone={
            running.phone ? (
              <strong className="push-phone">{friendlyPhone(running.phone)}</strong>
            ) : (
              t("your phone")
            )
          }
        />
      </p>
      <p>
        <Rich
          sentence="No prompt after {minutes}? Try again, or choose another way to pay. {paid}: your order will show in {myOrders}."
          minutes={minutesText(RETRY_UNSURE)}
          paid={<strong>{t("If you entered your PIN, don't pay again")}</strong>}
          myOrders={<Link to="/orders">{t("My orders")}</Link>}
        />
      </p>
    </Ended>
  );
}

/** The money came and does not fit its order; of that there is nothing to try again. `onOther`: another one is carried here. */
export function PushHeld({ onOther }: { onOther: (() => void) | undefined }) {
  return (
    <section className="notice notice-warning push">
      <PaymentTitle>{t(PAYMENT_TEXTS.beingConfirmed)}</PaymentTitle>
      <p>{t(PAYMENT_TEXTS.held)}</p>
      <p>{t("Please don't pay again: your money is safe. This page will show how it ends.")}</p>
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
    <section className={`notice ${unknown ? "notice-warning" : "notice-error"} push`}>
      <PaymentTitle>{title}</PaymentTitle>
      {children}
      {unknown && <PushOffline />}
      <p className="notice-action">
        {carried ? (
          <>
            <button type="button" className="button button-primary" onClick={onAgain}>
              {t("Try Again")}
            </button>
            <TillLink state={carried} />
          </>
        ) : (
          <Link className="button button-primary" to="/cart">
            {t("Go to your cart")}
          </Link>
        )}
      </p>
    </section>
  );
}

function Support() {
  const shop = useShop();
  return (
    <p>
      <Rich
        sentence="Charged but no order? Call {phone} or write to {email}."
        phone={<a href={telLink(shop.phone)}>{shop.phone}</a>}
        email={<a href={`mailto:${shop.email}`}>{shop.email}</a>}
      />
    </p>
  );
}
