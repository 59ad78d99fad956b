import { type ComponentProps, type FormEvent, useEffect, useEffectEvent, useId, useRef } from "react";
import { readCheckoutDraft } from "../../cart/checkout-draft.ts";
import { type PlainSentence, t } from "../../language/t.ts";
import { friendlyPhone } from "../../phone-rules.ts";
import { Field } from "../../ui/field.tsx";
import { ADDRESS_FIELDS, type AddressFaults, type AddressField, PERSON_FIELDS, personIn } from "./address.ts";
import { type Towns, useTowns } from "./towns.ts";

/** The delivery form's fields; they are filled in from this device's draft on hydration, and at each new `draftRead`. */
export function AddressFields({ faults, draftRead }: { faults: AddressFaults; draftRead: number }) {
  const fields = useRef<HTMLDivElement>(null);
  const { towns, load } = useTowns();
  const { complete, completeKept } = useCompletion(fields, towns);
  const id = useId();
  const lists: Record<string, string> = { city: `${id}-towns`, state: `${id}-counties` };

  useEffect(() => {
    const { address = {}, person } = readCheckoutDraft();
    const draft: Record<string, string> = { country: "Kenya", ...address, ...personIn(address, person) };
    // an earlier order's address was chosen: it is shown as a card, or filled in at the next `draftRead`
    if (draft._id && draftRead === 0) return;
    for (const [name, value] of Object.entries(draft))
      fill(fields.current, name, name === "phone" ? friendlyPhone(value) : value);
  }, [draftRead]);
  const whenLoaded = useEffectEvent(completeKept);
  useEffect(() => {
    if (towns) whenLoaded();
  }, [towns]);

  return (
    <div className="address-fields" ref={fields}>
      {ADDRESS_FIELDS.map((field) => {
        const list = lists[field.name];
        const suggests = { list, onFocus: list ? load : undefined, onInput: complete };
        return <AddressInput key={field.name} field={field} faults={faults} {...suggests} />;
      })}
      <Suggestions lists={lists} towns={towns} />
    </div>
  );
}

/** Lists of towns and counties that browsers suggest while somebody types; they work by keyboard and screen reader too. */
function Suggestions({ lists, towns }: { lists: Record<string, string>; towns: Towns | undefined }) {
  return (
    <>
      <datalist id={lists.city}>
        {towns?.towns.map(([town, county]) => (
          <option key={town} value={town} label={county} />
        ))}
      </datalist>
      <datalist id={lists.state}>
        {towns?.counties.map((county) => (
          <option key={county} value={county} />
        ))}
      </datalist>
    </>
  );
}

/** Fills in the county and postcode of the town, as long as nobody has typed something else there. */
function useCompletion(fields: { current: HTMLElement | null }, towns: Towns | undefined) {
  /** What was filled in for the town, and the town. */
  const filled = useRef<Record<string, string>>({});
  const typedIn = (name: string) => inputOf(fields.current, name)?.value ?? "";
  const found = (field: "city" | "state") =>
    towns?.complete(field, { city: typedIn("city"), state: typedIn("state") }) ?? {};

  const put = (name: "state" | "zipCode", value: string) => {
    const earlier = filled.current[name] ?? "";
    filled.current[name] = value;
    if (value !== earlier) fill(fields.current, name, value, earlier);
  };

  const complete = ({ currentTarget: { name, value } }: FormEvent<HTMLInputElement>) => {
    if (!towns || (name !== "city" && name !== "state")) return;
    const { state, zipCode } = found(name);
    if (state) filled.current.city = value;
    // another town than the one it was filled in for, and not the start of a longer name
    const isGone = name === "city" && !state && !value.startsWith(filled.current.city ?? "");
    if (state || isGone) put("state", state ?? "");
    if (zipCode || isGone) put("zipCode", zipCode ?? "");
  };

  /** Completes what was typed, or kept on this device, before the towns were loaded. */
  const completeKept = () => {
    const { state, zipCode } = found("city");
    if (!state || !zipCode) return;
    for (const [name, value] of Object.entries({ state, zipCode })) fill(fields.current, name, value);
    filled.current = { city: typedIn("city"), state, zipCode };
  };
  return { complete, completeKept };
}

function inputOf(fields: HTMLElement | null, name: string): HTMLInputElement | null | undefined {
  return fields?.querySelector<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`);
}

/** Replaces only an empty field or `earlier`, never something typed; the form gets an input event as if it had been typed. */
function fill(fields: HTMLElement | null, name: string, value: string, earlier = ""): void {
  const input = inputOf(fields, name);
  if (!input || input.value === value || (input.value && input.value !== earlier)) return;
  input.value = value;
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Who picks up an order: its checkout asks for nothing else. What this device knows of them is filled in. */
export function PersonFields({ faults }: { faults: AddressFaults }) {
  const { person = {}, address } = readCheckoutDraft();
  const known: Record<string, string> = personIn(person, address);
  return (
    <div className="address-fields">
      {PERSON_FIELDS.map((field) => {
        const isPhone = field.name === "phone";
        const defaultValue = isPhone ? friendlyPhone(known.phone ?? "") : known[field.name];
        const shown = isPhone ? { ...field, hint: PICK_UP_HINT } : field;
        return <AddressInput key={field.name} field={shown} faults={faults} defaultValue={defaultValue} />;
      })}
    </div>
  );
}

const PICK_UP_HINT: PlainSentence = "For example 0712 345 678. We call it when your order is ready.";

type AddressInputProps = Partial<ComponentProps<typeof Field>> & {
  field: AddressField;
  faults: AddressFaults;
};

function AddressInput({ field: { name, label, hint, max, ...field }, faults, ...more }: AddressInputProps) {
  return (
    <div className={`address-${name}`}>
      <Field
        {...field}
        {...more}
        label={t(label)}
        hint={hint && t(hint)}
        name={name}
        maxLength={max}
        required
        fault={faults[name]}
      />
    </div>
  );
}
