import { t, tMessage } from "../../language/t.ts";
import "../ordering.css";
import { useCallback } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { useSignedIn } from "../../accounts/sign-in/sign-in.ts";
import { NeedsScript } from "../../cart/needs-script.tsx";
import { EmptyNotice, RetryNotice } from "../../cart/notices.tsx";
import { ReviewLine } from "../../reviews/review-line.tsx";
import { useMyReviews } from "../../reviews/use-my-reviews.ts";
import { privateMeta } from "../../site/document/page-meta.ts";
import type { Order } from "../contract.ts";
import { placedIn, placedPath } from "../rules.ts";
import { OrderCard, OrdersSkeleton } from "./order-card.tsx";
import { HeldPayments, PaymentsUnderWay, SignedOutOrders } from "./order-notices.tsx";
import type { ReviewOf } from "./order-parts.tsx";
import { PlacedMissing, PlacedPanel, PlacedSkeleton } from "./placed-panel.tsx";
import { isReceipt, Receipts, usePrinting } from "./receipts.tsx";
import { useOrders } from "./use-orders.ts";

export function meta() {
  return privateMeta(t("My orders"));
}

export default function OrdersPage() {
  const signedIn = useSignedIn();
  return (
    <div className="page">
      <h1>{t("My orders")}</h1>
      <NeedsScript />
      {signedIn === undefined && <OrdersSkeleton />}
      {signedIn === false && <SignedOutOrders />}
      {signedIn && <Orders />}
    </div>
  );
}

function Orders() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const placed = placedIn(query);
  const { orders, other, held, underWay, more, fault, busy, said, tracked, track, load, loadMore } =
    useOrders(placed?.id, (orderId) =>
      navigate(placedPath(orderId), { replace: true, preventScrollReset: true }),
    );
  const all = orders && other && !orders.some(({ _id }) => _id === other._id) ? [...orders, other] : orders;
  const placedOrder = placed?.id && all?.find(({ _id }) => _id === placed.id);
  const { printing, print } = usePrinting();
  const reviews = useMyReviews({ wanted: all?.some(({ status }) => status === "Delivered") ?? false });
  const reviewOf: ReviewOf = useCallback(
    (line) => {
      const mine = reviews.get(line.productId);
      return mine && <ReviewLine {...line} mine={mine} />;
    },
    [reviews],
  );
  return (
    <>
      {printing && all && <Printed orders={all} printing={printing} />}
      <p className="field-hint" role="status">
        {said}
      </p>
      {fault && (
        <RetryNotice title={t("We couldn't load your orders")} busy={busy} onRetry={load}>
          {t("{fault} Your orders are safe.", { fault: tMessage(fault) })}
        </RetryNotice>
      )}
      {!orders && !fault && placed && <PlacedSkeleton />}
      {!orders && !fault && <OrdersSkeleton />}
      {orders && placed && !placedOrder && <PlacedMissing />}
      {placedOrder && <PlacedPanel order={placedOrder} onPrint={() => print(placedOrder._id)} />}
      {underWay.length > 0 && <PaymentsUnderWay underWay={underWay} />}
      {held.length > 0 && <HeldPayments held={held} />}
      {orders?.length === 0 && (
        <EmptyNotice title={t("No orders yet")}>
          {t("When you order, you can follow your parcel here.")}
        </EmptyNotice>
      )}
      {orders && orders.length > 0 && (
        <ul className="orders">
          {orders.map((order) => (
            <OrderCard
              key={order._id}
              order={order}
              isAbove={order._id === placed?.id}
              busy={busy}
              tracked={tracked?.id === order._id ? tracked.said : undefined}
              onTrack={() => track(order._id)}
              onPrint={() => print(order._id)}
              reviewOf={reviewOf}
            />
          ))}
        </ul>
      )}
      {more && (
        <p className="load-more">
          <button type="button" className="button" aria-disabled={busy} onClick={loadMore}>
            {busy ? t("Loading…") : t("Load more")}
          </button>
        </p>
      )}
    </>
  );
}

/** The receipts to print: one, or all. Without any the page is printed as it is. */
function Printed({ orders, printing }: { orders: Order[]; printing: string }) {
  const printed = orders.filter(
    (order) => isReceipt(order) && (printing === "all" || order._id === printing),
  );
  return printed.length > 0 && <Receipts orders={printed} />;
}
