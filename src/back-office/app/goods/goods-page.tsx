import { Form, Link, useLoaderData, useSearchParams } from "react-router";
import { Notice } from "../../../ui/notice.tsx";
import type * as contract from "../../goods/contract.ts";
import { readListQuery } from "../list-query.ts";
import type { LoaderArgs } from "../load-context.ts";
import { NextPage } from "../more-rows.tsx";
import { pageTitle } from "../page-title.ts";
import { useMay } from "../person.ts";
import { readStaff } from "../read-staff.ts";
import { GoodsFilters } from "./goods-filters.tsx";
import { GoodsTable } from "./goods-table.tsx";

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
