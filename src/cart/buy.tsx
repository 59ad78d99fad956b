import { type FormEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { Product } from "../catalogue/contract.ts";
import { SizeGuideLink } from "../catalogue/make.tsx";
import { Sizes } from "../catalogue/sizes.tsx";
import { shop } from "../shop.ts";
import { endToast, loadToasts, toast } from "../ui/toast.ts";
import { useCart } from "./cart-storage.ts";
import { addToCart } from "./cart-store.ts";
import { CART_TEXTS, type Cart, countItems, LINE_MAX, LINES_MAX, linesOf, quantityIn } from "./rules.ts";
import { useJustAdded } from "./use-just-added.ts";

/** Size and buttons; the choice is needed first (specification §5). */
export function Buy({ product }: { product: Product }) {
  // unknown until hydration
  const [size, setSize] = useState<string>();
  const cart = useCart();
  const soldOut = product.sizes.every((each) => !product.stock[each]);
  const form = useRef<HTMLFormElement>(null);
  const navigate = useNavigate();
  const { justAdded, isSameTap, begin, end } = useJustAdded();
  useEffect(() => {
    const { name, value = "" } = window.replay?.chosen ?? {};
    setSize(sizeIn(form.current) || (name === "size" ? value : ""));
  }, []);
  const add = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const buysNow = isBuyNow(event);
    if (justAdded && !buysNow) return isSameTap() ? undefined : void navigate("/cart");
    // as it stands on the page: a tap from before hydration is played before the state has followed
    const size = sizeIn(event.currentTarget);
    if (!size) return toast("error", CART_TEXTS.sizeMissing);
    const item = { productId: product._id, size };
    // said at once, without waiting for the server; what refuses it, here or there, is said by the cart
    const had = quantityIn(cart, item);
    const fits = hasRoom(cart, had);
    if (buysNow) {
      // what is in the cart already is not wanted twice
      if (!had) void addToCart(item);
      if (had || fits) navigate("/place-order", { state: { boughtNow: item } });
      return;
    }
    if (fits) {
      const link = { to: "/cart", name: "View cart" };
      toast("success", `${product.name} (${size}) is in your cart`, { link });
      begin();
    }
    void addToCart(item);
  };
  const choose = (chosen: string) => {
    setSize(chosen);
    end();
    endToast(CART_TEXTS.sizeMissing);
    // the next tap has something to say
    void loadToasts();
  };
  return (
    <form ref={form} method="dialog" className="buy" onSubmit={add}>
      <SizeGuideLink product={product} />
      <Sizes product={product} chosen={size ?? ""} onChoose={choose} />
      <BuyButtons
        soldOut={soldOut}
        sizeMissing={size === ""}
        add={justAdded ? `View cart (${countItems(cart)})` : "ADD TO CART"}
      />
      {soldOut && <p className="field-hint">Every size is sold out. Something like it may be below.</p>}
      <noscript>
        <p className="field-hint">
          Putting things in the cart needs JavaScript. You can order by phone too: {shop.phone}.
        </p>
      </noscript>
    </form>
  );
}

type BuyButtonsProps = { soldOut: boolean; sizeMissing: boolean; add: string };

function BuyButtons({ soldOut, sizeMissing, add }: BuyButtonsProps) {
  return (
    <div className="buy-buttons">
      <button
        type="submit"
        className="button button-primary needs-script"
        disabled={soldOut}
        // a tap says that a size is missing
        aria-disabled={sizeMissing}
      >
        {add}
      </button>
      <button
        type="submit"
        name="now"
        className="button needs-script"
        disabled={soldOut}
        aria-disabled={sizeMissing}
      >
        Buy now
      </button>
    </div>
  );
}

function hasRoom(cart: Cart, had: number): boolean {
  return had > 0 ? had < LINE_MAX : linesOf(cart).length < LINES_MAX;
}

function isBuyNow({ nativeEvent }: FormEvent): boolean {
  return (nativeEvent as SubmitEvent).submitter?.getAttribute("name") === "now";
}

/** The size chosen in the form, perhaps before hydration; empty when there is none. */
function sizeIn(form: HTMLFormElement | null): string {
  return String(new FormData(form ?? undefined).get("size") ?? "");
}
