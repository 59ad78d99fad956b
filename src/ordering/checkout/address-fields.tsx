import { type FormEvent, useEffect, useId, useRef } from "react";
import { Field } from "../../ui/field.tsx";
import { ADDRESS_FIELDS, type AddressFaults } from "./address.ts";
import { readCheckoutDraft } from "./checkout-draft.ts";
import { findTown, TOWN_NAMES } from "./towns.ts";

/** The delivery form's fields; what this device has kept of them is filled in on hydration. */
export function AddressFields({ faults }: { faults: AddressFaults }) {
  const fields = useRef<HTMLDivElement>(null);
  const towns = useId();
  /** What came from the town: it goes with the town as long as nobody has changed it by hand. */
  const filled = useRef<Record<string, string>>({});

  useEffect(() => {
    const draft: Record<string, string> = { country: "Kenya", ...readCheckoutDraft().address };
    for (const [name, value] of Object.entries(draft)) fill(fields.current, name, value);
    filled.current = findTown(draft.city ?? "") ?? {};
  }, []);

  const fillFromTown = (event: FormEvent<HTMLInputElement>) => {
    const town = event.currentTarget.name === "city" ? findTown(event.currentTarget.value) : undefined;
    if (!town) return;
    for (const [name, value] of Object.entries(town)) fill(fields.current, name, value, filled.current[name]);
    filled.current = town;
  };

  return (
    <div className="address-fields" ref={fields}>
      {ADDRESS_FIELDS.map(({ name, max, ...field }) => (
        <div className={`address-${name}`} key={name}>
          <Field
            {...field}
            name={name}
            maxLength={max}
            required
            fault={faults[name]}
            list={name === "city" ? towns : undefined}
            onInput={fillFromTown}
          />
        </div>
      ))}
      <datalist id={towns}>
        {TOWN_NAMES.map((town) => (
          <option key={town} value={town} />
        ))}
      </datalist>
    </div>
  );
}

/** Never over something typed, only over `earlier`; the form hears of it as if it had been typed. */
function fill(fields: HTMLElement | null, name: string, value: string, earlier = ""): void {
  const input = fields?.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`);
  if (!input || (input.value && input.value !== earlier)) return;
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}
