import { Link, useLoaderData } from "react-router";
import { Picture } from "../../catalogue/pictures/picture.tsx";
import { CATEGORIES, formatPrice, SUB_CATEGORIES } from "../../catalogue/rules.ts";
import type { GoodsSort } from "../../catalogue/staff/rules.ts";
import { formatMoment } from "../../ordering/dates.ts";
import { Notice } from "../../ui/notice.tsx";
import { ButtonTo, type Filter, Filters, ListPage } from "../app/lists.tsx";
import { type LoaderArgs, readList, titled, useMay } from "../app/page.ts";
import { type Column, RowsTable } from "../app/tables.tsx";
import type * as contract from "./contract.ts";
import { STATES } from "./product-form.ts";

const SORTS: Record<GoodsSort, string> = {
  newest: "Newest first",
  name: "By name",
  "low-high": "Cheapest first",
  "high-low": "Dearest first",
};

const FILTERS: Filter[] = [
  { name: "q", label: "Search goods", placeholder: "A part of the name" },
  { name: "category", label: "Category", options: CATEGORIES.map((each) => [each, each]) },
  { name: "type", label: "Type", options: SUB_CATEGORIES.map((each) => [each, each]) },
  {
    name: "status",
    label: "Status",
    options: Object.entries(STATES).map(([state, { name }]) => [state, name]),
  },
  { name: "stock", label: "Stock", options: [["low", "Low"]] },
  { name: "drops", label: "Drops", options: [["coming", "Still to come"]] },
  { name: "sort", label: "Order", options: Object.entries(SORTS), usual: "newest" },
];

export function loader(args: LoaderArgs) {
  return readList<typeof contract.listGoods>(args, "/api/staff/goods", FILTERS);
}

export const meta = titled("Goods");

/** What the shop sells, and what it does not show: searched, filtered and sorted. */
export default function GoodsPage() {
  const list = useLoaderData<typeof loader>();
  return (
    <ListPage
      title="Goods"
      actions={<GoodsActions />}
      above={<Filters filters={FILTERS} all="/goods" />}
      list={list}
      older="More goods"
      none={
        <Notice kind="empty" title="No product was found" action={<Link to="/goods">Show all goods</Link>}>
          <p>Look for a part of the name. What is archived is listed under the status Archived.</p>
        </Notice>
      }
    >
      <RowsTable
        className="table-cards compact goods-table"
        columns={COLUMNS}
        rows={list.rows}
        keyOf={({ _id }) => _id}
      />
    </ListPage>
  );
}

function GoodsActions() {
  const may = useMay();
  return (
    <div className="row">
      {may("goods.export") && (
        // a plain form of the document: the browser saves the file, also without scripts
        <form action="/api/staff/export/goods.csv">
          <button type="submit" className="button">
            Export
          </button>
        </form>
      )}
      {may("goods.import") && <ButtonTo to="/goods/import">Import</ButtonTo>}
      {may("goods.edit") && (
        <ButtonTo to="/goods/new" primary>
          Add a product
        </ButtonTo>
      )}
    </div>
  );
}

const COLUMNS: Column<contract.GoodsRow>[] = [
  {
    name: "Picture",
    hidden: true,
    className: "goods-picture",
    cell: ({ image }) => image && <Picture url={image} />,
  },
  {
    name: "Product",
    head: true,
    cell: ({ _id, name }) => (
      <Link to={`/goods/${_id}`} dir="auto">
        {name}
      </Link>
    ),
  },
  {
    name: "Kind",
    className: "faint",
    cell: ({ category, subCategory }) => `${category}, ${subCategory}`,
  },
  {
    name: "Price",
    number: true,
    className: "right",
    cell: ({ price, formerPrice }) => (
      <span>
        <span className="price">{formatPrice(price)}</span>
        {formerPrice !== null && (
          <>
            {" "}
            <s>
              <span className="visually-hidden">was </span>
              {formatPrice(formerPrice)}
            </s>
          </>
        )}
      </span>
    ),
  },
  {
    name: "Pieces",
    label: "Left",
    number: true,
    cell: ({ left }) => (left === 0 ? "Sold out" : `${left} left`),
  },
  {
    name: "Status",
    className: "right",
    cell: ({ status, coming, onSaleFrom }) => (
      <span>
        <span className={`badge ${STATES[status].kind}`}>{STATES[status].name}</span>
        {coming && onSaleFrom !== null && <span> from {formatMoment(onSaleFrom)}</span>}
      </span>
    ),
  },
];
