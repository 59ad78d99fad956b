import { formatPrice } from "../../catalogue/rules.ts";
import { formatMoment } from "../../ordering/dates.ts";
import { Facts } from "../app/facts.tsx";
import { EditForm } from "../app/forms/table-forms.tsx";
import { useMay } from "../app/person.ts";
import type { StaffProduct } from "../app/shown.ts";
import type * as contract from "./contract.ts";
import { PRODUCT_FORM } from "./product-form.ts";

/** What is written about a product: a form, or for those who do not change it the facts. */
export function ProductText({ product }: { product: StaffProduct }) {
  if (!useMay()("goods.edit")) return <ProductFacts product={product} />;
  return (
    <EditForm<typeof contract.editProduct, StaffProduct>
      rows={PRODUCT_FORM}
      shown={product}
      callOf={({ changes, ...edit }) => ({
        path: "/api/staff/goods/:id",
        params: { id: product._id },
        body: { ...changes, ...edit },
      })}
      savedIn={(answer) => answer.product}
    />
  );
}

function ProductFacts({ product }: { product: StaffProduct }) {
  const {
    category,
    subCategory,
    price,
    formerPrice,
    sizes,
    material,
    fit,
    description,
    onSaleFrom,
    announced,
  } = product;
  const facts = [
    ["Kind", `${category}, ${subCategory}`],
    ["Price", formatPrice(price)],
    ["Former price", formerPrice === null ? "" : formatPrice(formerPrice)],
    ["Sizes", sizes.join(", ")],
    ["On sale from", onSaleFrom === null ? "" : formatMoment(onSaleFrom)],
    ["Announced", onSaleFrom === null ? "" : announced ? "yes" : "no"],
    ["Material", material],
    ["Fit", fit],
  ] as const;
  return (
    <section className="panel stack" aria-label="About it">
      <Facts facts={facts} />
      {description && <p dir="auto">{description}</p>}
    </section>
  );
}
