import { Link } from "react-router";
import { Notice } from "../ui/notice.tsx";
import type { Carried } from "./carried-order.ts";
import { useSettings } from "./use-settings.ts";
import { WithMpesa } from "./with-mpesa.tsx";

/** Why no code can order this cart just now, said before anybody pays at the till; and the other ways to pay. */
export function NotByCode({ said, carried }: { said: string; carried: Carried }) {
  const offered = useSettings()?.methods ?? [];
  return (
    <Notice
      title="Please do not pay at our till now"
      action={
        <>
          {offered.includes("mpesa") && (
            <Link className="button button-primary" to="/mpesa" state={carried}>
              Pay by M-Pesa prompt
            </Link>
          )}
          {offered.includes("flutterwave") && (
            <Link className="button" to="/flutterwave" state={carried}>
              Pay by card
            </Link>
          )}
          <Link className="button" to="/cart">
            Change your cart
          </Link>
        </>
      }
    >
      <p>
        <WithMpesa>{said}</WithMpesa>
      </p>
    </Notice>
  );
}
