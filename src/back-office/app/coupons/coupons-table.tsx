import { Link } from "react-router";
import type { StaffCoupon } from "../shown.ts";
import { datesOf, giftOf, STATES, usesOf } from "./coupon-words.ts";

/** A row for each coupon, linked by its code. */
export function CouponsTable({ rows }: { rows: StaffCoupon[] }) {
  return (
    <table className="table-cards compact coupons-table">
      <thead>
        <tr>
          <th scope="col">Code</th>
          <th scope="col">Gives</th>
          <th scope="col">Dates (EAT)</th>
          <th scope="col" className="number">
            Uses
          </th>
          <th scope="col">Source</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((coupon) => (
          <tr key={coupon._id}>
            <th scope="row">
              <Link to={`/coupons/${coupon._id}`}>{coupon.code}</Link>
            </th>
            <td data-label="Gives">{giftOf(coupon)}</td>
            <td data-label="Dates" className="faint">
              {datesOf(coupon)}
            </td>
            <td data-label="Uses" className="right number">
              {usesOf(coupon)}
            </td>
            <td data-label="Source" className="faint" dir="auto">
              {coupon.source}
            </td>
            <td data-label="Status" className="right">
              <span className={`badge ${STATES[coupon.state].kind}`}>{STATES[coupon.state].name}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
