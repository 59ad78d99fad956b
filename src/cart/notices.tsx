import type { ReactNode } from "react";
import { t } from "../language/t.ts";
import { Link } from "../ui/link.tsx";
import { Notice } from "../ui/notice.tsx";

/** For an empty list: leads to the collection. */
export function EmptyNotice({ title, children }: { title: string; children: string }) {
  return (
    <Notice
      kind="empty"
      title={title}
      action={
        <Link className="button button-primary" to="/collection">
          {t("See the collection")}
        </Link>
      }
    >
      <p>{children}</p>
    </Notice>
  );
}

type RetryProps = { title: string; busy?: boolean; onRetry: () => void; children: ReactNode };

/** What could not be loaded, what is safe, and a button to try again. */
export function RetryNotice({ title, busy, onRetry, children }: RetryProps) {
  return (
    <Notice
      kind="error"
      title={title}
      action={
        <button type="button" className="button" aria-disabled={busy} onClick={onRetry}>
          {t("Try again")}
        </button>
      }
    >
      <p>{children}</p>
    </Notice>
  );
}
