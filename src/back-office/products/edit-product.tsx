import { useState } from "react";
import { FieldForm } from "../app/forms/field-form.tsx";
import { differing, mergeTyped, toValue, typedOf } from "../app/forms/form-field.ts";
import { useVersionedForm } from "../app/forms/use-versioned-form.ts";
import type { StaffProduct } from "../app/shown.ts";
import type * as contract from "./contract.ts";
import { PRODUCT_FORM, PRODUCT_FORM_FIELDS } from "./product-form.ts";

/** The form of a product. It sends only what was changed in it, so that it never takes back what a colleague changed beside it. */
export function EditProduct({ product }: { product: StaffProduct }) {
  const [said, setSaid] = useState("");
  const { put, save, ...form } = useVersionedForm({ shown: product, read, merge: mergeTyped, say: setSaid });
  const onSave = (confirmed: boolean) =>
    save<typeof contract.editProduct>(
      ({ base, typed, version }) => ({
        path: "/api/staff/goods/:id",
        params: { id: product._id },
        body: { ...toValue(typed, differing(base, typed, PRODUCT_FORM_FIELDS)), version, confirmed },
      }),
      (answer) => answer.product,
    );
  return (
    <FieldForm
      {...form}
      rows={PRODUCT_FORM}
      onChange={(path, text) => put((typed) => ({ ...typed, [path]: text }))}
      onSave={onSave}
    >
      <p role="status">{said}</p>
    </FieldForm>
  );
}

function read(product: StaffProduct) {
  return { typed: typedOf(product, PRODUCT_FORM_FIELDS), version: product.version };
}
