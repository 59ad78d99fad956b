import { useState } from "react";
import type { StaffProduct } from "../shown.ts";
import { ChangeStock } from "./change-stock.tsx";
import type { Ledger } from "./read-ledger.ts";
import { StockMoves } from "./stock-moves.tsx";

type Props = { product: Pick<StaffProduct, "_id" | "sizes">; ledger: Ledger };

/** What there is of a product by size, a form that changes it by pieces, and the ledger of why. */
export function StockPanel({ product: { _id, sizes }, ledger }: Props) {
  const [said, setSaid] = useState("");
  const left = ledger.sizes.filter(({ offered, onHand }) => !offered && onHand > 0).map(({ size }) => size);
  return (
    <section className="panel stack" aria-labelledby="stock">
      <h2 id="stock">Stock</h2>
      <StockTable sizes={ledger.sizes} />
      <p role="status" className="said">
        {said}
      </p>
      <ChangeStock id={_id} sizes={[...sizes, ...left]} onSay={setSaid} />
      <StockMoves ledger={ledger} />
    </section>
  );
}

/** The last column is the sum of the others: what the moves below add up to. */
function StockTable({ sizes }: Pick<Ledger, "sizes">) {
  return (
    <table className="stock-table">
      <thead>
        <tr>
          <th scope="col">Size</th>
          <th scope="col">On hand</th>
          <th scope="col">Held</th>
          <th scope="col">Sold</th>
          <th scope="col">Received</th>
        </tr>
      </thead>
      <tbody>
        {sizes.map(({ size, onHand, held, sold, received, offered }) => (
          <tr key={size}>
            <th scope="row">
              {size}
              {!offered && <span className="faint"> (left out)</span>}
            </th>
            <td>
              <strong>{onHand}</strong>
            </td>
            <td>{held}</td>
            <td>{sold}</td>
            <td>{received}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
