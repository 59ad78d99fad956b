import { useEffect, useState } from "react";
import { dropSignIn, token } from "../../accounts/sign-in/sign-in.ts";
import { readCart, refreshCart } from "../../cart/cart-store.ts";
import { linesOf } from "../../cart/rules.ts";
import { CLOCK_LOCALE, EAST_AFRICA } from "../../language/moments.ts";
import { t } from "../../language/t.ts";
import { call, isOffline, isSignedOut } from "../../platform/browser/call.ts";
import { useRetryOnline } from "../../platform/browser/line-back.ts";
import { useBusy } from "../../platform/browser/use-busy.ts";
import { usePolling } from "../../platform/browser/use-polling.ts";
import { useShop } from "../../settings/use-settings.ts";
import { toast } from "../../ui/toast.ts";
import type { HeldPayment, Order, PendingPayment, userOrders } from "../contract.ts";
import { sayTracked } from "./order-card.tsx";
import { newsOfPayments } from "./order-notices.tsx";

/** Orders in one answer; when there are fewer, it is the last page. */
const PAGE = 50;

type Unsettled = { held?: HeldPayment[] | undefined; underWay?: PendingPayment[] | undefined };
type OrderPage = Awaited<ReturnType<typeof askOrders>>;
/** Shows an error at the place where the shopper is looking. */
type Fail = (error: Error) => void;

/**
 * The shopper's orders, newest first, a page of 50 at a time; `load` starts again from the first page, `track` asks for one
 * order's current status. `named` is the order in the page's address; it is `other` while it is on no loaded page. While a
 * payment is pending the first page is polled, so that its order appears without a reload; `said` announces it, and `onPlaced`
 * gets its id.
 */
export function useOrders(named: string | undefined, onPlaced: (orderId: string) => void) {
  const list = useList(named);
  const [said, setSaid] = useState("");
  const pages = usePages(named, { list, setSaid });
  const tracking = useTracking(list);
  usePaymentNews(named, { list, setSaid, onPlaced });
  const { orders, other, held, underWay, fault, busy } = list;
  return { orders, other, held, underWay, fault: fault?.message, busy, said, ...pages, ...tracking };
}

type List = ReturnType<typeof useList>;
type Say = (said: string) => void;

/** What has been answered so far, and why the last request failed; one request at a time. */
function useList(named: string | undefined) {
  const [orders, setOrders] = useState<Order[]>();
  const [{ held = [], underWay = [] }, setPayments] = useState<Unsettled>({});
  const [other, setOther] = useState<Order>();
  const [fault, setFault] = useState<Error>();
  const [busy, run] = useBusy();
  const take = (answer: OrderPage) => {
    setPayments(answer);
    if (answer.order && answer.order._id === named) setOther(answer.order);
    setFault(undefined);
  };
  const ask = (page: number, order: string | undefined, fail: Fail, done: (answer: OrderPage) => void) =>
    run(async () => {
      const signedIn = token.read();
      try {
        const answer = await askOrders(page, order);
        take(answer);
        done(answer);
        // the newest order's items may still be in the cart: paid on another device, or just before this page was opened
        if (answer.orders.length > 0 && linesOf(readCart()).length > 0) void refreshCart();
      } catch (error) {
        // without a sign-in the page asks to log in
        if (isSignedOut(error) && token.read() === signedIn) return dropSignIn(signedIn);
        fail(error as Error);
      }
    });
  return { orders, setOrders, held, underWay, other, fault, setFault, busy, take, ask };
}

/** The pages so far: the first when the page opens and again when the device is back online, the next when asked for. */
function usePages(named: string | undefined, { list, setSaid }: { list: List; setSaid: Say }) {
  const [pages, setPages] = useState(1);
  const [more, setMore] = useState(false);
  const { setOrders, fault, setFault } = list;

  const loadPage = (page: number, fail: Fail, say: (count: number) => string) =>
    list.ask(page, named, fail, ({ orders: found }) => {
      setOrders((before = []) => (page === 1 ? found : mergeOrders(before, found)));
      setPages(page);
      setMore(found.length === PAGE);
      setSaid(say(found.length));
    });
  const load = () => loadPage(1, setFault, () => t("Updated at {time}.", { time: timeNow() }));
  const loadMore = () => loadPage(pages + 1, sayInToast, (count) => t("{count} more orders.", { count }));

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page opens
  useEffect(() => loadPage(1, setFault, () => ""), []);
  useRetryOnline(isOffline(fault) ? fault : undefined, load);
  return { more, load, loadMore };
}

/** What an order's card says of its current status, or why that could not be loaded. */
function useTracking(list: List) {
  const [tracked, setTracked] = useState<{ id: string; said: string }>();
  const track = (id: string) =>
    list.ask(
      1,
      id,
      ({ message }) => setTracked({ id, said: message }),
      (answer) => {
        const found = answer.order ? [...answer.orders, answer.order] : answer.orders;
        list.setOrders((before = []) => inOrder(mergeOrders(found, before)));
        const order = found.find(({ _id }) => _id === id);
        setTracked(order && { id, said: sayTracked(order, timeNow()) });
      },
    );
  return { tracked, track };
}

type NewsProps = { list: List; setSaid: Say; onPlaced: (orderId: string) => void };

/** Polls while a payment is under way; a failed poll is ignored, as the next one follows. */
function usePaymentNews(named: string | undefined, { list, setSaid, onPlaced }: NewsProps) {
  const shop = useShop();
  const { underWay, setOrders, take } = list;
  const poll = async () => {
    const signedIn = token.read();
    try {
      const answer = await askOrders(1, named);
      const news = newsOfPayments(underWay, answer, shop);
      setOrders((before = []) => mergeOrders(answer.orders, before));
      take(answer);
      if (!news) return;
      setSaid(news.said);
      if (news.orderId) onPlaced(news.orderId);
      // the new order has removed its items from the account's cart: this also updates other tabs
      void refreshCart();
    } catch (error) {
      if (isSignedOut(error) && token.read() === signedIn) dropSignIn(signedIn);
    }
  };
  usePolling(underWay.length > 0, poll);
}

/** For errors below the last order, where the page's own messages are out of sight. */
const sayInToast: Fail = ({ message }) => toast("error", message);

const askOrders = (page: number, order?: string) =>
  call<typeof userOrders>("/api/order/userOrders", { page, ...(order && { order }) });

const timeNow = () => new Date().toLocaleTimeString(CLOCK_LOCALE, { ...EAST_AFRICA, timeStyle: "medium" });

/** Merges two pages. An order placed meanwhile shifts the others, so both may contain one; the copy in `first` is current. */
function mergeOrders(first: Order[], rest: Order[]): Order[] {
  const known = new Set(first.map((order) => order._id));
  return [...first, ...rest.filter((order) => !known.has(order._id))];
}

/** Newest first: an id begins with the time it was made. */
function inOrder(orders: Order[]): Order[] {
  return orders.sort((one, other) => (one._id < other._id ? 1 : -1));
}
