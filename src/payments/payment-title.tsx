import type { ReactNode } from "react";

/** Heads a new state of the payment, and takes the keyboard and the screen reader to it. */
export function PaymentTitle({ children }: { children: ReactNode }) {
  return (
    <h2 className="push-title" tabIndex={-1} ref={takeFocus}>
      {children}
    </h2>
  );
}

function takeFocus(title: HTMLElement | null): void {
  title?.focus();
}
