import { t } from "../../language/t.ts";
import { friendlyPhone } from "../../phone-rules.ts";
import { Field } from "../../ui/field.tsx";
import { type AddressFaults, PERSON_FIELDS } from "./address.ts";
import { readCheckoutDraft } from "./checkout-draft.ts";

/** Who fetches an order: no more is asked for then. What this device knows of them is filled in. */
export function PersonFields({ faults }: { faults: AddressFaults }) {
  const { person, address } = readCheckoutDraft();
  const known: Record<string, string> = { ...address, ...person };
  return (
    <div className="address-fields">
      {PERSON_FIELDS.map(({ name, label, hint, max, ...field }) => (
        <div className={`address-${name}`} key={name}>
          <Field
            {...field}
            label={t(label)}
            hint={
              name === "phone"
                ? t("For example 0712 345 678. We call it when your order is ready.")
                : hint && t(hint)
            }
            name={name}
            maxLength={max}
            required
            defaultValue={name === "phone" ? friendlyPhone(known.phone ?? "") : known[name]}
            fault={faults[name]}
          />
        </div>
      ))}
    </div>
  );
}
