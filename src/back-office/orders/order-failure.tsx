import { formatPrice } from "../../catalogue/rules.ts";
import { ActionFailure, type Failed } from "../app/action.tsx";
import type { StaffOrder } from "./contract.ts";

/** Why an order was not changed; where a colleague changed it first, also what they changed. What was typed stays. */
export function OrderFailure({ order, ...failed }: Failed & { order: StaffOrder }) {
  const changed = changesSince(order, failed.failure?.answer.current);
  return (
    <ActionFailure {...failed}>
      {changed.length > 0 && (
        <ul>
          {changed.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
    </ActionFailure>
  );
}

function changesSince(order: StaffOrder, now: unknown): string[] {
  if (typeof now !== "object" || now === null) return [];
  const { status, payment, amount, address } = now as Partial<StaffOrder>;
  const differs = Object.entries(address ?? {}).filter(
    ([name, value]) => order.address?.[name as keyof typeof order.address] !== value,
  );
  return [
    status !== undefined && status !== order.status && `Status: ${order.status} → ${status}`,
    payment !== undefined && payment !== order.payment && (payment ? "It is paid now." : "It is unpaid now."),
    amount !== undefined &&
      amount !== order.amount &&
      `Total: ${formatPrice(order.amount)} → ${formatPrice(amount)}`,
    differs.length > 0 && `Address: ${differs.map(([, value]) => value).join(", ")}`,
  ].filter((change) => change !== false);
}
