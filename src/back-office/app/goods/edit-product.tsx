import { useState } from "react";
import { useRevalidator } from "react-router";
import type * as contract from "../../goods/contract.ts";
import type { StaffCallError } from "../calls/call-staff.ts";
import { ChangedMeanwhile, type FieldChange } from "../calls/changed-meanwhile.tsx";
import { useDeed } from "../calls/use-deed.ts";
import type { StaffProduct } from "../shown.ts";
import { ProductForm } from "./product-form.tsx";
import {
  bodyOf,
  differing,
  type FieldName,
  LABELS,
  type Values,
  valueInWords,
  valuesOf,
} from "./product-values.ts";
import { SaveQuestion } from "./save-question.tsx";

/** The form of a product. It sends only what was changed in it, so that it never takes back what a colleague changed beside it. */
export function EditProduct({ product }: { product: StaffProduct }) {
  const edit = useEdit(product);
  const { typed, failure, faults, busy, said, theirs } = edit;
  return (
    <ProductForm
      values={typed}
      faults={faults}
      busy={busy}
      onChange={edit.put}
      onSave={() => edit.save(false)}
    >
      {theirs && failure ? (
        <ChangedMeanwhile
          failure={failure}
          changes={changesOf(edit.before, typed, theirs)}
          onTake={(name) => edit.put({ ...typed, [name]: theirs[name] })}
        />
      ) : (
        <SaveQuestion failure={failure} busy={busy} onYes={() => edit.save(true)} />
      )}
      <p role="status">{said}</p>
    </ProductForm>
  );
}

function useEdit(product: StaffProduct) {
  const { revalidate } = useRevalidator();
  const { busy, failure, faults, start, forget } = useDeed();
  const [before, setBefore] = useState(() => valuesOf(product));
  const [typed, setTyped] = useState(before);
  const [seen, setSeen] = useState(product.version);
  const [said, setSaid] = useState("");
  const current = staleProduct(failure);
  const put = (values: Values) => {
    setTyped(values);
    setSaid("");
    // what was asked was about other prices
    if (failure?.answer.confirm) forget();
  };
  const version = current?.version ?? (isSame(product, before) ? Math.max(seen, product.version) : seen);
  return {
    before,
    typed,
    busy,
    failure,
    faults,
    said,
    theirs: current && valuesOf(current),
    put,
    save: (confirmed: boolean) => {
      setSeen(version);
      const body = { ...bodyOf(typed, differing(before, typed)), version, confirmed };
      start<typeof contract.editProduct>(
        { path: "/api/staff/goods/:id", params: { id: product._id }, body },
        ({ product: saved }) => {
          setBefore(valuesOf(saved));
          setTyped(valuesOf(saved));
          setSeen(saved.version);
          setSaid("Saved.");
          return revalidate();
        },
      );
    },
  };
}

/** What a colleague has changed since the form was opened, beside what is typed in it. */
function changesOf(before: Values, typed: Values, theirs: Values): FieldChange<FieldName>[] {
  return differing(before, theirs).map((name) => {
    const isBoth = typed[name] !== before[name] && typed[name] !== theirs[name];
    const change = { name, label: LABELS[name], now: valueInWords(theirs[name]) };
    return isBoth ? { ...change, typed: valueInWords(typed[name]) } : change;
  });
}

/** What else was changed of it, its pictures say, is not in this form. */
function isSame(product: StaffProduct, before: Values): boolean {
  return differing(valuesOf(product), before).length === 0;
}

/** How a product stands that somebody else has changed since. */
function staleProduct(failure: StaffCallError | undefined): StaffProduct | undefined {
  const { current, confirm } = failure?.answer ?? {};
  if (failure?.status !== 409 || confirm || typeof current !== "object" || current === null) return undefined;
  return "version" in current ? (current as StaffProduct) : undefined;
}
