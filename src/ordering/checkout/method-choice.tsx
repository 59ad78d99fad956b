import "../ordering.css";
import { useEffect, useState } from "react";
import { lastMethod } from "../../cart/checkout-storage.ts";
import { WithMpesa } from "../../language/rich.tsx";
import { t } from "../../language/t.ts";
import { useSettings } from "../../settings/use-settings.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { CHOICES, type Choice, inOrder, MISSING } from "../methods.ts";
import type { Method } from "../rules.ts";
import { readCheckoutDraft, saveCheckoutDraft } from "./checkout-draft.ts";

type MethodChoiceProps = { offered: readonly Method[]; chosen: Method; onChoose: (method: Method) => void };

/** The ways to pay, each with what happens next; those the shop does not offer say why. */
export function MethodChoice({ offered, chosen, onChoose }: MethodChoiceProps) {
  return (
    <fieldset>
      <legend>
        <h2>{t("Payment method")}</h2>
      </legend>
      {inOrder(offered).map((method) => {
        const may = offered.includes(method);
        const choice: Choice = CHOICES[method];
        return (
          <label className="radio-card" key={method}>
            <input
              type="radio"
              name="method"
              value={method}
              checked={chosen === method}
              disabled={!may}
              onChange={() => onChoose(method)}
            />
            <span>
              <strong>
                <WithMpesa>{t(choice.name)}</WithMpesa>
              </strong>
              {choice.means && (
                <span className="radio-means">
                  <WithMpesa>{t(choice.means)}</WithMpesa>
                </span>
              )}
              <span className="field-hint">
                <WithMpesa>{t(may ? choice.next : MISSING[method])}</WithMpesa>
              </span>
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

/**
 * The ways to pay on offer and the chosen one: as chosen last on this device, if still offered: in this checkout, so that a
 * reload does not send a shopper to another way to pay, or in an earlier one.
 */
export function useMethod() {
  const offered = useSettings()?.methods ?? ["cod"];
  const hydrated = useHydrated();
  const [chosen, setChosen] = useState<Method>();
  const known = hydrated ? (readCheckoutDraft().method ?? lastMethod.read()) : undefined;
  const before = offered.find((method) => method === known);
  const [first = "cod"] = inOrder(offered);
  const choose = (method: Method) => {
    setChosen(method);
    saveCheckoutDraft({ method });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen before hydration
  useEffect(() => {
    const { name, value } = window.replay?.chosen ?? {};
    const early = offered.find((method) => name === "method" && method === value);
    if (early) choose(early);
  }, []);
  return { offered, chosen: chosen ?? before ?? first, choose };
}
