import { Link } from "react-router";
import { Picture } from "../../../catalogue/picture.tsx";
import { formatPrice } from "../../../catalogue/rules.ts";
import { formatMoment } from "../../../ordering/dates.ts";
import type { GoodsRow } from "../shown.ts";
import { STATES } from "./states.ts";

/** A row for each product, linked by its name. */
export function GoodsTable({ rows }: { rows: GoodsRow[] }) {
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
