import { useEffect, useState, useSyncExternalStore } from "react";
import type { listProducts, Product } from "../catalogue/contract.ts";
import { fetchDelivery } from "../delivery/use-delivery-settings.ts";
import { fetchFrom } from "../platform/browser/call.ts";
import { useOnline } from "../platform/browser/use-online.ts";
import { parseJson } from "../platform/json.ts";
import { toast } from "../ui/toast.ts";
import { useHydrated } from "../ui/use-hydrated.ts";
import { currentCheckout, goodsHeld, lastProducts, seenPrices } from "./checkout-storage.ts";
import { type Cart, type Line, leftIn, linesOf, quantityIn, type Trouble, troubleOf } from "./rules.ts";

const NONE = new Map<string, Product | undefined>();

export type PricedCart = {
  lines: PricedLine[];
  /** KES, of the lines that can be bought. */
  subtotal: number;
  /** Whether a line must change before checkout. */
  blocked: boolean;
  /** Whether every line has been looked up, perhaps a while ago. */
  ready: boolean;
  /** Whether the prices are those of an earlier visit: for display only. */
  earlier: boolean;
  /** Whether today's prices could not be loaded. */
  failed: boolean;
  retry: () => void;
};

/**
 * The cart's lines with today's products, prices and stock; not `ready` before hydration and before they have loaded.
 * With `earlierToo` the prices of an earlier visit are shown while there is no connection: never at a checkout.
 */
export function usePricedCart(cart: Cart, { earlierToo = false } = {}): PricedCart {
  const hydrated = useHydrated();
  const [found, setFound] = useState<Map<string, Product | undefined>>(NONE);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [earlier, setEarlier] = useState(false);
  // back online, it asks again
  const online = useOnline();
  const ids = Object.keys(cart).sort().join(" ");
  const known = Object.keys(cart).every((id) => found.has(id));

  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt asks again
  useEffect(() => {
    if (!ids) return;
    let current = true;
    loadProducts(cart).then(
      (products) => {
        if (!current) return;
        setFound(products);
        lastProducts.write(JSON.stringify([...products.values()].filter(Boolean)));
        setEarlier(false);
        setFailed(false);
      },
      (error: Error) => {
        if (!current) return;
        setFailed(true);
        toast("error", error.message, { once: true });
        const before = earlierToo && !known && knownProducts(ids.split(" "));
        if (!before) return;
        setFound(before);
        setEarlier(true);
      },
    );
    return () => {
      current = false;
    };
  }, [ids, attempt, online]);

  const lines = linesOf(cart).map((line) => priceLine(line, found.get(line.productId)));
  const subtotal = lines.reduce(
    (sum, line) => sum + (line.trouble || !line.product ? 0 : line.product.price * line.quantity),
    0,
  );
  return {
    lines,
    subtotal,
    blocked: lines.some((line) => line.trouble),
    ready: hydrated && known,
    earlier,
    failed,
    retry: () => {
      setFailed(false);
      setAttempt(attempt + 1);
    },
  };
}

/** Every product of the cart is in the map; undefined stands for one that is not on sale. */
async function loadProducts(cart: Cart): Promise<Map<string, Product | undefined>> {
  const ids = Object.keys(cart);
  const query = new URLSearchParams(ids.map((id) => ["id", id]));
  const [{ products }] = await Promise.all([
    fetchFrom<typeof listProducts>("/api/product/list", query),
    // today's fee belongs to today's prices
    fetchDelivery(),
  ]);
  const checkout = currentCheckout.read();
  const found =
    checkout && goodsHeld.read() === checkout ? products.map((each) => withHeld(each, cart)) : products;
  return new Map(ids.map((id) => [id, found.find((product) => product._id === id)]));
}

/** Counts what is in this cart as in stock, as it may be held for it. If it is not, the server says so when asked for money. */
function withHeld(product: Product, cart: Cart): Product {
  const stock = Object.entries(product.stock).map(([size, left]) => {
    return [size, Math.max(left, quantityIn(cart, { productId: product._id, size }))];
  });
  return { ...product, stock: Object.fromEntries(stock) };
}

/** The stored products of these ids; undefined unless all are known, as half a cart would show half a total. */
function knownProducts(ids: string[]): Map<string, Product> | undefined {
  const found = new Map(readProducts().map((product) => [product._id, product]));
  return ids.every((id) => found.has(id)) ? found : undefined;
}

function readProducts(): Product[] {
  const products = parseJson(lastProducts.read() ?? "");
  return Array.isArray(products) ? products.filter(isProduct) : [];
}

function isProduct(value: unknown): value is Product {
  const product = value as Partial<Product> | null;
  return (
    typeof product?._id === "string" &&
    typeof product.name === "string" &&
    typeof product.price === "number" &&
    typeof product.stock === "object" &&
    product.stock !== null &&
    Array.isArray(product.image)
  );
}

/** Returns a function for the earlier price of a line whose product has been repriced since it was first seen in the cart. */
export function useEarlierPrice(lines: PricedLine[]): (line: PricedLine) => number | undefined {
  const prices = readPrices(useSyncExternalStore(seenPrices.subscribe, seenPrices.read, () => null));
  useEffect(() => {
    const isNew = (line: PricedLine) => line.product && !prices.has(line.productId);
    if (lines.some(isNew)) remember(lines.filter(isNew), prices);
  });
  return ({ product }) => {
    const price = product && prices.get(product._id);
    return price === product?.price ? undefined : price;
  };
}

/** Records that the shopper has seen today's prices and goes on. */
export function acceptPrices(lines: PricedLine[]): void {
  remember(lines, new Map());
}

function remember(lines: PricedLine[], before: Map<string, number>): void {
  const prices = lines.flatMap(({ product }) => (product ? [[product._id, product.price] as const] : []));
  seenPrices.write(JSON.stringify([...new Map([...before, ...prices])].slice(-100)));
}

function readPrices(text: string | null): Map<string, number> {
  const entries = parseJson(text ?? "");
  return new Map(Array.isArray(entries) ? entries.filter(isEntry) : []);
}

function isEntry(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && typeof entry[0] === "string" && typeof entry[1] === "number";
}

/** `trouble`: why the line cannot be bought today; it is then left out of the subtotal. `left`: in stock in this size. */
export type PricedLine = Line & { product: Product | undefined; left: number; trouble: Trouble | undefined };

/** A line with today's product and stock; without a product it is no longer on sale. */
function priceLine(line: Line, product: Product | undefined): PricedLine {
  const left = leftIn(product?.stock, line.size) ?? 0;
  return { ...line, product, left, trouble: troubleOf(line, product?.stock) };
}
