import { useRevalidator } from "react-router";
import { useAction } from "../app/calls/use-action.ts";
import type { StaffOrder } from "../app/shown.ts";
import type * as contract from "./contract.ts";

/** Cancels an order, from its page. */
export function useCancel({ _id, version }: StaffOrder) {
  const { start, ...action } = useAction();
  const { revalidate } = useRevalidator();
  const begin = (reason: string) =>
    start<typeof contract.cancelOrder>(
      { path: "/api/staff/orders/:id/cancel", params: { id: _id }, body: { version, reason } },
      revalidate,
    );
  return { ...action, begin };
}
