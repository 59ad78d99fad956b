import { t, tMessage } from "../../language/t.ts";
import "../ordering.css";
import { useId } from "react";
import { Link } from "../../ui/link.tsx";

type AgainProps = {
  /** The server's question. */
  said: string;
  onYes: (form: HTMLFormElement | null) => void;
};

/**
 * Asks before the same goods are bought a second time (recent-duplicate.server.ts), inside the form that was sent. It takes
 * the keyboard and the screen reader to it; yes gives them back to the form's button.
 */
export function AgainQuestion({ said, onYes }: AgainProps) {
  const title = useId();
  return (
    <section className="notice notice-info again-question" aria-labelledby={title}>
      <h2 id={title} tabIndex={-1} ref={focusTitle}>
        {tMessage(said)}
      </h2>
      <p>{t("Your earlier order is safe. This one is not placed yet.")}</p>
      <p className="notice-action">
        <button
          type="button"
          className="button button-primary"
          onClick={({ currentTarget: { form } }) => {
            form?.querySelector<HTMLElement>("[type=submit]")?.focus();
            onYes(form);
          }}
        >
          {t("Order again")}
        </button>
        <Link className="button" to="/orders">
          {t("See my orders")}
        </Link>
      </p>
    </section>
  );
}

/** Whether a refusal asks if the same goods are wanted once more. */
export function asksAgain(status: number, answer: Record<string, unknown>): boolean {
  return status === 409 && answer.again === true;
}

function focusTitle(title: HTMLElement | null): void {
  title?.focus();
}
