import "../ordering.css";
import { Link } from "react-router";
import { ACCOUNT_TEXTS } from "../../accounts/rules.ts";
import { LoginLink } from "../../accounts/sign-in/login-link.tsx";
import { useSignedIn } from "../../accounts/use-account.ts";
import { NeedsScript } from "../../cart/needs-script.tsx";
import { privateMeta } from "../../site/document/page-meta.ts";
import { Notice } from "../../ui/notice.tsx";
import { HeldPayments } from "./held-payments.tsx";
import { OrderRow } from "./order-row.tsx";
import { OrdersSkeleton, OrdersTable } from "./orders-table.tsx";
import { PaymentsUnderWay } from "./pending-payments.tsx";
import { Receipts } from "./receipts.tsx";
import { useOrders } from "./use-orders.ts";
import { usePrinting } from "./use-printing.ts";

export function meta() {
  return privateMeta("My orders");
}

export default function OrdersPage() {
  const signedIn = useSignedIn();
  return (
    <div className="page">
      <h1>My orders</h1>
      <NeedsScript />
      {signedIn === undefined && <OrdersSkeleton />}
      {signedIn === false && (
        <Notice
          kind="empty"
          title={ACCOUNT_TEXTS.signedOut}
          action={<LoginLink className="button button-primary">Go to Login</LoginLink>}
        >
          <p>Your orders are kept in your account.</p>
        </Notice>
      )}
      {signedIn && <Orders />}
    </div>
  );
}

function Orders() {
  const { orders, held, underWay, more, fault, busy, said, load, loadMore } = useOrders();
  const printing = usePrinting();
  return (
    <>
      {printing && orders && orders.length > 0 && <Receipts orders={orders} />}
      <p className="field-hint" role="status">
        {said}
      </p>
      {fault && (
        <Notice
          kind="error"
          title="We could not load your orders"
          action={
            <button type="button" className="button" aria-disabled={busy} onClick={load}>
              Try again
            </button>
          }
        >
          <p>{fault} Your orders are safe.</p>
        </Notice>
      )}
      {!orders && !fault && <OrdersSkeleton />}
      {underWay.length > 0 && <PaymentsUnderWay underWay={underWay} />}
      {held.length > 0 && <HeldPayments held={held} />}
      {orders?.length === 0 && <NoOrders />}
      {orders && orders.length > 0 && (
        <OrdersTable>
          {orders.flatMap((order) =>
            order.items.map((item, index) => (
              <OrderRow
                key={`${order._id} ${item._id} ${item.size}`}
                order={order}
                item={item}
                first={index === 0}
                busy={busy}
                onTrack={load}
              />
            )),
          )}
        </OrdersTable>
      )}
      {more && (
        <p className="load-more">
          <button type="button" className="button" aria-disabled={busy} onClick={loadMore}>
            {busy ? "Loading…" : "Load more"}
          </button>
        </p>
      )}
    </>
  );
}

function NoOrders() {
  return (
    <Notice
      kind="empty"
      title="No orders yet"
      action={
        <Link className="button button-primary" to="/collection">
          See the collection
        </Link>
      }
    >
      <p>When you order, you can follow your parcel here.</p>
    </Notice>
  );
}
