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
  /** Why the last try failed, as it is said below. */
  failed: Failed;
  /** What is said above it comes first. */
  second?: boolean;
};

/** Starts the payment; waits while the device is offline, and says so. */
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
  /** Nothing is tried again by itself any more. */
  stopped?: boolean;
  /** What is said while there is a connection; and while it is being sent, in any case. */
  hint?: string;
  sending?: string | undefined;
};

/** Why nothing happens just now: no connection, or none for too long. */
export function LineHint({ stopped = false, hint = "", sending }: LineHintProps) {
  const online = useOnline();
  return (
    <p className="field-hint" role="status">
      {sending ?? (online ? (stopped ? t(STOPPED_TRYING) : hint) : t(OFFLINE))}
    </p>
  );
}

/** Failures whose notice has the next step as a button. */
const LEAD_ON: Failed[] = ["log-in", "elsewhere", "ordered-lately"];
/** And where the shop has a till, these: it is the next step. */
const LEAD_TO_TILL: Failed[] = ["till", "busy", "pause"];

/** A form's own button is the primary one, unless its failure's notice has that: a page has one at a time. */
function useButtonKind(failed: Failed, second = false): "button-primary" | "" {
  const isTillOffered = useTillOffered();
  const leadsOn = LEAD_ON.includes(failed) || (isTillOffered && LEAD_TO_TILL.includes(failed));
  return leadsOn || second ? "" : "button-primary";
}

/** Heads a new state of the payment, and takes the keyboard and the screen reader to it. */
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

/** Lines that are always shown; the others open at a tap. */
const SHOWN = 3;

/** What is bought, a line for each product and size, beside the amount. */
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

/** A form to pay with, before the order is known: a few words, `fields`, and Pay. */
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
  /** Why, where no toast says it. */
  message?: string;
  state: unknown;
};

/** Another way to pay for the same order, when nothing was paid yet. */
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

/** Said in place of the form, where the owner has switched this way to pay off. */
export function NotOffered({ method, state }: { method: keyof typeof MISSING; state: unknown }) {
  return <PayByTill title={t("Please pay another way")} message={MISSING[method]} state={state} />;
}

/** To the till with the same order, where this shop has one to offer. */
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

/** The way on from what is ordered, or being looked for. */
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

/** Said while the device has no connection; the questions go on when it is back. */
export function PaymentOffline({ children }: { children: string }) {
  const online = useOnline();
  return (
    <p className="push-offline" role="status">
      <WithMpesa>{online ? "" : children}</WithMpesa>
    </p>
  );
}
