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
import type { PricedLine } from "../../cart/priced-line.ts";
import { linesOf, totalOf } from "../../cart/rules.ts";
import { type PricedCart, usePricedCart } from "../../cart/use-priced-cart.ts";
import { messageOf } from "../../platform/browser/call.ts";
import { useBusy } from "../../platform/browser/use-busy.ts";
import { privateMeta } from "../../site/document/page-meta.ts";
import { Notice } from "../../ui/notice.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { CHOICES } from "../methods.ts";
import { useSettings } from "../use-settings.ts";
import { ADDRESS_FIELDS, type AddressFaults, addressFaults, readAddress } from "./address.ts";
import { saveCheckoutDraft } from "./checkout-draft.ts";
import { toCheckoutState } from "./checkout-state.ts";
import { rememberMethod, useChosen } from "./chosen-method.ts";
import { DeliveryInformation } from "./delivery-information.tsx";
import { haveSession } from "./guest-session.ts";
import { MethodChoice } from "./method-choice.tsx";
import { mayOrder, OrderBar } from "./order-bar.tsx";
import { Prices } from "./prices.tsx";
import { useDelivery } from "./use-delivery.ts";

export function meta() {
  return privateMeta("Checkout");
}

/** Where each way to pay goes on (specification §4). */
const NEXT_PAGE = { cod: "/mpesa-verification", mpesa: "/mpesa", flutterwave: "/flutterwave" } as const;

const WAITING = "No connection. Your details are saved; we go on by ourselves once you are back online.";

/** Delivery information and the way to pay. Who is signed out goes on as a guest. */
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
          {signedIn !== true && <GuestOrLogin />}
          <CheckoutForm priced={priced} />
        </>
      )}
    </div>
  );
}

/** Ordering as a guest is what happens anyway: its button leads to the first field that is empty. */
function GuestOrLogin() {
  const start = () => {
    const fields = [...document.querySelectorAll<HTMLInputElement>(".address-fields input")];
    (fields.find(({ value }) => !value) ?? fields[0])?.focus();
  };
  return (
    <p className="checkout-note">
      <span>No account needed.</span>
      <button type="button" className="link-button" onClick={start}>
        Order as a guest
      </button>
      <LoginLink />
    </p>
  );
}

function CheckoutForm({ priced }: { priced: PricedCart }) {
  const offered = useSettings()?.methods ?? ["cod"];
  const [chosen, choose] = useChosen(offered);
  const [faults, setFaults] = useState<AddressFaults>({});
  const navigate = useNavigate();
  const [busy, run] = useBusy();
  const [said, setSaid] = useState("");
  const [county, setCounty] = useState("");
  const { pathname } = useLocation();
  const form = useRef<HTMLFormElement>(null);

  // what was typed before hydration
  useEffect(() => {
    const typed = form.current && readForm(form.current);
    if (typed && ADDRESS_FIELDS.some(({ name }) => name !== "country" && typed[name])) saveForm(typed);
  }, []);
  const delivery = useDelivery();
  const ready = mayOrder(priced) && (delivery.view === "fields" || delivery.view === "card");

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // with Enter held down a second step would stay in the history
    if (!ready || window.location.pathname !== pathname) return;
    const address = readAddress(readForm(event.currentTarget));
    const found = addressFaults(address);
    setFaults(found);
    if (Object.keys(found).length > 0) {
      // an address of long ago may break a rule of today
      if (delivery.view === "card") delivery.change();
      return focusFault(event.currentTarget);
    }
    rememberMethod(chosen);
    const state = toCheckoutState({ address, lines: priced.lines, amount: totalOf(priced.subtotal) });
    run(async () => {
      try {
        setSaid("");
        await haveSession(address, () => setSaid(WAITING));
        // somebody has gone elsewhere while it waited
        if (window.location.pathname === pathname) await navigate(NEXT_PAGE[chosen], { state });
      } catch (error) {
        setSaid(messageOf(error));
      }
    });
  };

  /** Keeps the draft, and takes a fault away once what it was about is right. */
  const updateForm = (event: FormEvent<HTMLFormElement>) => {
    const address = readAddress(saveForm(readForm(event.currentTarget)));
    const still = addressFaults(address);
    // not while it is being typed
    if (!document.activeElement?.matches("[name=state]")) setCounty(address.state);
    setFaults((before) =>
      Object.fromEntries(
        Object.keys(before).flatMap((name) => keepFault(name as keyof AddressFaults, still)),
      ),
    );
  };

  return (
    <form className="with-bar" ref={form} onSubmit={submit} onInput={updateForm} noValidate>
      <div className="checkout-main">
        <DeliveryInformation delivery={delivery} faults={faults} county={county} />
        <MethodChoice offered={offered} chosen={chosen} onChoose={choose} />
      </div>
      <div className="stack">
        <Prices priced={priced} />
        <AlsoInCart lines={priced.lines} />
      </div>
      <OrderBar priced={priced} ready={ready} onward={CHOICES[chosen].onward} busy={busy} said={said} />
    </form>
  );
}

/** After Buy now: the order is not that one thing alone. */
function AlsoInCart({ lines }: { lines: PricedLine[] }) {
  const { boughtNow } = (useLocation().state ?? {}) as { boughtNow?: { productId: string; size: string } };
  if (!boughtNow) return null;
  const others = lines.some(
    ({ productId, size }) => productId !== boughtNow.productId || size !== boughtNow.size,
  );
  return others && <p className="field-hint">What was in your cart already is ordered with it.</p>;
}

/** Keeps what stands in the form, and gives its address. */
function saveForm({ method: _, ...address }: Record<string, string>): Record<string, string> {
  // while an address is chosen there are no fields
  if ("street" in address) saveCheckoutDraft({ address });
  return address;
}

function keepFault(name: keyof AddressFaults, still: AddressFaults): [string, string][] {
  const fault = still[name];
  return fault ? [[name, fault]] : [];
}
