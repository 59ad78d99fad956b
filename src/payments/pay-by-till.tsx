import { Link } from "react-router";
import { Notice } from "../ui/notice.tsx";

/** Another way to pay for the same order. */
export function PayByTill({ title, message, state }: { title: string; message: string; state: unknown }) {
  return (
    <Notice
      kind="error"
      title={title}
      action={
        <>
          <Link className="button button-primary" to="/mpesa-verification" state={state}>
            Pay by till instead
          </Link>
          <Link className="button" to="/place-order">
            Choose another way
          </Link>
        </>
      }
    >
      <p>{message}</p>
      <p>No money was taken. Your order and your cart are as they were.</p>
    </Notice>
  );
}
