import { sizeName } from "../../cart/size-name.ts";
import { formatPrice } from "../../catalogue/rules.ts";
import { daysText } from "../../delivery/days.ts";
import { t } from "../../language/t.ts";
import { friendlyPhone } from "../../phone-rules.ts";
import { useShop } from "../../settings/use-shop.ts";
import { placeText } from "../address-text.ts";
import type { Order } from "../contract.ts";
import { discountName, discountText } from "../coupons/discount-words.ts";
import { formatMoment } from "../dates.ts";
import { CHOICES } from "../methods.ts";
import { pickUpOf } from "../pick-up.ts";
import { shortId } from "../rules.ts";
import { Pieces } from "./order-lines.tsx";
import { PaymentBadge } from "./payment-badge.tsx";
import { StatusBadge } from "./status-badge.tsx";

/** Only what is paid and not cancelled has a receipt. */
export function isReceipt({ payment, status }: Pick<Order, "payment" | "status">): boolean {
  return payment && status !== "Cancelled";
}

/** Paid orders on paper: under the letterhead of every printed page, each with its lines and totals. Not seen on a screen. */
export function Receipts({ orders }: { orders: Order[] }) {
  const shop = useShop();
  const { street, area, city, country } = shop.address;
  return (
    <div className="receipts">
      {orders.map((order) => (
        <Receipt key={order._id} order={order} />
      ))}
      <p className="receipts-foot">
        {shop.name}, {street}, {area}, {city}, {country}. {shop.phone}, {shop.email}.
        <br />
        {t("You can return or exchange items within {days} days.", { days: shop.returnDays })}
      </p>
    </div>
  );
}

function Receipt({ order }: { order: Order }) {
  return (
    <section className="receipt">
      <h2>{t("Order {id}", { id: shortId(order._id) })}</h2>
      <p>
        {t("Receipt, {date}, {name}", {
          date: formatMoment(order.date),
          name: t(CHOICES[order.paymentMethod].name),
        })}
      </p>
      <p className="row">
        <PaymentBadge order={order} /> <StatusBadge order={order} />
      </p>
      <Buyer order={order} />
      <Sums order={order} />
    </section>
  );
}

function Sums({ order }: { order: Order }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t("Item")}</th>
          <th scope="col">{t("Amount")}</th>
        </tr>
      </thead>
      <tbody>
        {order.items.map(({ _id, name, size, price, quantity }) => (
          <tr key={`${_id} ${size}`}>
            <th scope="row">
              {name}, {sizeName(size)}
              <br />
              <Pieces quantity={quantity} price={price} />
            </th>
            <td>{formatPrice(price * quantity)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {order.coupon && (
          <tr>
            <th scope="row">{discountName(order.coupon)}</th>
            <td>{discountText(order.discount ?? 0)}</td>
          </tr>
        )}
        <tr>
          <th scope="row">{t("Delivery")}</th>
          <td>{formatPrice(order.delivery.fee)}</td>
        </tr>
        <tr className="receipt-total">
          <th scope="row">{t("Total")}</th>
          <td>{formatPrice(order.amount)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** Who bought it, where it goes, and the money's own name. */
function Buyer({ order }: { order: Order }) {
  const { address = {}, delivery, paymentMethod, receipt } = order;
  const pickUp = pickUpOf(order);
  const { firstName, lastName, phone } = address;
  const facts = [
    [t("Buyer"), [firstName, lastName].filter(Boolean).join(" ")],
    [t("Phone"), phone && friendlyPhone(phone)],
    pickUp
      ? [t("Pick-up point"), `${pickUp.at}. ${pickUp.hours}`]
      : [t("Delivery address"), placeText(address)],
    [t("Delivery time"), delivery.days && daysText(delivery.days)],
    [paymentMethod === "flutterwave" ? t("Card payment") : t("M-Pesa code"), receipt],
  ] as const;
  return (
    <dl className="receipt-facts">
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
