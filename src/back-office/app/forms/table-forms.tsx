import { useState } from "react";
import type { z } from "zod";
import type { StaffCall, StaffContract } from "../calls/call-staff.ts";
import { useAction } from "../calls/use-action.ts";
import { FieldForm, type FormRows } from "./field-form.tsx";
import { differing, mergeTyped, type Typed, toValue, typedOf } from "./form-field.ts";
import { useVersionedForm } from "./use-versioned-form.ts";

type EditProps<C extends StaffContract, Shown> = {
  rows: FormRows;
  shown: Shown;
  /** What its fields show of it. */
  formOf?: (shown: Shown) => unknown;
  /** `changes`: the fields that were changed here, by their paths; `confirmed`: what was asked once more is right. */
  callOf: (edit: { changes: object; version: number; confirmed: boolean }) => StaffCall<C>;
  savedIn: (answer: z.output<C["answer"]>) => Shown;
};

/** A form that changes something. It sends only what was changed in it, so that it never takes back what a colleague changed beside it. */
export function EditForm<C extends StaffContract, Shown extends { version: number }>(
  props: EditProps<C, Shown>,
) {
  const { rows, shown, formOf = (each) => each, callOf, savedIn } = props;
  const fields = rows.flat();
  const [said, setSaid] = useState("");
  const read = (each: Shown) => ({ typed: typedOf(formOf(each), fields), version: each.version });
  const { put, save, ...form } = useVersionedForm({ shown, read, merge: mergeTyped, say: setSaid });
  const onSave = (confirmed: boolean) =>
    save<C>(
      ({ base, typed, version }) =>
        callOf({ changes: toValue(typed, differing(base, typed, fields)), version, confirmed }),
      savedIn,
    );
  return (
    <FieldForm
      {...form}
      rows={rows}
      onChange={(path, text) => put((typed) => ({ ...typed, [path]: text }))}
      onSave={onSave}
    >
      <p role="status">{said}</p>
    </FieldForm>
  );
}

type NewProps<C extends StaffContract> = {
  rows: FormRows;
  /** As the form opens. */
  typed: Typed;
  callOf: (value: Record<string, unknown>, confirmed: boolean) => StaffCall<C>;
  onAdded: (answer: z.output<C["answer"]>) => unknown;
};

/** A form that adds something. The server checks what was typed, and says by field what is wrong with it. */
export function NewForm<C extends StaffContract>({ rows, typed: first, callOf, onAdded }: NewProps<C>) {
  const [typed, setTyped] = useState(first);
  const { start, forget, ...action } = useAction();
  return (
    <FieldForm
      {...action}
      rows={rows}
      typed={typed}
      onChange={(path, text) => {
        setTyped((before) => ({ ...before, [path]: text }));
        // what was asked was about other values
        if (action.failure?.answer.confirm) forget();
      }}
      onSave={(confirmed) => start<C>(callOf(toValue(typed, rows.flat()), confirmed), onAdded)}
    />
  );
}
