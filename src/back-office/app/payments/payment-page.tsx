import { useState } from "react";
import { Link, useLoaderData } from "react-router";
import { formatPrice } from "../../../catalogue/rules.ts";
import { formatMoment } from "../../../ordering/dates.ts";
import { shortId } from "../../../ordering/rules.ts";
import type * as orders from "../../orders/contract.ts";
import type * as contract from "../../payments/contract.ts";
import { sayKind, sayMethod, sayState } from "../in-words.ts";
import type { LoaderArgs } from "../load-context.ts";
import { pageTitle } from "../page-title.ts";
import { readStaff } from "../read-staff.ts";
import type { StaffPayment } from "../shown.ts";
import { DecidePayment } from "./decide-payment.tsx";
import { PaymentHistory } from "./payment-history.tsx";
import { RefundsList } from "./refunds-list.tsx";

export async function loader(args: LoaderArgs) {
  const id = encodeURIComponent(args.params.id ?? "");
  const { payment } = await readStaff<typeof contract.showPayment>(args, `/api/staff/payments/${id}`);
  const { orderId } = payment;
  if (!orderId) return { payment, items: [] };
  const { order } = await readStaff<typeof orders.showOrder>(args, `/api/staff/orders/${orderId}`);
  return { payment, items: order.items };
}

export function meta() {
  return pageTitle("Payment");
}

/** One payment: what is known of it, and what may be decided. */
export default function PaymentPage() {
  const { payment, items } = useLoaderData<typeof loader>();
  const [said, setSaid] = useState("");
  return (
    <>
      <p>
        <Link className="link-button" to="/payments">
          All payments
        </Link>
      </p>
      <h1>Payment</h1>
      <p role="status" className="said">
        {said}
      </p>
      <div className="order payment">
        <div className="stack">
          <PaymentFacts payment={payment} />
          <RefundsList payment={payment} />
          <DecidePayment
            key={`${payment.state} ${payment.refunds.length}`}
            payment={payment}
            items={items}
            onSay={setSaid}
          />
        </div>
        <PaymentHistory payment={payment} />
      </div>
    </>
  );
}

function PaymentFacts({ payment }: { payment: StaffPayment }) {
  const { _id, kind, method, state, amount, phone, code, reason, orderId, date, paidAt } = payment;
  const facts = [
    ["Id", _id],
    ["Kind", kind === "payment" ? null : sayKind(kind)],
    ["Way", method && sayMethod(method)],
    ["State", sayState(state)],
    ["Why", reason],
    ["Phone", phone],
    ["Code", code],
    ["Since", formatMoment(date)],
    ["Paid", paidAt && formatMoment(paidAt)],
  ].filter(([, value]) => value);
  return (
    <section className="panel stack">
      <h2>
        <span className="price">{amount === null ? "Amount not known" : formatPrice(amount)}</span>
      </h2>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div className="fact" key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {orderId && (
        <p>
          Order <Link to={`/orders/${orderId}`}>{shortId(orderId)}</Link>
        </p>
      )}
    </section>
  );
}
