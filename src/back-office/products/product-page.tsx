import { useState } from "react";
import { useLoaderData, useNavigate } from "react-router";
import { formatPrice } from "../../catalogue/rules.ts";
import { formatMoment } from "../../ordering/dates.ts";
import { ActionButton, ActionFailure, useAction } from "../app/action.tsx";
import { EditForm } from "../app/forms/table-forms.tsx";
import { type LoaderArgs, pageTitle, readStaff, useMay } from "../app/page.ts";
import { BackLink, Facts } from "../app/tables.tsx";
import type * as podcast from "../podcast/contract.ts";
import { EpisodesPanel } from "../podcast/episodes-panel.tsx";
import { readLedger, StockPanel } from "../stock/stock-panel.tsx";
import { PicturesPanel } from "../uploads/pictures-panel.tsx";
import type * as contract from "./contract.ts";
import { PRODUCT_FORM, STATES } from "./product-form.ts";

export async function loader(args: LoaderArgs) {
  const [{ product }, ledger, { episodes }] = await Promise.all([
    readStaff<typeof contract.showProduct>(args, "/api/staff/goods/:id"),
    readLedger(args),
    readStaff<typeof podcast.productEpisodes>(args, "/api/staff/goods/:id/episodes"),
  ]);
  return { product, ledger, episodes };
}

export function meta({ data }: { data?: Awaited<ReturnType<typeof loader>> }) {
  return pageTitle(data?.product.name ?? "Goods");
}

/** One product: its text, whether shoppers see it, and its stock. */
export default function ProductPage() {
  const { product, ledger, episodes } = useLoaderData<typeof loader>();
  const may = useMay();
  const { _id, name, status, updatedAt, onSaleFrom, coming, announced } = product;
  return (
    <>
      <BackLink to="/goods">All goods</BackLink>
      <h1 dir="auto">{name}</h1>
      <p className="row order-state">
        <span className={`badge ${STATES[status].kind}`}>{STATES[status].name}</span>
        <span>Changed {formatMoment(updatedAt)}</span>
        {coming && onSaleFrom !== null && (
          <span>
            On sale from {formatMoment(onSaleFrom)}, {announced ? "announced" : "not announced"}
          </span>
        )}
        {status === "shown" && (!coming || announced) && <a href={`/product/${_id}`}>In the shop</a>}
      </p>
      <div className="stack">
        {may("goods.edit") && <MoveProduct key={`move ${_id}`} product={product} />}
        <ProductText key={_id} product={product} />
        {may("goods.edit") && <PicturesPanel key={`pictures ${_id}`} product={product} />}
        {ledger && <StockPanel key={`stock ${_id}`} product={product} ledger={ledger} />}
        {may("goods.edit") && <EpisodesPanel key={`episodes ${_id}`} productId={_id} episodes={episodes} />}
      </div>
    </>
  );
}

/** A product's text: a form, or only the facts for those without the right to change it. */
function ProductText({ product }: { product: contract.StaffProduct }) {
  if (!useMay()("goods.edit")) return <ProductFacts product={product} />;
  return (
    <EditForm<typeof contract.editProduct, contract.StaffProduct>
      rows={PRODUCT_FORM}
      shown={product}
      callOf={({ changes, ...edit }) => ({
        path: `/api/staff/goods/${product._id}`,
        body: { ...changes, ...edit },
      })}
      savedIn={(answer) => answer.product}
    />
  );
}

function ProductFacts({ product }: { product: contract.StaffProduct }) {
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

const SAID = {
  hide: "Shoppers do not see it any more.",
  show: "Shoppers see it.",
  archive: "It is in the archive: out of the lists, and out of the shop.",
};
type Move = keyof typeof SAID;

/** Shows a product to shoppers, hides it, archives it, or begins another one like it. */
function MoveProduct({ product }: { product: contract.StaffProduct }) {
  const { _id, status, images } = product;
  const navigate = useNavigate();
  const [said, setSaid] = useState("");
  const { busy, failure, start, revalidate } = useAction();
  const move = (to: Move) =>
    start<typeof contract.hideProduct>(
      // the three calls are alike but for their last word
      { path: `/api/staff/goods/${_id}/${to}` as `/api/staff/goods/${string}/hide` },
      () => {
        setSaid(to === "show" && product.coming ? "Shoppers see it from its moment on." : SAID[to]);
        return revalidate();
      },
    );
  const duplicate = () =>
    start<typeof contract.duplicateProduct>(
      { path: `/api/staff/goods/${_id}/duplicate` },
      ({ product: copy }) => navigate(`/goods/${copy._id}`),
    );
  return (
    <section className="panel stack" aria-label="In the shop">
      {status !== "shown" && images.length === 0 && <p>It has no picture yet.</p>}
      <ActionFailure failure={failure} withFields />
      <div className="row">
        <ActionButton busy={busy} onClick={() => move(status === "shown" ? "hide" : "show")}>
          {status === "shown" ? "Hide" : "Show"}
        </ActionButton>
        {status !== "archived" && (
          <ActionButton busy={busy} onClick={() => move("archive")}>
            Archive
          </ActionButton>
        )}
        <ActionButton busy={busy} onClick={duplicate}>
          Duplicate
        </ActionButton>
      </div>
      <p role="status">{said}</p>
    </section>
  );
}
