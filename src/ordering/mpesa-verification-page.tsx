import "./ordering.css";
import { useState } from "react";
import { NeedsScript } from "../cart/needs-script.tsx";
import { shop } from "../shop.ts";
import { privateMeta } from "../site/page-meta.ts";
import { Notice } from "../ui/notice.tsx";
import { type Carried, useCarriedOrder } from "./carried-order.ts";
import { readCheckoutDraft } from "./checkout-draft.ts";
import { CodeForm } from "./code-form.tsx";
import { Elsewhere } from "./elsewhere.tsx";
import { NotByCode } from "./not-by-code.tsx";
import { LatePrompt, NotPayable } from "./not-payable.tsx";
import { SignInFirst, useCameSignedIn } from "./sign-in-first.tsx";
import { TillSkeleton, TillSteps } from "./till-steps.tsx";
import { useSettings } from "./use-settings.ts";
import { useStanding } from "./use-standing.ts";

export function meta() {
  return privateMeta("Pay to our till");
}

/** The till, the amount, and the code that came back (specification §2, §5); without order data: the cart. */
export default function MpesaVerificationPage() {
  const found = useCarriedOrder();
  const signedIn = useCameSignedIn();
  if (found.is === "elsewhere") return <Elsewhere to={found.to} left={found.left} />;
  return (
    <div className="page-narrow stack">
      <h1>Pay to our till</h1>
      <NeedsScript />
      {found.is === "waiting" && <TillSkeleton />}
      {found.is === "here" && (signedIn ? <Till carried={found.carried} /> : <SignInFirst />)}
    </div>
  );
}

/** The till, unless this checkout is paid, another payment for it is under way, or no code could order it. */
function Till({ carried }: { carried: Carried }) {
  const { asking, shut, late, codeRefused, ask } = useStanding(carried);
  // who was shown the till, or knew its number, may have paid there: the code is taken, whatever else has happened meanwhile
  const [typed] = useState(() => readCheckoutDraft().code ?? "");
  const [shown, setShown] = useState(typed !== "");
  const open = !asking && !shut && !codeRefused;
  if (!asking && !shut && !shown) setShown(true);
  return (
    <>
      {asking && <TillSkeleton />}
      <div aria-live="polite">
        {shut && <NotPayable shut={shut} carried={carried} onOver={ask} />}
        {codeRefused && <NotByCode said={codeRefused} carried={carried} />}
      </div>
      {open && <TillPanel amount={carried.order.amount} late={late} />}
      {!asking && !open && shown && <h2>Paid at our till already?</h2>}
      {!asking && shown && <CodeForm carried={carried} typed={typed} />}
    </>
  );
}

function TillPanel({ amount, late }: { amount: number; late: boolean }) {
  const settings = useSettings();
  return (
    <>
      {settings?.sample !== false && (
        <Notice title="This is a sample shop: please send no money">
          <p>The till number is not a real one. Type any code to see how an order goes on.</p>
        </Notice>
      )}
      {late && <LatePrompt />}
      <div className="panel stack">
        <TillSteps tillNumber={settings?.tillNumber ?? shop.sampleTill} amount={amount} />
      </div>
    </>
  );
}
