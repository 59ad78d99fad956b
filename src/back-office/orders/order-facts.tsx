import { Link } from "react-router";
import { formatPrice } from "../../catalogue/rules.ts";
import { daysText } from "../../delivery/rules.ts";
import { discountText } from "../../ordering/coupons/rules.ts";
import { sayMethod, sayRefund } from "../app/in-words.ts";
import { useMay } from "../app/person.ts";
import type { StaffOrder } from "../app/shown.ts";
import { PhoneLink } from "./phone-link.tsx";

/** What was bought, at the prices of then. */
export function OrderItems({ order }: { order: StaffOrder }) {
  const { items, subtotal, deliveryFee, discount, coupon, amount } = order;
  return (
    <section className="panel stack">
      <h2>Items</h2>
      <table className="table-cards">
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Size</th>
            <th scope="col" className="number">
              Pieces
            </th>
            <th scope="col" className="number">
              Price
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ line, name, size, quantity, price, returned }) => (
            <tr key={line}>
              <th scope="row">{name}</th>
              <td data-label="Size">{size}</td>
              <td data-label="Pieces" className="number">
                {quantity}
                {returned > 0 && ` (${returned} came back)`}
              </td>
              <td data-label="Price" className="number">
                <span className="price">{formatPrice(price * quantity)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className="facts">
        <dt>Goods</dt>
        <dd>{formatPrice(subtotal)}</dd>
        {coupon && (
          <>
            <dt>Coupon {coupon.code}</dt>
            <dd>{discountText(discount)}</dd>
          </>
        )}
        <dt>Delivery</dt>
        <dd>{formatPrice(deliveryFee)}</dd>
        <dt>Total</dt>
        <dd>
          <strong className="price">{formatPrice(amount)}</strong>
        </dd>
      </dl>
    </section>
  );
}

/** Where it goes, and by whom. */
export function OrderAddress({ order }: { order: StaffOrder }) {
  const { address, courier, tracking, account, guest } = order;
  const { days, pickUp } = order.delivery;
  return (
    <section className="panel stack">
      <h2>Delivery</h2>
      {pickUp && (
        <p>
          <strong>Pick-up at {pickUp.name}</strong>, {pickUp.hours}
        </p>
      )}
      {days && <p>The shopper was told: {daysText(days)}.</p>}
      {address ? (
        <address>
          {address.firstName} {address.lastName}
          <br />
          {address.street}
          <br />
          {[address.city, address.state, address.zipCode].filter(Boolean).join(", ")}
          <br />
          {address.country}
          <br />
          {address.phone && <PhoneLink phone={address.phone} />}
          {address.email && (
            <>
              <br />
              <a href={`mailto:${address.email}`}>{address.email}</a>
            </>
          )}
        </address>
      ) : (
        <p>No address is known.</p>
      )}
      {(courier || tracking) && (
        <p>
          {courier} {tracking}
        </p>
      )}
      {guest ? <p>Guest</p> : account && account !== address?.email && <p>Account: {account}</p>}
    </section>
  );
}

/** What was paid by what, what the order still owes, and how far its refunds are; from here a part or all is refunded. */
export function OrderMoney({ order }: { order: StaffOrder }) {
  const may = useMay();
  const { payments, owed } = order;
  const paid = payments.filter(({ money }) => money !== null);
  if (!may("payments.read") || (paid.length === 0 && owed === 0)) return null;
  return (
    <section className="panel stack">
      <h2>Money</h2>
      {paid.map(({ _id, money, method, amount, code, refunds }) => (
        <div key={_id} className="stack">
          <p>
            <strong className="price">{formatPrice(amount)}</strong> by {sayMethod(method)},{" "}
            {code ?? "receipt not known yet"}{" "}
            <Link to={`/money/${money}`}>{may("refunds") ? "Refund or history" : "History"}</Link>
          </p>
          {refunds.map((refund) => (
            <p key={refund._id}>
              Refund of {formatPrice(refund.amount)}: {sayRefund(refund.state)}
            </p>
          ))}
        </div>
      ))}
      {owed > 0 && (
        <p className="notice">
          This order still owes <strong className="price">{formatPrice(owed)}</strong>.
        </p>
      )}
    </section>
  );
}
