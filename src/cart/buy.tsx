import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Product } from "../catalogue/contract.ts";
import { SizeGuideLink } from "../catalogue/product/make.tsx";
import { Sizes } from "../catalogue/product/sizes.tsx";
import { t } from "../language/t.ts";
import { submitterOf } from "../platform/browser/submitter.ts";
import { useBusy } from "../platform/browser/use-busy.ts";
import { useShop } from "../settings/use-settings.ts";
import { endToast, loadToasts, toast } from "../ui/toast.ts";
import { useOpen } from "../ui/use-open.ts";
import { addToCart, resendUnsent, useCart } from "./cart-store.ts";
import { CART_TEXTS, countItems, LINES_MAX, linesOf, quantityIn } from "./rules.ts";

/** Milliseconds for which the button leads to the cart after an addition, and in which a second tap counts as the same one. */
const LEADS = 5_000;
const SAME_TAP = 600;

/** Whether something was put into the cart a moment ago, so that the next step is the cart. */
function useJustAdded() {
  const [at, setAt] = useState(0);
  useEffect(() => {
    if (at === 0) return;
    const timer = setTimeout(() => setAt(0), LEADS);
    return () => clearTimeout(timer);
  }, [at]);
  return {
    justAdded: at > 0,
    isSameTap: () => Date.now() - at < SAME_TAP,
    begin: () => setAt(Date.now()),
    end: () => setAt(0),
  };
}

/** Size and buttons; the choice is needed first (specification §5). */
export function Buy({ product, hasGuide }: { product: Product; hasGuide: boolean }) {
  const shop = useShop();
  const [size, setSize] = useState("");
  const cart = useCart();
  const soldOut = product.sizes.every((each) => !product.stock[each]);
  const form = useRef<HTMLFormElement>(null);
  const open = useOpen();
  const { justAdded, isSameTap, begin, end } = useJustAdded();
  const [adding, runAdd] = useBusy();
  const sayAdded = (size: string) => {
    const link = { to: "/cart", name: t("View cart") };
    toast("success", t("{name} ({size}) is in your cart", { name: product.name, size }), { link });
    begin();
  };
  // the cart's count changes immediately; a refusal, by the cart here or by the server, is shown by the cart itself
  const tryAdd = (size: string, ask: () => Promise<boolean>) =>
    runAdd(async () => {
      if (await ask()) sayAdded(size);
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what happened before hydration
  useEffect(() => {
    const { chosen, added } = window.replay ?? {};
    setSize(sizeIn(form.current) || (chosen?.name === "size" ? chosen.value : ""));
    if (added) tryAdd(added.size, resendUnsent);
  }, []);
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const buysNow = isBuyNow(event);
    if (justAdded && !buysNow) return isSameTap() ? undefined : open("/cart");
    // read from the page itself: a tap from before hydration is replayed before the state is set
    const size = sizeIn(event.currentTarget);
    if (!size) return toast("error", CART_TEXTS.sizeMissing);
    const item = { productId: product._id, size };
    if (!buysNow) return tryAdd(size, () => addToCart(item));
    // buying now adds nothing where the item is in the cart already
    const isThere = quantityIn(cart, item) > 0;
    const fits = isThere || linesOf(cart).length < LINES_MAX;
    if (!isThere) void addToCart(item);
    if (fits) open("/place-order", { state: { boughtNow: item } });
  };
  const choose = (chosen: string) => {
    setSize(chosen);
    end();
    endToast(CART_TEXTS.sizeMissing);
    // the next tap will show a toast
    void loadToasts();
  };
  return (
    <form ref={form} method="dialog" className="buy" onSubmit={add}>
      {hasGuide && <SizeGuideLink />}
      <Sizes product={product} chosen={size} onChoose={choose} />
      <BuyButtons
        productId={product._id}
        soldOut={soldOut}
        isReady={size !== ""}
        busy={adding}
        add={justAdded ? t("View cart ({items})", { items: countItems(cart) }) : t("ADD TO CART")}
      />
      {soldOut && (
        <p className="field-hint">{t("Every size is sold out. You may find something like it below.")}</p>
      )}
      <noscript>
        <p className="field-hint">
          {t("Adding to the cart needs JavaScript. You can also order by phone: {phone}.", {
            phone: shop.phone,
          })}
        </p>
      </noscript>
    </form>
  );
}

type BuyButtonsProps = {
  productId: string;
  soldOut: boolean;
  /** A size is chosen. */
  isReady: boolean;
  /** The server is being asked. */
  busy: boolean;
  add: string;
};

function BuyButtons({ productId, soldOut, isReady, busy, add }: BuyButtonsProps) {
  // until a size is chosen (specification §2); a tap says that it is missing
  const waits = soldOut ? undefined : !isReady;
  return (
    <div className="buy-buttons">
      <button
        type="submit"
        className="button button-primary needs-script"
        disabled={soldOut}
        aria-disabled={waits}
        aria-busy={busy || undefined}
        // for a tap that comes before the scripts: what it adds, and how the cart's link then reads
        data-product={productId}
        data-counts={`${t("Cart, 1 item")}|${t("Cart, {items} items", { items: "{items}" })}`}
      >
        {add}
      </button>
      <button
        type="submit"
        name="now"
        className="button needs-script"
        disabled={soldOut}
        aria-disabled={waits}
      >
        {t("Buy now")}
      </button>
    </div>
  );
}

function isBuyNow(event: FormEvent): boolean {
  return submitterOf(event)?.name === "now";
}

/** The size chosen in the form, perhaps before hydration; empty when there is none. */
function sizeIn(form: HTMLFormElement | null): string {
  return String(new FormData(form ?? undefined).get("size") ?? "");
}
