import type { FormEvent } from "react";
import { useRevalidator } from "react-router";
import { readForm } from "../../../accounts/form-focus.ts";
import {
  MOVE_REASONS,
  type MoveReason,
  NOTE_MAX,
  PACKING_REASONS,
} from "../../../catalogue/staff/stock-rules.ts";
import { readWhole } from "../../../platform/whole-number.ts";
import { Field } from "../../../ui/field.tsx";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import type * as contract from "../../stock/contract.ts";
import { DeedFailure } from "../calls/deed-failure.tsx";
import { useDeed } from "../calls/use-deed.ts";
import { useMay } from "../person.ts";
import { SelectField } from "../select-field.tsx";
import { MOVES } from "./stock-moves.tsx";

type Props = { id: string; sizes: string[]; onSay: (words: string) => void };

/** Adds pieces of a size, or takes them away. Apart from the product's own form: neither writes over the other. */
export function ChangeStock({ id, sizes, onSay }: Props) {
  const off = !useHydrated();
  const may = useMay();
  const { revalidate } = useRevalidator();
  const { busy, failure, faults, start } = useDeed();
  const reasons = may("stock.any-reason") ? MOVE_REASONS : PACKING_REASONS;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSay("");
    const form = event.currentTarget;
    const { size = "", delta = "", reason = "", note = "" } = readForm(form);
    const body = { size, delta: readWhole(delta), reason: reason as MoveReason, note };
    start<typeof contract.changeStock>(
      { path: "/api/staff/goods/:id/stock", params: { id }, body },
      ({ onHand }) => {
        // size and reason are often the same for the next one
        for (const name of ["delta", "note"]) (form.elements.namedItem(name) as HTMLInputElement).value = "";
        onSay(`${size}: ${onHand} on hand now.`);
        return revalidate();
      },
    );
  };
  return (
    <form className="stack stock-form" method="post" onSubmit={submit} noValidate>
      <div className="product-fields">
        <SelectField label="Size" name="size" options={sizes} fault={faults.size} />
        {/* by all letters: an iPhone's digits come without a minus */}
        <Field
          label="Change stock by"
          name="delta"
          autoComplete="off"
          hint="5 adds five, -5 takes five away."
          fault={faults.delta}
        />
        <SelectField
          label="Reason"
          name="reason"
          options={reasons.map((reason) => [reason, MOVES[reason]] as const)}
          fault={faults.reason}
        />
      </div>
      <Field label="Note" name="note" autoComplete="off" maxLength={NOTE_MAX} fault={faults.note} />
      <DeedFailure failure={failure} />
      <p className="field-hint">
        What goes out with orders, and what comes back by a cancelled order or a refund, is counted by itself.
      </p>
      <button type="submit" className="button" disabled={off} aria-disabled={busy || undefined}>
        Change stock
      </button>
    </form>
  );
}
