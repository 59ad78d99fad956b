import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { sizeName } from "../../cart/rules.ts";
import { formatPrice } from "../../catalogue/rules.ts";
import { daysText } from "../../delivery/rules.ts";
import { t } from "../../language/t.ts";
import { friendlyPhone } from "../../phone-rules.ts";
import { useShop } from "../../settings/use-settings.ts";
import type { Order } from "../contract.ts";
import { discountName, discountText } from "../coupons/rules.ts";
import { formatMoment } from "../dates.ts";
import { CHOICES } from "../methods.ts";
import { pickUpOf, placeText } from "../order-text.ts";
import { shortId } from "../rules.ts";
import { PaymentBadge, Pieces, StatusBadge } from "./order-parts.tsx";

/** Only an order that is paid and not cancelled has a receipt. */
export function isReceipt({ payment, status }: Pick<Order, "payment" | "status">): boolean {
  return payment && status !== "Cancelled";
}

/** Paid orders for printing, each with its lines and totals, under the letterhead of every printed page. Hidden on screens. */
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

/** Who bought it, where it goes, and the receipt of the money. */
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

/**
 * What is being printed: the order whose receipt was asked for, or "all" for the browser's own command. It stays once the
 * page has been printed, as a phone may render the print after "afterprint". `print` prints one receipt alone.
 */
export function usePrinting(): { printing: string | undefined; print: (orderId: string) => void } {
  const [printing, setPrinting] = useState<string>();
  const asked = useRef<string>(undefined);
  useEffect(() => {
    const paper = matchMedia("print");
    // flushed now: the print layout does not wait for React
    const begin = () => flushSync(() => setPrinting(asked.current ?? "all"));
    const change = () => paper.matches && begin();
    // a tap or a key ends it: phones render the print after print() has returned
    const done = () => {
      asked.current = undefined;
    };
    addEventListener("pointerdown", done, true);
    addEventListener("keydown", done, true);
    addEventListener("beforeprint", begin);
    paper.addEventListener("change", change);
    return () => {
      removeEventListener("pointerdown", done, true);
      removeEventListener("keydown", done, true);
      removeEventListener("beforeprint", begin);
      paper.removeEventListener("change", change);
    };
  }, []);
  const print = (orderId: string) => {
    asked.current = orderId;
    flushSync(() => setPrinting(orderId));
    window.print();
  };
  return { printing, print };
}
