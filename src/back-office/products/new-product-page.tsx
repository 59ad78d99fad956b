import { useNavigate } from "react-router";
import type { z } from "zod";
import { NewForm } from "../app/forms/table-forms.tsx";
import { type LoaderArgs, readStaff, titled } from "../app/page.ts";
import { BackLink } from "../app/tables.tsx";
import type * as contract from "./contract.ts";
import { NEW_PRODUCT, PRODUCT_FORM } from "./product-form.ts";

/** Who is not signed in is sent to do so. */
export async function loader(args: LoaderArgs) {
  await readStaff<typeof contract.listGoods>(args, "/api/staff/goods?limit=1");
  return null;
}

export const meta = titled("Add a product");

/** A new product: first what is written about it; pictures and pieces follow on its own page. */
export default function NewProductPage() {
  const navigate = useNavigate();
  return (
    <>
      <BackLink to="/goods">All goods</BackLink>
      <h1>Add a product</h1>
      <NewForm<typeof contract.addProduct>
        rows={PRODUCT_FORM}
        typed={NEW_PRODUCT}
        callOf={(value, confirmed) => ({
          path: "/api/staff/goods",
          body: { ...(value as z.input<typeof contract.addProduct.body>), confirmed },
        })}
        onAdded={({ product }) => navigate(`/goods/${product._id}`)}
      />
    </>
  );
}
