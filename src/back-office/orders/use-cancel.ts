import { useRevalidator } from "react-router";
import { useDeed } from "../app/calls/use-deed.ts";
import type { StaffOrder } from "../app/shown.ts";
import type * as contract from "./contract.ts";

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
