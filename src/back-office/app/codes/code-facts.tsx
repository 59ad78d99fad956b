import { Link } from "react-router";
import { formatPrice } from "../../../catalogue/rules.ts";
import { formatMoment } from "../../../ordering/dates.ts";
import { shortId } from "../../../ordering/rules.ts";
import { PhoneLink } from "../orders/phone-link.tsx";
import type { CodeRow } from "../shown.ts";

type Props = {
  row: CodeRow;
  place: string;
  /** Takes the code of money at the till as the one to confirm under. */
  onUse: ((code: string) => void) | undefined;
};

/** A typed code, large, and what is known of it. */
export function CodeFacts({ row, place, onUse }: Props) {
  const { code, amount, name, phone, age, orderId, isOverdue, endsAt, tillMoney, elsewhere } = row;
  return (
    <>
      <p className="field-hint">{place}</p>
      <p className="code-typed">{code}</p>
      <dl className="facts">
        <dt>Amount</dt>
        <dd>
          <strong className="price">{formatPrice(amount)}</strong>
        </dd>
        <dt>Name</dt>
        <dd>{name || "–"}</dd>
        <dt>Phone</dt>
        <dd>{phone ? <PhoneLink phone={phone} /> : "–"}</dd>
        <dt>Waiting</dt>
        <dd>
          {waitInWords(age)}
          {isOverdue && "; M-Pesa is not asked any more"}
        </dd>
        {endsAt !== null && (
          <>
            <dt>Ends</dt>
            <dd>
              {formatMoment(endsAt)}
              {orderId && ": its order is then cancelled"}
            </dd>
          </>
        )}
        <dt>Order</dt>
        <dd>{orderId ? <Link to={`/orders/${orderId}`}>{shortId(orderId)}</Link> : "none"}</dd>
      </dl>
      {tillMoney.length > 0 && (
        <div className="notice">
          <h2>Money of this amount at the till</h2>
          <ul>
            {tillMoney.map((money) => (
              <li key={money.code}>
                <strong>{money.code}</strong>, {sayApart(money.seconds)}{" "}
                {onUse && (
                  <button type="button" className="link-button" onClick={() => onUse(money.code)}>
                    Use {money.code}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      {elsewhere.length > 0 && (
        <div className="notice notice-error">
          <h2>This code is known elsewhere</h2>
          <ul>
            {elsewhere.map(({ what, orderId: order, paymentId }) => (
              <li key={`${what} ${paymentId}`}>
                {what} {order && <Link to={`/orders/${order}`}>{shortId(order)}</Link>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function sayApart(seconds: number): string {
  const minutes = Math.round(Math.abs(seconds) / 60);
  return `${minutes} min ${seconds < 0 ? "before" : "after"} the code`;
}

function waitInWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
