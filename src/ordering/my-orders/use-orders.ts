import { useEffect, useState } from "react";
import { dropSignIn, token } from "../../accounts/sign-in/sign-in.ts";
import { readCart } from "../../cart/cart-storage.ts";
import { refreshCart } from "../../cart/cart-store.ts";
import { linesOf } from "../../cart/rules.ts";
import { call, isSignedOut, messageOf } from "../../platform/browser/call.ts";
import { useBusy } from "../../platform/browser/use-busy.ts";
import { toast } from "../../ui/toast.ts";
import type { HeldPayment, Order, PendingPayment, userOrders } from "../contract.ts";
import { usePolling } from "../use-polling.ts";
import { sayTracked } from "./order-card.tsx";
import { newsOfPayments } from "./pending-payments.tsx";

/** Orders in one answer; fewer means there are no more. */
const PAGE = 50;

type Unsettled = { held?: HeldPayment[] | undefined; underWay?: PendingPayment[] | undefined };
type Listed = Awaited<ReturnType<typeof askOrders>>;

/**
 * The shopper's orders, newest first, a page of 50 at a time; `load` starts again from the first, `track` asks how one
 * stands now. `named` is an order of the page's address; it is `other` where it is on no page so far. While a payment is pending the first page is polled, so that its order appears without a reload; `said`
 * announces it, and `onPlaced` gets its id.
 */
export function useOrders(named: string | undefined, onPlaced: (orderId: string) => void) {
  const [orders, setOrders] = useState<Order[]>();
  const [{ held = [], underWay = [] }, setPayments] = useState<Unsettled>({});
  const [other, setOther] = useState<Order>();
  const [pages, setPages] = useState(1);
  const [more, setMore] = useState(false);
  const [fault, setFault] = useState<string>();
  const [said, setSaid] = useState("");
  const [tracked, setTracked] = useState<{ id: string; said: string }>();
  const [busy, run] = useBusy();

  const take = (answer: Listed) => {
    setPayments(answer);
    if (answer.order && answer.order._id === named) setOther(answer.order);
    setFault(undefined);
  };

  const ask = (page: number, order: string | undefined, done: (answer: Listed) => void) =>
    run(async () => {
      const signedIn = token.read();
      try {
        const answer = await askOrders(page, order);
        take(answer);
        done(answer);
        // the newest may be what is in the cart still: paid elsewhere, or just before this page was opened
        if (answer.orders.length > 0 && linesOf(readCart()).length > 0) void refreshCart();
      } catch (error) {
        // the page then asks to log in
        if (isSignedOut(error) && token.read() === signedIn) return dropSignIn(signedIn);
        const text = messageOf(error);
        setFault(text);
        toast("error", text);
      }
    });

  const loadPage = (page: number, say: (count: number) => string) =>
    ask(page, named, ({ orders: found }) => {
      setOrders((before = []) => (page === 1 ? found : mergeOrders(before, found)));
      setPages(page);
      setMore(found.length === PAGE);
      setSaid(say(found.length));
    });

  const track = (id: string) =>
    ask(1, id, (answer) => {
      const found = answer.order ? [...answer.orders, answer.order] : answer.orders;
      setOrders((before = []) => inOrder(mergeOrders(found, before)));
      const order = found.find(({ _id }) => _id === id);
      setTracked(order && { id, said: sayTracked(order, timeNow()) });
    });

  /** A failed poll is ignored: the next one follows. */
  const poll = async () => {
    const signedIn = token.read();
    try {
      const answer = await askOrders(1, named);
      const news = newsOfPayments(underWay, answer);
      setOrders((before = []) => mergeOrders(answer.orders, before));
      take(answer);
      if (!news) return;
      setSaid(news.said);
      if (news.orderId) onPlaced(news.orderId);
      // the order has removed its pieces from the account's cart: other tabs are notified by this one
      void refreshCart();
    } catch (error) {
      if (isSignedOut(error) && token.read() === signedIn) dropSignIn(signedIn);
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => loadPage(1, () => ""), []);
  usePolling(underWay.length > 0, poll);

  const shown = { orders, other, held, underWay, more, fault, busy, said, tracked };
  return {
    ...shown,
    track,
    load: () => loadPage(1, () => `Up to date at ${timeNow()}.`),
    loadMore: () => loadPage(pages + 1, (count) => `${count} more orders.`),
  };
}

const askOrders = (page: number, order?: string) =>
  call<typeof userOrders>("/api/order/userOrders", { page, ...(order && { order }) });

const EAT = { timeZone: "Africa/Nairobi", timeStyle: "medium" } as const;
const timeNow = () => new Date().toLocaleTimeString("en-KE", EAT);

/** Merges two pages. An order placed meanwhile shifts the others, so both may have one; that of `first` is current. */
function mergeOrders(first: Order[], rest: Order[]): Order[] {
  const known = new Set(first.map((order) => order._id));
  return [...first, ...rest.filter((order) => !known.has(order._id))];
}

/** Newest first: ids begin with their time. */
function inOrder(orders: Order[]): Order[] {
  return orders.sort((one, other) => (one._id < other._id ? 1 : -1));
}
