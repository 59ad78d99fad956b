import "./ordering.css";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { LoginLink } from "../accounts/login-link.tsx";
import { TEXTS as ACCOUNT_TEXTS } from "../accounts/rules.ts";
import { useSignedIn } from "../accounts/use-account.ts";
import { dropSignIn } from "../cart/cart-store.ts";
import { NeedsScript } from "../cart/needs-script.tsx";
import { CallError, call, messageOf } from "../platform/call.ts";
import { token } from "../platform/kept.ts";
import { useBusy } from "../platform/use-busy.ts";
import { privateMeta } from "../site/page-meta.ts";
import { Notice } from "../ui/notice.tsx";
import { toast } from "../ui/toast.ts";
import type { HeldPayment, Order, userOrders } from "./contract.ts";
import { HeldPayments } from "./held-payments.tsx";
import { OrderRow } from "./order-row.tsx";
import { OrdersSkeleton, OrdersTable } from "./orders-table.tsx";
import { Receipts } from "./receipts.tsx";
import { usePrinting } from "./use-printing.ts";

/** Orders in one answer; fewer means there are no more. */
const PAGE = 50;

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
  const { orders, held, more, fault, busy, said, load, loadMore } = useOrders();
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
      {held.length > 0 && <HeldPayments held={held} />}
      {orders?.length === 0 && <NoOrders />}
      {orders && orders.length > 0 && (
        <OrdersTable>
          {orders.flatMap((order) =>
            order.items.map((item) => (
              <OrderRow
                key={`${order._id} ${item._id} ${item.size}`}
                order={order}
                item={item}
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

/** The shopper's orders, newest first, a page of 50 at a time; `load` begins again from the first. */
function useOrders() {
  const [orders, setOrders] = useState<Order[]>();
  const [held, setHeld] = useState<HeldPayment[]>([]);
  const [pages, setPages] = useState(1);
  const [more, setMore] = useState(false);
  const [fault, setFault] = useState<string>();
  const [said, setSaid] = useState("");
  const [busy, run] = useBusy();

  const take = (page: number, done: (count: number) => string) =>
    run(async () => {
      const signedIn = token.read();
      try {
        const answer = await call<typeof userOrders>("/api/order/userOrders", { page });
        const found = answer.orders;
        setOrders((before = []) => (page === 1 ? found : withoutTwins([...before, ...found])));
        setHeld(answer.held ?? []);
        setPages(page);
        setMore(found.length === PAGE);
        setFault(undefined);
        setSaid(done(found.length));
      } catch (error) {
        // the page then asks to log in
        if (isSignedOut(error) && token.read() === signedIn) return dropSignIn(signedIn);
        const text = messageOf(error);
        setFault(text);
        toast("error", text);
      }
    });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => take(1, () => ""), []);

  return {
    orders,
    held,
    more,
    fault,
    busy,
    said,
    load: () => take(1, () => `Up to date at ${new Date().toLocaleTimeString("en-KE", EAT)}.`),
    loadMore: () => take(pages + 1, (count) => `${count} more orders.`),
  };
}

function isSignedOut(error: unknown): boolean {
  return error instanceof CallError && error.status === 401;
}

const EAT = { timeZone: "Africa/Nairobi", timeStyle: "medium" } as const;

/** An order placed meanwhile moves the others one on, so the next page may begin with one we have. */
function withoutTwins(orders: Order[]): Order[] {
  return [...new Map(orders.map((order) => [order._id, order])).values()];
}
