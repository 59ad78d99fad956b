import { t } from "../../../language/t.ts";
import "./till-code.css";
import { useState } from "react";
import { NeedsScript } from "../../../cart/needs-script.tsx";
import { readCheckoutDraft } from "../../../ordering/checkout/checkout-draft.ts";
import {
  type CheckoutState,
  type OrderToPlace,
  useCheckoutState,
} from "../../../ordering/checkout/checkout-state.ts";
import { LatePrompt, NotPayable } from "../../../ordering/checkout/not-payable.tsx";
import { Redirect, SignInFirst, useCameSignedIn } from "../../../ordering/checkout/signed-out.tsx";
import { useCheckoutStatus } from "../../../ordering/checkout/use-checkout-status.ts";
import { ORDER_TEXTS } from "../../../ordering/rules.ts";
import { useSettings } from "../../../settings/use-settings.ts";
import { shop } from "../../../shop.ts";
import { privateMeta } from "../../../site/document/page-meta.ts";
import { Notice } from "../../../ui/notice.tsx";
import { OrderedItems } from "../../ordered-items.tsx";
import { CodeForm } from "./code-form.tsx";
import { NotByCode } from "./not-by-code.tsx";
import { TillSkeleton, TillSteps } from "./till-steps.tsx";

export function meta() {
  return privateMeta(t("Pay to our till"));
}

/** The till, the amount, and the code that came back (specification §2, §5); without order data: the cart. */
export default function MpesaVerificationPage() {
  const found = useCheckoutState();
  const signedIn = useCameSignedIn();
  if (found.type === "redirect") return <Redirect to={found.to} loggedOut={found.loggedOut} />;
  return (
    <div className="page-narrow stack">
      <h1>{t("Pay to our till")}</h1>
      <NeedsScript />
      {found.type === "loading" && <TillSkeleton />}
      {found.type === "ready" &&
        (signedIn ? <Till checkoutState={found.state} /> : <SignInFirst carried={found.state} />)}
    </div>
  );
}

/** The till, unless this checkout is paid, another payment for it is under way, or no code could order it. */
function Till({ checkoutState }: { checkoutState: CheckoutState }) {
  const { asking, shut, late, ask, ...refused } = useCheckoutStatus(checkoutState);
  const isOffered = useSettings()?.methods.includes("cod") ?? true;
  const codeRefused = refused.codeRefused ?? (isOffered ? undefined : ORDER_TEXTS.codOff);
  // who was shown the till, or knew its number, may have paid there: the code is taken, whatever else has happened meanwhile
  const [typed] = useState(() => readCheckoutDraft().code ?? "");
  const [shown, setShown] = useState(typed !== "");
  const open = !asking && !shut && !codeRefused;
  if (!asking && !shut && !shown) setShown(true);
  return (
    <>
      {asking && <TillSkeleton />}
      <div aria-live="polite">
        {shut && <NotPayable shut={shut} checkoutState={checkoutState} onOver={ask} />}
        {codeRefused && <NotByCode said={codeRefused} checkoutState={checkoutState} />}
      </div>
      {open && <TillPanel order={checkoutState.order} late={late} />}
      {!asking && !open && shown && <h2>{t("Already paid at our till?")}</h2>}
      {!asking && shown && <CodeForm checkoutState={checkoutState} typed={typed} second={!open} />}
    </>
  );
}

function TillPanel({ order, late }: { order: OrderToPlace; late: boolean }) {
  const { amount, items } = order;
  const settings = useSettings();
  return (
    <>
      {settings?.sample !== false && (
        <Notice title={t("This is a sample shop: please send no money")}>
          <p>{t("This till number is not real. Type any code to see what happens next.")}</p>
        </Notice>
      )}
      {late && <LatePrompt />}
      <div className="panel stack">
        <OrderedItems items={items} />
        <TillSteps tillNumber={settings?.tillNumber ?? shop.sampleTill} amount={amount} />
      </div>
    </>
  );
}
