import type { ReactNode } from "react";
import { formatPrice } from "../../../catalogue/rules.ts";
import { Rich, WithMpesa } from "../../../language/rich.tsx";
import { t, tMessage } from "../../../language/t.ts";
import type { CheckoutState } from "../../../ordering/checkout/checkout-state.ts";
import { friendlyPhone } from "../../../phone-rules.ts";
import { Link } from "../../../ui/link.tsx";
import { clockText, minutesText, spokenTime, useCountdown } from "../../countdown.ts";
import { OrderedItems, OrdersLink, PaymentOffline, PaymentTitle, TillLink } from "../../pay-parts.tsx";
import { isOwn, type Prompt } from "../../payment.ts";
import { NewOrder, Support } from "../../payment-ended.tsx";
import { COUNTDOWN, PAYMENT_TEXTS, RETRY_UNSURE } from "../../rules.ts";
import { adviceFor, mayStillBePaid } from "../../status/advice.ts";

type WayProps = {
  /** The order carried here, which may differ from the one that is being paid. */
  carried: CheckoutState | undefined;
  /** Opens the form again; only where an order is carried here. */
  onAgain: () => void;
};
type PromptProps = WayProps & { prompt: Prompt; onOver: () => void };

/** The prompt is on the phone: what to do there, how long is left, and that leaving is safe. */
export function PushWaiting({ prompt, onOver, carried, onAgain }: PromptProps) {
  const left = useCountdown(prompt.startedAt, COUNTDOWN, onOver);
  return (
    <section className="panel stack push">
      <PaymentTitle>{t("Check your phone")}</PaymentTitle>
      <p className="push-lead">
        <Rich
          sentence="A prompt comes to {phone}. Enter your {pin} there to pay {amount}."
          phone={prompt.phone ? <strong>{friendlyPhone(prompt.phone)}</strong> : t("your phone")}
          pin={<WithMpesa>{t("M-Pesa PIN")}</WithMpesa>}
          amount={<strong className="price">{formatPrice(prompt.amount)}</strong>}
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
        <MayClose />
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
      {carried && isOwn(prompt) && <OrderedItems items={carried.order.items} />}
      <Offline />
    </section>
  );
}

function MayClose() {
  return (
    <Rich
      sentence="You can close this page. We'll place your order as soon as M-Pesa confirms; find it in {myOrders}."
      myOrders={<OrdersLink />}
    />
  );
}

function Offline() {
  return (
    <PaymentOffline>
      {t("You're offline. Your payment goes on at M-Pesa, and we check it again once you're back online.")}
    </PaymentOffline>
  );
}

/** M-Pesa has refused: its text, what that means for the money, and a way to try again. */
export function PushRefused({ code, ...way }: { code: string | null } & WayProps) {
  const { message, next } = adviceFor(code);
  const late = mayStillBePaid(code);
  return (
    <Ended title={tMessage(message)} unknown={late} {...way}>
      <p>
        <WithMpesa>{t(next)}</WithMpesa>
      </p>
      {late && <IfCharged />}
    </Ended>
  );
}

/** No result came in time: the page keeps asking, and so does the server when the page is closed. */
export function PushUnknown({ reason, ...way }: { reason: "timeout" | "unverifiable" } & WayProps) {
  return (
    <Ended title={t(PAYMENT_TEXTS[reason])} unknown {...way}>
      <p>
        <strong>{t("Did you enter your PIN? Then don't pay twice.")}</strong> <MayClose />
      </p>
      <IfCharged />
    </Ended>
  );
}

/** It is unknown whether M-Pesa took the request: no countdown is shown, as the prompt may never come. The page keeps asking. */
export function PushUnsure({ prompt, onOver, ...way }: PromptProps) {
  useCountdown(prompt.startedAt, COUNTDOWN, onOver);
  return (
    <Ended title={t("No reply from M-Pesa yet")} unknown {...way}>
      <p>
        <Rich
          sentence="M-Pesa seems busy, so the prompt may not have reached {phone}. If it comes, enter your PIN: we place your order as soon as it's paid."
          phone={
            prompt.phone ? (
              <strong className="push-phone">{friendlyPhone(prompt.phone)}</strong>
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
          myOrders={<OrdersLink />}
        />
      </p>
    </Ended>
  );
}

/** The money came but does not match its order, so there is nothing to try again. `onOther`: another order is carried here. */
export function PushHeld({ onOther }: { onOther: (() => void) | undefined }) {
  return (
    <section className="notice notice-warning push">
      <PaymentTitle>{t(PAYMENT_TEXTS.beingConfirmed)}</PaymentTitle>
      <p>{t(PAYMENT_TEXTS.held)}</p>
      <p>{t("Please don't pay again: your money is safe. This page will show how it ends.")}</p>
      <IfCharged />
      <Offline />
      {onOther && (
        <p className="notice-action">
          <NewOrder onNew={onOther} />
        </p>
      )}
    </section>
  );
}

type EndedProps = WayProps & { title: string; unknown: boolean; children: ReactNode };

function Ended({ title, unknown, children, carried, onAgain }: EndedProps) {
  return (
    <section className={`notice ${unknown ? "notice-warning" : "notice-error"} push`}>
      <PaymentTitle>{title}</PaymentTitle>
      {children}
      {unknown && <Offline />}
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

function IfCharged() {
  return (
    <p>
      <Support sentence="Charged but no order? Call {phone} or write to {email}." />
    </p>
  );
}
