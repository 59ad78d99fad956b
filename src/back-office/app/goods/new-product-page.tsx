import { useState } from "react";
import { Link, useNavigate } from "react-router";
import type * as contract from "../../goods/contract.ts";
import { useDeed } from "../calls/use-deed.ts";
import type { LoaderArgs } from "../load-context.ts";
import { pageTitle } from "../page-title.ts";
import { readStaff } from "../read-staff.ts";
import { ProductForm } from "./product-form.tsx";
import { bodyOf, NEW } from "./product-values.ts";
import { SaveQuestion } from "./save-question.tsx";

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
  const [values, setValues] = useState(NEW);
  const navigate = useNavigate();
  const { busy, failure, faults, start, forget } = useDeed();
  const save = (confirmed: boolean) => {
    // the server checks what was typed, and says by field what is wrong with it
    const body = { ...bodyOf(values), confirmed } as Parameters<
      typeof start<typeof contract.addProduct>
    >[0]["body"];
    start<typeof contract.addProduct>({ path: "/api/staff/goods", body }, ({ product }) =>
      navigate(`/goods/${product._id}`),
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
      <ProductForm
        values={values}
        faults={faults}
        busy={busy}
        onChange={(changed) => {
          setValues(changed);
          if (failure?.answer.confirm) forget();
        }}
        onSave={() => save(false)}
      >
        <SaveQuestion failure={failure} busy={busy} onYes={() => save(true)} />
      </ProductForm>
    </>
  );
}
