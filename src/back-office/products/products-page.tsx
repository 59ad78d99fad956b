import { Form, Link, useLoaderData, useSearchParams } from "react-router";
import { Picture } from "../../catalogue/pictures/picture.tsx";
import { CATEGORIES, formatPrice, SUB_CATEGORIES } from "../../catalogue/rules.ts";
import type { GoodsSort } from "../../catalogue/staff/rules.ts";
import { formatMoment } from "../../ordering/dates.ts";
import { Field } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { NextPage } from "../app/more-rows.tsx";
import { type LoaderArgs, pageTitle, readListQuery } from "../app/page.ts";
import { useMay } from "../app/person.ts";
import { readStaff } from "../app/read-staff.ts";
import { Choice, SelectField } from "../app/select-field.tsx";
import type { GoodsRow } from "../app/shown.ts";
import type * as contract from "./contract.ts";
import { STATES } from "./states.ts";

const SORTS: Record<GoodsSort, string> = {
  newest: "Newest first",
  name: "By name",
  "low-high": "Cheapest first",
  "high-low": "Dearest first",
};

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
      <Choice
        label="Category"
        name="category"
        value={query.get("category")}
        options={CATEGORIES.map((each) => [each, each])}
      />
      <Choice
        label="Type"
        name="type"
        value={query.get("type")}
        options={SUB_CATEGORIES.map((each) => [each, each])}
      />
      <Choice
        label="Status"
        name="status"
        value={query.get("status")}
        options={Object.entries(STATES).map(([state, { name }]) => [state, name])}
      />
      <Choice label="Stock" name="stock" value={query.get("stock")} options={[["low", "Low"]]} />
      <Choice label="Drops" name="drops" value={query.get("drops")} options={[["coming", "Still to come"]]} />
      <Order chosen={query.get("sort")} />
      <button type="submit" className="button">
        Search
      </button>
      {query.size > 0 && (
        <Link className="link-button" to="/goods">
          Show all
        </Link>
      )}
    </Form>
  );
}

function Order({ chosen }: { chosen: string | null }) {
  return (
    <SelectField
      label="Order"
      name="sort"
      defaultValue={chosen ?? "newest"}
      options={Object.entries(SORTS)}
    />
  );
}

const ASKED = ["q", "category", "type", "status", "stock", "drops", "sort", "after"];

export function loader(args: LoaderArgs) {
  const query = readListQuery(args.request, ASKED);
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
        <GoodsTable rows={rows} />
      )}
      <NextPage query={query} next={next}>
        More goods
      </NextPage>
    </>
  );
}

/** A row for each product, linked by its name. */
function GoodsTable({ rows }: { rows: GoodsRow[] }) {
  return (
    <table className="table-cards compact goods-table">
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Picture</span>
          </th>
          <th scope="col">Product</th>
          <th scope="col">Kind</th>
          <th scope="col" className="number">
            Price
          </th>
          <th scope="col" className="number">
            Pieces
          </th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(
          ({ _id, name, image, category, subCategory, price, formerPrice, left, status, ...drop }) => (
            <tr key={_id}>
              <td className="goods-picture">{image && <Picture url={image} />}</td>
              <th scope="row">
                <Link to={`/goods/${_id}`} dir="auto">
                  {name}
                </Link>
              </th>
              <td data-label="Kind" className="faint">
                {category}, {subCategory}
              </td>
              <td data-label="Price" className="right number">
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
              </td>
              <td data-label="Left" className="number">
                {left === 0 ? "Sold out" : `${left} left`}
              </td>
              <td data-label="Status" className="right">
                <span>
                  <span className={`badge ${STATES[status].kind}`}>{STATES[status].name}</span>
                  {drop.coming && drop.onSaleFrom !== null && (
                    <span> from {formatMoment(drop.onSaleFrom)}</span>
                  )}
                </span>
              </td>
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}
