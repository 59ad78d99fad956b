import "../../ui/summary-bar.css";
import "../ordering.css";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { focusFault, readForm } from "../../accounts/form-focus.ts";
import { LoginLink } from "../../accounts/sign-in/login-link.tsx";
import { useSignedIn } from "../../accounts/use-account.ts";
import { useCartLoading } from "../../cart/cart-loading.ts";
import { useCart } from "../../cart/cart-storage.ts";
import { NeedsScript } from "../../cart/needs-script.tsx";
import { linesOf, totalOf } from "../../cart/rules.ts";
import { type PricedCart, usePricedCart } from "../../cart/use-priced-cart.ts";
import { formatPrice } from "../../catalogue/rules.ts";
import { useBusy } from "../../platform/browser/use-busy.ts";
import { privateMeta } from "../../site/document/page-meta.ts";
import { Notice } from "../../ui/notice.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { CHOICES } from "../methods.ts";
import { useSettings } from "../use-settings.ts";
import { WithMpesa } from "../with-mpesa.tsx";
import { ADDRESS_FIELDS, type AddressFaults, addressFaults, readAddress } from "./address.ts";
import { AddressFields } from "./address-fields.tsx";
import { saveCheckoutDraft } from "./checkout-draft.ts";
import { toCheckoutState } from "./checkout-state.ts";
import { rememberMethod, useChosen } from "./chosen-method.ts";
import { MethodChoice } from "./method-choice.tsx";
import { isTooMuch, OrderLimit } from "./order-limit.tsx";
import { OrderSummary, SummarySkeleton } from "./order-summary.tsx";

export function meta() {
  return privateMeta("Checkout");
}

/** Where each way to pay goes on (specification §4). */
const NEXT_PAGE = { cod: "/mpesa-verification", mpesa: "/mpesa", flutterwave: "/flutterwave" } as const;

/** Delivery information and the way to pay; the server is first asked when the order is placed. */
export default function PlaceOrderPage() {
  const hydrated = useHydrated();
  const cart = useCart();
  const priced = usePricedCart(cart);
  const signedIn = useSignedIn();
  const cartLoading = useCartLoading();
  const empty = hydrated && !cartLoading && linesOf(cart).length === 0;
  return (
    <div className="page">
      <h1>Checkout</h1>
      <NeedsScript />
      {empty ? (
        <Notice
          kind="empty"
          title="Your cart is empty"
          action={
            <Link className="button button-primary" to="/collection">
              See the collection
            </Link>
          }
        >
          <p>There is nothing to order yet. What you typed here is kept on this device.</p>
        </Notice>
      ) : (
        <>
          {signedIn !== true && (
            <p className="checkout-note">
              Log in or sign up to order. Your cart and details are saved. <LoginLink>Log in now</LoginLink>
            </p>
          )}
          <CheckoutForm priced={priced} />
        </>
      )}
    </div>
  );
}

function CheckoutForm({ priced }: { priced: PricedCart }) {
  const offered = useSettings()?.methods ?? ["cod"];
  const [chosen, choose] = useChosen(offered);
  const [faults, setFaults] = useState<AddressFaults>({});
  const navigate = useNavigate();
  const [, run] = useBusy();
  const { pathname } = useLocation();
  const form = useRef<HTMLFormElement>(null);

  // what was typed before hydration
  useEffect(() => {
    const typed = form.current && readForm(form.current);
    if (typed && ADDRESS_FIELDS.some(({ name }) => name !== "country" && typed[name])) saveForm(typed);
  }, []);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // with Enter held down a second step would stay in the history
    if (!mayOrder(priced) || window.location.pathname !== pathname) return;
    const address = readAddress(readForm(event.currentTarget));
    const found = addressFaults(address);
    setFaults(found);
    if (Object.keys(found).length > 0) return focusFault(event.currentTarget);
    rememberMethod(chosen);
    const state = toCheckoutState({ address, lines: priced.lines, amount: totalOf(priced.subtotal) });
    run(async () => navigate(NEXT_PAGE[chosen], { state }));
  };

  /** Keeps the draft, and takes a fault away once what it was about is right. */
  const updateForm = (event: FormEvent<HTMLFormElement>) => {
    const still = addressFaults(readAddress(saveForm(readForm(event.currentTarget))));
    setFaults((before) =>
      Object.fromEntries(
        Object.keys(before).flatMap((name) => keepFault(name as keyof AddressFaults, still)),
      ),
    );
  };

  return (
    <form className="with-bar" ref={form} onSubmit={submit} onInput={updateForm} noValidate>
      <div className="checkout-main">
        <section className="stack" aria-labelledby="delivery">
          <h2 id="delivery">Delivery information</h2>
          <p className="field-hint">Please fill in every field. Only we and your rider see this.</p>
          <AddressFields faults={faults} />
        </section>
        <MethodChoice offered={offered} chosen={chosen} onChoose={choose} />
      </div>
      <div className="stack">
        <Prices priced={priced} />
      </div>
      <OrderBar priced={priced} onward={CHOICES[chosen].onward} />
    </form>
  );
}

/** Keeps what stands in the form, and gives its address. */
function saveForm({ method: _, ...address }: Record<string, string>): Record<string, string> {
  saveCheckoutDraft({ address });
  return address;
}

function Prices({ priced }: { priced: PricedCart }) {
  if (priced.ready) return <OrderSummary priced={priced} />;
  if (!priced.fault) return <SummarySkeleton lines={priced.lines.length} />;
  return (
    <Notice
      kind="error"
      title="We could not load today's prices"
      action={
        <button type="button" className="button" onClick={priced.retry}>
          Try again
        </button>
      }
    >
      <p>{priced.fault} Your cart and what you typed are safe.</p>
    </Notice>
  );
}

/** The total and the way on: always in view on a phone. */
function OrderBar({ priced, onward }: { priced: PricedCart; onward: string }) {
  const blocked = priced.ready && priced.blocked;
  const tooMuch = priced.ready && isTooMuch(priced.subtotal);
  return (
    <div className="summary-bar">
      {blocked && (
        <p className="field-fault" id="order-blocked">
          Some items cannot be ordered as they are. <Link to="/cart">Review your cart</Link>
        </p>
      )}
      {tooMuch && <OrderLimit id="order-too-much" />}
      <p className="summary-total">
        Total <strong className="price">{priced.ready ? formatPrice(totalOf(priced.subtotal)) : "…"}</strong>
      </p>
      <button
        type="submit"
        className="button button-primary"
        disabled={!mayOrder(priced)}
        aria-describedby={blocked ? "order-blocked" : tooMuch ? "order-too-much" : undefined}
      >
        <WithMpesa>{onward}</WithMpesa>
      </button>
    </div>
  );
}

function mayOrder({ ready, blocked, lines, subtotal }: PricedCart): boolean {
  return ready && !blocked && !isTooMuch(subtotal) && lines.length > 0;
}

function keepFault(name: keyof AddressFaults, still: AddressFaults): [string, string][] {
  const fault = still[name];
  return fault ? [[name, fault]] : [];
}
