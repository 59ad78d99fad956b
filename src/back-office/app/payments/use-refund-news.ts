import { useEffect } from "react";
import { useRevalidator } from "react-router";
import type { StaffPayment } from "../shown.ts";

/** A provider's answer comes within seconds, or is looked up for hours: then the page is not asked for anew for ever. */
const EVERY_MS = 3_000;
const TIMES = 20;

const UNDER_WAY = ["due", "asking", "asked", "sending", "sent"];

/** Reads the payment anew while a provider is giving its money back. */
export function useRefundNews({ refunds }: StaffPayment): void {
  const { revalidate } = useRevalidator();
  const waits = refunds.some(({ way, state }) => way !== "hand" && UNDER_WAY.includes(state));
  useEffect(() => {
    if (!waits) return;
    let left = TIMES;
    const timer = setInterval(() => {
      if (document.hidden) return;
      left -= 1;
      if (left < 0) clearInterval(timer);
      else void revalidate();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [waits, revalidate]);
}
