import { t } from "../../../language/t.ts";
import "./till-code.css";
import { useState } from "react";
import { readCheckoutDraft } from "../../../cart/checkout-draft.ts";
import type { CheckoutState } from "../../../ordering/checkout/checkout-state.ts";
import { askCheckout } from "../../../ordering/checkout/checkout-status.ts";
import { ORDER_TEXTS } from "../../../ordering/rules.ts";
import { useSettings } from "../../../settings/use-settings.ts";
import { privateMeta } from "../../../site/document/page-meta.ts";
import { NotPayable } from "../../not-payable.tsx";
import { PayFrame } from "../../pay-frame.tsx";
import type { Payment, PaymentEvent } from "../../payment.ts";
import { usePayment } from "../../use-payment.ts";
import { CodeForm } from "./code-form.tsx";
import { NotByCode, TillPanel, TillSkeleton } from "./till-steps.tsx";

export function meta() {
  return privateMeta(t("Pay to our till"));
}

/** The till, the amount, and a field for the code of the SMS (specification §2, §5); without order data: the cart. */
export default function MpesaVerificationPage() {
  return (
    <PayFrame title={t("Pay to our till")} loading={<TillSkeleton />}>
      {(carried) => carried && <Till checkoutState={carried} />}
    </PayFrame>
  );
}

/** Asks for the checkout's status; a missing answer changes nothing. */
async function lookForOther(
  carried: CheckoutState,
  during: Payment["type"],
): Promise<PaymentEvent | undefined> {
  const known = await askCheckout(carried);
  if (!known && during !== "looking") return undefined;
  return { type: "found", during, known: known ?? {}, now: 0 };
}

/** The till, unless this checkout is paid, has another payment under way, or cannot be ordered by code. */
function Till({ checkoutState }: { checkoutState: CheckoutState }) {
  const { payment, look } = usePayment({
    look: (during) => lookForOther(checkoutState, during.type),
    wakes: () => true,
  });
  const isOffered = useSettings()?.methods.includes("cod") ?? true;
  const shut = payment.type === "shut" ? payment.shut : undefined;
  const open = payment.type === "idle" ? payment : undefined;
  const codeRefused = open?.codeRefused ?? (isOffered ? undefined : ORDER_TEXTS.codOff);
  // a shopper who was shown the till, or knew its number, may have paid there: the code is taken whatever has happened meanwhile
  const [typed] = useState(() => readCheckoutDraft().code ?? "");
  const [shown, setShown] = useState(typed !== "");
  const byCode = open && !codeRefused;
  if (open && !shown) setShown(true);
  const asking = payment.type === "looking";
  return (
    <>
      {asking && <TillSkeleton />}
      <div aria-live="polite">
        {shut && <NotPayable shut={shut} checkoutState={checkoutState} onOver={() => void look()} />}
        {codeRefused && <NotByCode said={codeRefused} checkoutState={checkoutState} />}
      </div>
      {byCode && <TillPanel order={checkoutState.order} late={open.late === true} />}
      {!asking && !byCode && shown && <h2>{t("Already paid at our till?")}</h2>}
      {!asking && shown && <CodeForm checkoutState={checkoutState} typed={typed} second={!byCode} />}
    </>
  );
}
