import "../ordering.css";
import { t } from "../../language/t.ts";
import { WithMpesa } from "../../language/with-mpesa.tsx";
import { CHOICES, type Choice, inOrder, MISSING } from "../methods.ts";
import type { Method } from "../rules.ts";

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
