import type { ReactNode } from "react";

/** Heads a new state of the payment, and takes the keyboard and the screen reader to it. */
export function PaymentTitle({ children }: { children: ReactNode }) {
  return (
    <h2 className="push-title" tabIndex={-1} ref={focusTitle}>
      {children}
    </h2>
  );
}

function focusTitle(title: HTMLElement | null): void {
  title?.focus();
}
