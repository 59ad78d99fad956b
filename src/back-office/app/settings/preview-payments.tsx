import { type ReactNode, useState } from "react";
import { MethodChoice } from "../../../ordering/checkout/method-choice.tsx";
import { inOrder } from "../../../ordering/methods.ts";
import type { Method } from "../../../settings/rules.ts";
import { PaymentLogos } from "../../../site/payment-logos.tsx";
import type { Typed } from "../forms/form-field.ts";

export function previewPayments({ methods = "", till }: Typed): ReactNode {
  return <Payments offered={methods.split(",").filter(Boolean) as Method[]} till={till ?? ""} />;
}

/** The choice at the checkout, the till's page, and what every page's foot says of it. */
function Payments({ offered, till }: { offered: Method[]; till: string }) {
  const [chosen, setChosen] = useState<Method>();
  const first = inOrder(offered)[0];
  if (!first) return <p>Leave at least one way to pay.</p>;
  const shown = chosen && offered.includes(chosen) ? chosen : first;
  return (
    <>
      <MethodChoice offered={offered} chosen={shown} onChoose={setChosen} />
      {offered.includes("cod") && (
        <p>
          {till ? (
            <>
              Till number <strong>{till}</strong>
            </>
          ) : (
            "No till: the shop shows a sample number that no money can reach, and says so."
          )}
        </p>
      )}
      <div className="setting-logos">
        <PaymentLogos methods={offered} />
      </div>
    </>
  );
}
