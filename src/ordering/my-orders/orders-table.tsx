import type { ReactNode } from "react";
import { Bar, Repeat, Skeleton } from "../../ui/skeleton.tsx";

/** The head of My orders over its rows; narrow screens show each row as a card, with the facts' names in it. */
export function OrdersTable({ children }: { children: ReactNode }) {
  return (
    <table className="table-cards orders">
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Price</th>
          <th scope="col">Quantity</th>
          <th scope="col">Date</th>
          <th scope="col">Payment</th>
          <th scope="col">Status</th>
          <th scope="col">
            <span className="visually-hidden">Track</span>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** How wide each fact of a row mostly is, in em. */
const FACTS = { Price: 5, Quantity: 1, Date: 9, Payment: 8, Status: 7 };

/** Rows that are coming, as order-row.tsx draws them. */
export function OrdersSkeleton() {
  return (
    <Skeleton label="Loading your orders">
      <OrdersTable>
        <Repeat times={3}>
          <tr>
            <th scope="row">
              <span className="order-item">
                <span className="order-picture" />
                <span>
                  <Bar width={15} />
                  <span className="field-hint">
                    <Bar width={11} />
                  </span>
                </span>
              </span>
            </th>
            {Object.entries(FACTS).map(([fact, width]) => (
              <td key={fact} data-label={fact}>
                <Bar width={width} />
                {fact === "Payment" && (
                  <span className="order-paid">
                    <Bar width={4} />
                  </span>
                )}
              </td>
            ))}
            <td>
              <span className="button box" />
            </td>
          </tr>
        </Repeat>
      </OrdersTable>
    </Skeleton>
  );
}
