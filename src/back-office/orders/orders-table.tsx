import { Link } from "react-router";
import { formatPrice } from "../../catalogue/rules.ts";
import { formatMoment } from "../../ordering/dates.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { OrderRow } from "../app/shown.ts";
import { PaidBadge, StatusBadge } from "./badges.tsx";
import { PhoneLink } from "./phone-link.tsx";

type Props = { rows: OrderRow[]; picked: string[]; onPick: (id: string, isPicked: boolean) => void };

/** A row for each order, linked by its short id. */
export function OrdersTable({ rows, picked, onPick }: Props) {
  const hydrated = useHydrated();
  return (
    <table className="table-cards compact orders-table">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Pick</span>
          </th>
          <th scope="col">Order</th>
          <th scope="col">Date</th>
          <th scope="col">Name</th>
          <th scope="col">Town</th>
          <th scope="col">Phone</th>
          <th scope="col" className="number">
            Amount
          </th>
          <th scope="col">Payment</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ _id, shortId, date, name, town, phone, amount, coupon, pickUp, ...order }) => (
          <tr key={_id}>
            <td className="pick">
              <label>
                <input
                  type="checkbox"
                  aria-label={`Pick order ${shortId}`}
                  checked={picked.includes(_id)}
                  disabled={!hydrated}
                  onChange={({ target }) => onPick(_id, target.checked)}
                />
              </label>
            </td>
            <th scope="row">
              <Link to={`/orders/${_id}`}>{shortId}</Link>
            </th>
            <td data-label="Date" className="faint">
              {formatMoment(date)}
            </td>
            <td data-label="Name">{name || "–"}</td>
            <td data-label="Town" className="right">
              {pickUp ? `Pick-up, ${pickUp}` : town || "–"}
            </td>
            <td data-label="Phone">{phone ? <PhoneLink phone={phone} /> : "–"}</td>
            <td data-label="Amount" className="right number">
              <span className="price">{formatPrice(amount)}</span>
              {coupon && <span className="faint"> {coupon}</span>}
            </td>
            <td data-label="Payment">
              <PaidBadge payment={order.payment} refund={order.refund} />
            </td>
            <td data-label="Status" className="right">
              <StatusBadge status={order.status} isPickUp={pickUp !== undefined} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
