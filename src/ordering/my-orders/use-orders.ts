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
import { saidOfPayments } from "./pending-payments.tsx";

/** Orders in one answer; fewer means there are no more. */
const PAGE = 50;

/**
 * The shopper's orders, newest first, a page of 50 at a time; `load` starts again from the first. While a payment is
 * pending the first page is polled, so that its order appears without a reload; `said` announces it.
 */
export function useOrders() {
  const [orders, setOrders] = useState<Order[]>();
  const [held, setHeld] = useState<HeldPayment[]>([]);
  const [underWay, setUnderWay] = useState<PendingPayment[]>([]);
  const [pages, setPages] = useState(1);
  const [more, setMore] = useState(false);
  const [fault, setFault] = useState<string>();
  const [said, setSaid] = useState("");
  const [busy, run] = useBusy();

  const loadPage = (page: number, done: (count: number) => string) =>
    run(async () => {
      const signedIn = token.read();
      try {
        const answer = await askOrders(page);
        const found = answer.orders;
        setOrders((before = []) => (page === 1 ? found : mergeOrders(before, found)));
        setHeld(answer.held ?? []);
        setUnderWay(answer.underWay ?? []);
        setPages(page);
        setMore(found.length === PAGE);
        setFault(undefined);
        setSaid(done(found.length));
        // the newest may be what is in the cart still: paid elsewhere, or just before this page was opened
        if (found.length > 0 && linesOf(readCart()).length > 0) void refreshCart();
      } catch (error) {
        // the page then asks to log in
        if (isSignedOut(error) && token.read() === signedIn) return dropSignIn(signedIn);
        const text = messageOf(error);
        setFault(text);
        toast("error", text);
      }
    });

  /** A failed poll is ignored: the next one follows. */
  const poll = async () => {
    const signedIn = token.read();
    try {
      const answer = await askOrders(1);
      const news = saidOfPayments(underWay, answer);
      setOrders((before = []) => mergeOrders(answer.orders, before));
      setHeld(answer.held ?? []);
      setUnderWay(answer.underWay ?? []);
      setFault(undefined);
      if (news) setSaid(news);
      // the order has removed its pieces from the account's cart: other tabs are notified by this one
      if (news) void refreshCart();
    } catch (error) {
      if (isSignedOut(error) && token.read() === signedIn) dropSignIn(signedIn);
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => loadPage(1, () => ""), []);
  usePolling(underWay.length > 0, poll);

  return {
    orders,
    held,
    underWay,
    more,
    fault,
    busy,
    said,
    load: () => loadPage(1, () => `Up to date at ${new Date().toLocaleTimeString("en-KE", EAT)}.`),
    loadMore: () => loadPage(pages + 1, (count) => `${count} more orders.`),
  };
}

const askOrders = (page: number) => call<typeof userOrders>("/api/order/userOrders", { page });

const EAT = { timeZone: "Africa/Nairobi", timeStyle: "medium" } as const;

/** Merges two pages. An order placed meanwhile shifts the others, so both may have one; that of `first` is current. */
function mergeOrders(first: Order[], rest: Order[]): Order[] {
  const known = new Set(first.map((order) => order._id));
  return [...first, ...rest.filter((order) => !known.has(order._id))];
}
