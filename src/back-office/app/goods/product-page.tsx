import { Link, useLoaderData } from "react-router";
import { formatMoment } from "../../../ordering/dates.ts";
import type * as contract from "../../goods/contract.ts";
import type * as podcast from "../../podcast/contract.ts";
import type { LoaderArgs } from "../load-context.ts";
import { pageTitle } from "../page-title.ts";
import { useMay } from "../person.ts";
import { PicturesPanel } from "../pictures/pictures-panel.tsx";
import { EpisodesPanel } from "../podcast/episodes-panel.tsx";
import { readStaff } from "../read-staff.ts";
import { EditProduct } from "./edit-product.tsx";
import { MoveProduct } from "./move-product.tsx";
import { ProductFacts } from "./product-facts.tsx";
import { readLedger } from "./read-ledger.ts";
import { STATES } from "./states.ts";
import { StockPanel } from "./stock-panel.tsx";

export async function loader(args: LoaderArgs) {
  const id = encodeURIComponent(args.params.id ?? "");
  const [{ product }, ledger, { episodes }] = await Promise.all([
    readStaff<typeof contract.showProduct>(args, `/api/staff/goods/${id}`),
    readLedger(args),
    readStaff<typeof podcast.productEpisodes>(args, `/api/staff/goods/${id}/episodes`),
  ]);
  return { product, ledger, episodes };
}

export function meta({ data }: { data?: Awaited<ReturnType<typeof loader>> }) {
  return pageTitle(data?.product.name ?? "Goods");
}

/** One product: what is written about it, whether shoppers see it, and what there is of it. */
export default function ProductPage() {
  const { product, ledger, episodes } = useLoaderData<typeof loader>();
  const may = useMay();
  const { _id, name, status, updatedAt, onSaleFrom, coming, announced } = product;
  return (
    <>
      <p>
        <Link className="link-button" to="/goods">
          All goods
        </Link>
      </p>
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
        {may("goods.edit") ? <EditProduct key={_id} product={product} /> : <ProductFacts product={product} />}
        {may("goods.edit") && <PicturesPanel product={product} />}
        {ledger && <StockPanel key={`stock ${_id}`} product={product} ledger={ledger} />}
        {may("goods.edit") && <EpisodesPanel key={`episodes ${_id}`} productId={_id} episodes={episodes} />}
      </div>
    </>
  );
}
