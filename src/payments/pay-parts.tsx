import type { ReactNode } from "react";
import { sizeName } from "../cart/rules.ts";
import { WithMpesa } from "../language/rich.tsx";
import { t, tMessage } from "../language/t.ts";
import type { OrderToPlace } from "../ordering/checkout/checkout-state.ts";
import { MISSING } from "../ordering/methods.ts";
import { placedPath } from "../ordering/rules.ts";
import { OFFLINE } from "../platform/browser/call.ts";
import { STOPPED_TRYING } from "../platform/browser/line-back.ts";
import { useOnline } from "../platform/browser/use-online.ts";
import { useSettings } from "../settings/use-settings.ts";
import { Link } from "../ui/link.tsx";
import { Notice } from "../ui/notice.tsx";
import { Bar, Repeat, Skeleton } from "../ui/skeleton.tsx";
import type { Failure } from "./failure.ts";
import "./payments.css";

type Failed = Failure["next"] | undefined;

type PayButtonProps = LineHintProps & {
  label: string;
  busy: boolean;
  busyText: string;
  /** Why the last attempt failed, as the notice below says. */
  failed: Failed;
  /** A message above the form has the primary button. */
  second?: boolean;
};

/** Starts the payment; while the device is offline it waits, and says so. */
export function PayButton({ label, busy, busyText, failed, second, ...hint }: PayButtonProps) {
  const online = useOnline();
  const kind = useButtonKind(failed, second);
  return (
    <>
      <button
        type="submit"
        className={`button ${kind} button-wide`}
        disabled={!online}
        aria-disabled={(online && busy) || undefined}
      >
        {busy ? busyText : label}
      </button>
      <LineHint {...hint} />
    </>
  );
}

type LineHintProps = {
  /** It is no longer sent again automatically. */
  stopped?: boolean;
  /** Text while there is a connection; and `sending`, shown while the request is being sent, connected or not. */
  hint?: string;
  sending?: string | undefined;
};

/** Why nothing happens just now: there is no connection, or there was none for too long. */
export function LineHint({ stopped = false, hint = "", sending }: LineHintProps) {
  const online = useOnline();
  return (
    <p className="field-hint" role="status">
      {sending ?? (online ? (stopped ? t(STOPPED_TRYING) : hint) : t(OFFLINE))}
    </p>
  );
}

/** Failures whose notice has a button for the next step. */
const LEAD_ON: Failed[] = ["log-in", "existing-order", "ordered-lately"];
/** Failures whose notice has such a button where the shop has a till: it leads there. */
const LEAD_TO_TILL: Failed[] = ["till", "busy", "pause"];

/** A form's own button is the primary one, unless its failure's notice has it: a page has one primary button at a time. */
function useButtonKind(failed: Failed, second = false): "button-primary" | "" {
  const isTillOffered = useTillOffered();
  const leadsOn = LEAD_ON.includes(failed) || (isTillOffered && LEAD_TO_TILL.includes(failed));
  return leadsOn || second ? "" : "button-primary";
}

/** The heading of a new state of the payment; moves the focus of keyboard and screen reader to it. */
export function PaymentTitle({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <h2 className="push-title" id={id} tabIndex={-1} ref={focusTitle}>
      {children}
    </h2>
  );
}

function focusTitle(title: HTMLElement | null): void {
  title?.focus();
}

/** Lines that are always shown; a tap opens the others. */
const SHOWN = 3;

/** The items bought, a line for each product and size, beside the amount. */
export function OrderedItems({ items }: Pick<OrderToPlace, "items">) {
  const lines = items.map(({ _id, name, size, quantity }) => (
    <li key={`${_id} ${size}`}>
      {quantity} × {name}, {sizeName(size)}
    </li>
  ));
  const others = lines.slice(SHOWN);
  return (
    <div className="ordered">
      <p className="label" id="ordered">
        {t("Your order")}
      </p>
      <ul className="ordered-list" aria-labelledby="ordered">
        {lines.slice(0, SHOWN)}
      </ul>
      {others.length > 0 && (
        <details>
          <summary>{t("{items} more", { items: others.length })}</summary>
          <ul className="ordered-list">{others}</ul>
        </details>
      )}
    </div>
  );
}

/** Placeholder of a form to pay with, before the order is known: a few words, `fields`, and Pay. */
export function PaySkeleton({ fields }: { fields: number }) {
  return (
    <Skeleton label={t("Loading your order")}>
      <div className="panel stack">
        <p>
          <Bar width={15} />
          <br />
          <Bar width={12} />
        </p>
        <Repeat times={fields}>
          <div className="field">
            <span className="label">
              <Bar width={7} />
            </span>
            <span className="input box" />
          </div>
        </Repeat>
        <span className="button button-wide box" />
      </div>
    </Skeleton>
  );
}

type PayByTillProps = {
  title: string;
  /** The reason, where no toast says it. */
  message?: string;
  state: unknown;
};

/** Offers another way to pay for the same order, when nothing was paid yet. */
export function PayByTill({ title, message, state }: PayByTillProps) {
  return (
    <Notice
      kind="error"
      title={title}
      action={
        <>
          <TillLink state={state} primary />
          <Link className="button" to="/place-order">
            {t("Choose another way")}
          </Link>
        </>
      }
    >
      {message && (
        <p>
          <WithMpesa>{tMessage(message)}</WithMpesa>
        </p>
      )}
      <p>{t("No money was taken. Your order and your cart are safe.")}</p>
    </Notice>
  );
}

/** Shown instead of the form where the owner has switched this way to pay off. */
export function NotOffered({ method, state }: { method: keyof typeof MISSING; state: unknown }) {
  return <PayByTill title={t("Please pay another way")} message={MISSING[method]} state={state} />;
}

/** Leads to the till with the same order, where this shop offers the till. */
export function TillLink({ state, primary }: { state: unknown; primary?: boolean }) {
  if (!useTillOffered()) return null;
  return (
    <Link className={primary ? "button button-primary" : "button"} to="/mpesa-verification" state={state}>
      {t("Pay by till instead")}
    </Link>
  );
}

/** Whether this shop takes money at its till. */
function useTillOffered(): boolean {
  return useSettings()?.methods.includes("cod") ?? true;
}

/** Leads to the orders, or to the order `placed`. */
export function ToOrders({ placed }: { placed?: string }) {
  return (
    <Link className="button button-primary" to={placed ? placedPath(placed) : "/orders"} replace>
      {t("See my orders")}
    </Link>
  );
}

export function OrdersLink() {
  return <Link to="/orders">{t("My orders")}</Link>;
}

/** Shown while the device has no connection; the page goes on asking when it is back. */
export function PaymentOffline({ children }: { children: string }) {
  const online = useOnline();
  return (
    <p className="push-offline" role="status">
      <WithMpesa>{online ? "" : children}</WithMpesa>
    </p>
  );
}
