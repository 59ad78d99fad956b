import type { Address } from "../../ordering/contract.ts";
import { Field } from "../../ui/field.tsx";
import { ActionButton, useAction } from "../app/action.tsx";
import { StaffForm } from "../app/fields.tsx";
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

/** The fields of an order that is picked up: who picks it up. */
const PERSON: readonly string[] = ["firstName", "lastName", "email", "phone"];

/** Corrects where an order goes, or who picks it up, until it is shipped. */
export function AddressForm({ order }: { order: contract.StaffOrder }) {
  const { pickUp } = order.delivery;
  const { busy, failure, faults, start } = useAction();
  return (
    <details className="panel" name="order-form">
      <summary>{pickUp ? "Change who picks it up" : "Change the address"}</summary>
      <StaffForm
        onSubmit={(typed) =>
          start<typeof contract.changeAddress>({
            path: `/api/staff/orders/${order._id}/address`,
            body: { address: { ...order.address, ...typed } as Address, version: order.version },
          })
        }
      >
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
        <ActionButton type="submit" className="button button-primary" busy={busy}>
          Save
        </ActionButton>
      </StaffForm>
    </details>
  );
}
