import { useLoaderData } from "react-router";
import { formatMoment } from "../../ordering/dates.ts";
import { shortId } from "../../ordering/rules.ts";
import { type LoaderArgs, pageTitle, readStaff, useMay } from "../app/page.ts";
import { BackLink } from "../app/tables.tsx";
import { AddressForm } from "./address-form.tsx";
import { PaidBadge, StatusBadge } from "./badges.tsx";
import { CancelOrder, needsReasonToPack, UnpaidOrder } from "./cancel-order.tsx";
import type * as contract from "./contract.ts";
import { EditItems } from "./edit-items.tsx";
import { OrderAddress, OrderItems, OrderMoney, OrderPapers } from "./order-facts.tsx";
import { OrderSteps } from "./order-steps.tsx";
import { AddNote, Timeline } from "./timeline.tsx";

export async function loader(args: LoaderArgs) {
  const { order } = await readStaff<typeof contract.showOrder>(args, "/api/staff/orders/:id");
  return { order, now: Date.now() };
}

export function meta({ params }: { params: { id?: string } }) {
  return pageTitle(`Order ${shortId(params.id ?? "")}`);
}

/** One order: what is in it, where it goes, what happened, and what may be done next. */
export default function OrderPage() {
  const { order, now } = useLoaderData<typeof loader>();
  const may = useMay();
  const isOpen = order.status === "Order Placed" || order.status === "Packing";
  return (
    <>
      <BackLink to="/orders">All orders</BackLink>
      <h1>Order {order.shortId}</h1>
      <p className="row order-state">
        <StatusBadge status={order.status} isPickUp={order.delivery.pickUp !== undefined} />{" "}
        <PaidBadge payment={order.payment} refund={order.refund} />
        <span>{formatMoment(order.date)}</span>
      </p>
      <div className="order">
        <div className="stack">
          {needsReasonToPack(order) && <UnpaidOrder key={`unpaid ${order.version}`} order={order} />}
          {may("orders.step") && <OrderSteps key={order.version} order={order} now={now} />}
          <OrderItems order={order} />
          <OrderMoney order={order} />
          {isOpen && may("orders.edit") && <EditItems key={`goods ${order.version}`} order={order} />}
          <OrderAddress order={order} />
          {isOpen && may("orders.address") && <AddressForm key={`address ${order.version}`} order={order} />}
          <OrderPapers order={order} />
        </div>
        <div className="stack">
          <Timeline order={order} />
          {may("orders.note") && <AddNote id={order._id} />}
          {isOpen &&
            !needsReasonToPack(order) &&
            may(order.payment ? "orders.cancel-paid" : "orders.cancel") && (
              <CancelOrder key={`cancel ${order.version}`} order={order} />
            )}
        </div>
      </div>
    </>
  );
}
