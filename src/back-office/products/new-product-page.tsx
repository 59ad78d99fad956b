import { useState } from "react";
import { Link, useNavigate } from "react-router";
import type { z } from "zod";
import { useDeed } from "../app/calls/use-deed.ts";
import { FieldForm } from "../app/forms/field-form.tsx";
import { toValue } from "../app/forms/form-field.ts";
import type { LoaderArgs } from "../app/page.ts";
import { pageTitle } from "../app/page.ts";
import { readStaff } from "../app/read-staff.ts";
import type * as contract from "./contract.ts";
import { NEW_PRODUCT, PRODUCT_FORM, PRODUCT_FORM_FIELDS } from "./product-form.ts";

/** Who is not signed in is sent to do so. */
export async function loader(args: LoaderArgs) {
  await readStaff<typeof contract.listGoods>(args, "/api/staff/goods?limit=1");
  return null;
}

export function meta() {
  return pageTitle("Add a product");
}

/** A new product: first what is written about it; pictures and pieces follow on its own page. */
export default function NewProductPage() {
  const [typed, setTyped] = useState(NEW_PRODUCT);
  const navigate = useNavigate();
  const { busy, failure, faults, start, forget } = useDeed();
  const save = (confirmed: boolean) => {
    // the server checks what was typed, and says by field what is wrong with it
    const value = toValue(typed, PRODUCT_FORM_FIELDS) as z.input<typeof contract.addProduct.body>;
    start<typeof contract.addProduct>(
      { path: "/api/staff/goods", body: { ...value, confirmed } },
      ({ product }) => navigate(`/goods/${product._id}`),
    );
  };
  return (
    <>
      <p>
        <Link className="link-button" to="/goods">
          All goods
        </Link>
      </p>
      <h1>Add a product</h1>
      <FieldForm
        rows={PRODUCT_FORM}
        {...{ typed, failure, faults, busy }}
        onChange={(path, text) => {
          setTyped((before) => ({ ...before, [path]: text }));
          if (failure?.answer.confirm) forget();
        }}
        onSave={save}
      />
    </>
  );
}
