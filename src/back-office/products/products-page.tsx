import { Form, Link, useLoaderData, useSearchParams } from "react-router";
import { Picture } from "../../catalogue/pictures/picture.tsx";
import { CATEGORIES, formatPrice, SUB_CATEGORIES } from "../../catalogue/rules.ts";
import type { GoodsSort } from "../../catalogue/staff/rules.ts";
import { formatMoment } from "../../ordering/dates.ts";
import { Field } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Choice, SelectField } from "../app/fields.tsx";
import { type Column, NextPage, RowsTable, SearchButtons } from "../app/lists.tsx";
import { type LoaderArgs, pageTitle, readListQuery } from "../app/page.ts";
import { useMay } from "../app/person.ts";
import { readStaff } from "../app/read-staff.ts";
import type { GoodsRow } from "../app/shown.ts";
import type * as contract from "./contract.ts";
import { STATES } from "./states.ts";

const SORTS: Record<GoodsSort, string> = {
  newest: "Newest first",
  name: "By name",
  "low-high": "Cheapest first",
  "high-low": "Dearest first",
};

const FILTERS: [label: string, name: string, options: [value: string, text: string][]][] = [
  ["Category", "category", CATEGORIES.map((each) => [each, each])],
  ["Type", "type", SUB_CATEGORIES.map((each) => [each, each])],
  ["Status", "status", Object.entries(STATES).map(([state, { name }]) => [state, name])],
  ["Stock", "stock", [["low", "Low"]]],
  ["Drops", "drops", [["coming", "Still to come"]]],
];

/** Search, filters and order; they stand in the address. Works without JavaScript. */
function GoodsFilters({ query }: { query: URLSearchParams }) {
  return (
    <Form className="filters" role="search">
      <Field
        label="Search goods"
        name="q"
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        placeholder="A part of the name"
        defaultValue={query.get("q") ?? ""}
      />
      {FILTERS.map(([label, name, options]) => (
        <Choice key={name} label={label} name={name} value={query.get(name)} options={options} />
      ))}
      <SelectField
        label="Order"
        name="sort"
        defaultValue={query.get("sort") ?? "newest"}
        options={Object.entries(SORTS)}
      />
      <SearchButtons query={query} all="/goods" />
    </Form>
  );
}

export function loader(args: LoaderArgs) {
  const query = readListQuery(args.request, ["q", ...FILTERS.map(([, name]) => name), "sort", "after"]);
  return readStaff<typeof contract.listGoods>(args, `/api/staff/goods?${query}`);
}

export function meta() {
  return pageTitle("Goods");
}

/** What the shop sells, and what it does not show: searched, filtered and sorted. */
export default function GoodsPage() {
  const { rows, next } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  const may = useMay();
  return (
    <>
      <div className="row row-apart list-head">
        <h1>Goods</h1>
        <div className="row">
          {may("goods.export") && (
            // a document's own form: the browser saves the file, also without scripts
            <form action="/api/staff/export/goods.csv">
              <button type="submit" className="button">
                Export
              </button>
            </form>
          )}
          {may("goods.import") && (
            <Form action="/goods/import">
              <button type="submit" className="button">
                Import
              </button>
            </Form>
          )}
          {may("goods.edit") && (
            <Form action="/goods/new">
              <button type="submit" className="button button-primary">
                Add a product
              </button>
            </Form>
          )}
        </div>
      </div>
      <GoodsFilters key={`${query}`} query={query} />
      {rows.length === 0 ? (
        <Notice kind="empty" title="No product was found" action={<Link to="/goods">Show all goods</Link>}>
          <p>Look for a part of the name. What is archived is listed under the status Archived.</p>
        </Notice>
      ) : (
        <RowsTable className="goods-table" columns={COLUMNS} rows={rows} keyOf={({ _id }) => _id} />
      )}
      <NextPage query={query} next={next}>
        More goods
      </NextPage>
    </>
  );
}

const COLUMNS: Column<GoodsRow>[] = [
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
