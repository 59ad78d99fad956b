import { Link } from "react-router";
import { formatPrice } from "../../catalogue/rules.ts";
import { sayMethod, sayRefund } from "../app/in-words.ts";
import { useMay } from "../app/person.ts";
import type { StaffOrder } from "../app/shown.ts";

/** What was paid by what, what the order still owes, and how far its refunds are; from here a part or all is refunded. */
export function OrderMoney({ order }: { order: StaffOrder }) {
  const may = useMay();
  const { payments, owed } = order;
  const paid = payments.filter(({ money }) => money !== null);
  if (!may("payments.read") || (paid.length === 0 && owed === 0)) return null;
  return (
    <section className="panel stack">
      <h2>Money</h2>
      {paid.map(({ _id, money, method, amount, code, refunds }) => (
        <div key={_id} className="stack">
          <p>
            <strong className="price">{formatPrice(amount)}</strong> by {sayMethod(method)},{" "}
            {code ?? "receipt not known yet"}{" "}
            <Link to={`/money/${money}`}>{may("refunds") ? "Refund or look" : "Look"}</Link>
          </p>
          {refunds.length > 0 && (
            <ul>
              {refunds.map((refund) => (
                <li key={refund._id}>
                  Refund of {formatPrice(refund.amount)}: {sayRefund(refund.state)}
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
      {owed > 0 && (
        <p className="notice">
          This order still owes <strong className="price">{formatPrice(owed)}</strong>.
        </p>
      )}
    </section>
  );
}
