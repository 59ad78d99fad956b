import { type ReactNode, useState } from "react";
import type { StaffContract } from "../../staff-route.server.ts";
import { useAction } from "../action.tsx";
import type { AnswerTo, StaffCall } from "../calls/call-staff.ts";
import { type Draw, FieldForm, type FormRows } from "./field-form.tsx";
import { differing, mergeTyped, type Typed, toValue, typedOf } from "./form-field.ts";
import { useVersionedForm } from "./use-versioned-form.ts";

type EditProps<C extends StaffContract, Shown> = {
  rows: FormRows;
  shown: Shown;
  /** The part of it that the fields show. */
  formOf?: (shown: Shown) => unknown;
  callOf: (edit: Edit) => StaffCall<C>;
  savedIn: (answer: AnswerTo<C>) => Shown;
  draw?: Draw;
  /** Announces elsewhere that it is saved, in other words. */
  say?: (words: string) => void;
  saved?: string;
  /** What follows the form. */
  below?: (typed: Typed) => ReactNode;
};

/** What a form saves: the whole value, and the changed fields, by their paths. `confirmed`: the question was answered with yes. */
type Edit = { value: Record<string, unknown>; changes: object; version: number; confirmed: boolean };

/** A form that changes something. What a colleague changed in other fields meanwhile is never undone. */
export function EditForm<C extends StaffContract, Shown extends { version: number }>(
  props: EditProps<C, Shown>,
) {
  const { rows, shown, formOf = (each) => each, callOf, savedIn, draw, say, saved, below } = props;
  const fields = rows.flat();
  const [said, setSaid] = useState("");
  const read = (each: Shown) => ({ typed: typedOf(formOf(each), fields), version: each.version });
  const { put, save, ...form } = useVersionedForm({
    ...{ shown, read, merge: mergeTyped },
    ...{ say: say ?? setSaid, saved },
  });
  const onSave = (confirmed: boolean) =>
    save<C>(({ base, typed, version }) => {
      const changes = toValue(typed, differing(base, typed, fields));
      return callOf({ value: toValue(typed, fields), changes, version, confirmed });
    }, savedIn);
  return (
    <>
      <FieldForm
        {...form}
        rows={rows}
        draw={draw}
        onChange={(path, text) => put((typed) => ({ ...typed, [path]: text }))}
        onSave={onSave}
      >
        {!say && <p role="status">{said}</p>}
      </FieldForm>
      {below?.(form.typed)}
    </>
  );
}

type NewProps<C extends StaffContract> = {
  rows: FormRows;
  /** The initial contents. */
  typed: Typed;
  callOf: (value: Record<string, unknown>, confirmed: boolean) => StaffCall<C>;
  onAdded: (answer: AnswerTo<C>) => unknown;
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
        // the question was about other values
        if (action.failure?.answer.confirm) forget();
      }}
      onSave={(confirmed) => start<C>(callOf(toValue(typed, rows.flat()), confirmed), onAdded)}
    />
  );
}
