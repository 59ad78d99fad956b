import { formatPrice } from "../../../catalogue/rules.ts";
import { formatMoment } from "../../../ordering/dates.ts";
import type { StaffProduct } from "../shown.ts";

/** What is written about a product, for those who do not change it. */
export function ProductFacts({ product }: { product: StaffProduct }) {
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
  ].filter(([, value]) => value);
  return (
    <section className="panel stack" aria-label="About it">
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div className="fact" key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {description && <p dir="auto">{description}</p>}
    </section>
  );
}
