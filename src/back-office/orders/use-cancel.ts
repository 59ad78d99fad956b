import { useRevalidator } from "react-router";
import { useConfirmed } from "../app/calls/use-confirmed.tsx";
import type { StaffOrder } from "../app/shown.ts";
import type * as contract from "./contract.ts";

/** Cancels an order; of a paid one it is said first what is refunded, to whom and how. */
export function useCancel({ _id, version }: StaffOrder) {
  const { begin: ask, ...action } = useConfirmed();
  const { revalidate } = useRevalidator();
  const begin = (reason: string) =>
    ask<typeof contract.cancelOrder>(
      "Cancel order",
      (confirmed) => ({
        path: "/api/staff/orders/:id/cancel",
        params: { id: _id },
        body: { version, reason, confirmed },
      }),
      revalidate,
    );
  return { ...action, begin };
}
