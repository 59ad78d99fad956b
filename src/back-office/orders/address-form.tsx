import type { FormEvent } from "react";
import { useRevalidator } from "react-router";
import { readForm } from "../../accounts/form-focus.ts";
import type { Address } from "../../ordering/contract.ts";
import { Field } from "../../ui/field.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { useAction } from "../app/calls/use-action.ts";
import type { StaffOrder } from "../app/shown.ts";
import type * as contract from "./contract.ts";
import { OrderFailure } from "./order-failure.tsx";

const FIELDS: [name: keyof Address, label: string][] = [
  ["firstName", "First name"],
  ["lastName", "Last name"],
  ["email", "Email"],
  ["street", "Street"],
  ["city", "Town or city"],
  ["state", "County"],
  ["zipCode", "Postal code"],
  ["country", "Country"],
  ["phone", "Phone"],
];

/** Of an order that is fetched: who fetches it. */
const PERSON: readonly string[] = ["firstName", "lastName", "email", "phone"];

/** Corrects where an order goes, or who fetches it, until it is shipped. */
export function AddressForm({ order }: { order: StaffOrder }) {
  const { pickUp } = order.delivery;
  const off = !useHydrated();
  const { revalidate } = useRevalidator();
  const { busy, failure, faults, start } = useAction();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const address = { ...order.address, ...readForm(event.currentTarget) } as Address;
    const body = { address, version: order.version };
    const params = { id: order._id };
    start<typeof contract.changeAddress>({ path: "/api/staff/orders/:id/address", params, body }, revalidate);
  };
  return (
    <details className="panel" name="order-form">
      <summary>{pickUp ? "Change who picks it up" : "Change the address"}</summary>
      <form className="stack" method="post" onSubmit={submit} noValidate>
        {FIELDS.filter(([name]) => !pickUp || PERSON.includes(name)).map(([name, label]) => (
          <Field
            key={name}
            label={label}
            name={name}
            autoComplete="off"
            defaultValue={order.address?.[name] ?? ""}
            fault={faults[`address.${name}`] ?? faults[name]}
          />
        ))}
        {!pickUp && !order.payment && (
          <p className="field-hint">Another town or county has its delivery fee: the total follows.</p>
        )}
        <OrderFailure order={order} failure={failure} />
        <button
          type="submit"
          className="button button-primary"
          disabled={off}
          aria-disabled={busy || undefined}
        >
          Save
        </button>
      </form>
    </details>
  );
}
