import { useRevalidator } from "react-router";
import type * as contract from "../../orders/contract.ts";
import { useDeed } from "../calls/use-deed.ts";
import type { StaffOrder } from "../shown.ts";

/** Cancels an order, as a deed of its page. */
export function useCancel({ _id, version }: StaffOrder) {
  const { start, ...deed } = useDeed();
  const { revalidate } = useRevalidator();
  const begin = (reason: string) =>
    start<typeof contract.cancelOrder>(
      { path: "/api/staff/orders/:id/cancel", params: { id: _id }, body: { version, reason } },
      revalidate,
    );
  return { ...deed, begin };
}
