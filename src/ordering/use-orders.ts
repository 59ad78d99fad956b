import { useEffect, useState } from "react";
import { dropSignIn, token } from "../accounts/sign-in.ts";
import { readCart } from "../cart/cart-storage.ts";
import { refreshCart } from "../cart/cart-store.ts";
import { linesOf } from "../cart/rules.ts";
import { CallError, call, messageOf } from "../platform/browser/call.ts";
import { useBusy } from "../platform/browser/use-busy.ts";
import { toast } from "../ui/toast.ts";
import type { HeldPayment, Order, PaymentUnderWay, userOrders } from "./contract.ts";
import { saidOfPayments } from "./under-way.tsx";
import { usePolling } from "./use-polling.ts";

/** Orders in one answer; fewer means there are no more. */
const PAGE = 50;

/**
 * The shopper's orders, newest first, a page of 50 at a time; `load` begins again from the first. While a payment is under
 * way the first page is asked for again and again, so that the payment turns into its order by itself; `said` tells of it.
 */
export function useOrders() {
  const [orders, setOrders] = useState<Order[]>();
  const [held, setHeld] = useState<HeldPayment[]>([]);
  const [underWay, setUnderWay] = useState<PaymentUnderWay[]>([]);
  const [pages, setPages] = useState(1);
  const [more, setMore] = useState(false);
  const [fault, setFault] = useState<string>();
  const [said, setSaid] = useState("");
  const [busy, run] = useBusy();

  const take = (page: number, done: (count: number) => string) =>
    run(async () => {
      const signedIn = token.read();
      try {
        const answer = await askOrders(page);
        const found = answer.orders;
        setOrders((before = []) => (page === 1 ? found : joined(before, found)));
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

  /** A question without an answer is no news: the next one comes by itself. */
  const look = async () => {
    const signedIn = token.read();
    try {
      const answer = await askOrders(1);
      const news = saidOfPayments(underWay, answer);
      setOrders((before = []) => joined(answer.orders, before));
      setHeld(answer.held ?? []);
      setUnderWay(answer.underWay ?? []);
      setFault(undefined);
      if (news) setSaid(news);
      // the order has taken its pieces out of the account's cart: other tabs hear of it from this one
      if (news) void refreshCart();
    } catch (error) {
      if (isSignedOut(error) && token.read() === signedIn) dropSignIn(signedIn);
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => take(1, () => ""), []);
  usePolling(underWay.length > 0, look);

  return {
    orders,
    held,
    underWay,
    more,
    fault,
    busy,
    said,
    load: () => take(1, () => `Up to date at ${new Date().toLocaleTimeString("en-KE", EAT)}.`),
    loadMore: () => take(pages + 1, (count) => `${count} more orders.`),
  };
}

const askOrders = (page: number) => call<typeof userOrders>("/api/order/userOrders", { page });

function isSignedOut(error: unknown): boolean {
  return error instanceof CallError && error.status === 401;
}

const EAT = { timeZone: "Africa/Nairobi", timeStyle: "medium" } as const;

/** An order placed meanwhile moves the others one on, so that two pages may share one; `first` knows it as it is now. */
function joined(first: Order[], rest: Order[]): Order[] {
  const known = new Set(first.map((order) => order._id));
  return [...first, ...rest.filter((order) => !known.has(order._id))];
}
