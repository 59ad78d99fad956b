import { WithMpesa } from "../../../language/rich.tsx";
import { t, tMessage } from "../../../language/t.ts";
import { useSettings } from "../../../settings/use-settings.ts";
import { Link } from "../../../ui/link.tsx";
import { Notice } from "../../../ui/notice.tsx";

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
export function useTillOffered(): boolean {
  return useSettings()?.methods.includes("cod") ?? true;
}
