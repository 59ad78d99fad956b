import { sql } from "drizzle-orm";
import type { ExpectPayment } from "../ordering/place-order.server.ts";
import type { Purchase } from "../ordering/purchase.server.ts";
import { TEXTS as ORDER_TEXTS } from "../ordering/rules.ts";
import { type Tx, together } from "../platform/db.server.ts";
import { newId } from "../platform/id.server.ts";
import { addJob } from "../platform/jobs.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { UNFOUND_CODES } from "../shop.ts";
import { noRoomFor, unfoundOf } from "./code-limits.server.ts";
import { payments, tillPayments } from "./tables.server.ts";

/** What stands before a typed code in a payment's reference. */
export const TILL = "till:";

/**
 * Looks up a typed code and its shopper; `admit` then refuses, `write` writes the payment that the code promises, within
 * its order's transaction. M-Pesa's word of its money is taken from then on; we ask when none has come for a while. Codes
 * whose money is here in full are no invented ones, and have no limits.
 * @param canAsk M-Pesa can be asked about codes
 * @throws ShopError 409 a code that is the receipt of a payment we have, or more than may wait unfound; 429 too many codes
 * that nobody has found
 */
export function expectCode({ canAsk }: { canAsk: boolean }): ExpectPayment {
  return async (tx, userId, code) => {
    const [known, unfound] = await together([() => whatIsKnownOf(tx, code), () => unfoundOf(tx, userId)]);
    const id = newId();
    const isHere = ({ amount }: Purchase) => known.here !== null && known.here >= amount;
    return {
      id,
      sharesSizes: (purchase) => canAsk && !isHere(purchase),
      endsAfter: canAsk ? UNFOUND_CODES.hours : undefined,
      admit: (purchase) => {
        if (known.isReceipt) throw new ShopError(409, ORDER_TEXTS.codeUsed);
        if (isHere(purchase)) return;
        const refused = noRoomFor(unfound, { pieces: piecesOf(purchase), amount: purchase.amount });
        if (refused) throw refused;
      },
      write: async ({ id: orderId, address, purchase }) => {
        const seconds = known.here === null ? FIRST_LOOK : 0;
        await together([
          () =>
            tx.insert(payments).values({
              id,
              userId,
              method: "cod",
              state: "pending",
              active: false,
              checkout: orderId,
              draft: orderId,
              address,
              ...purchase,
              reference: `${TILL}${code}`,
              orderId,
              nextCheckAt: sql`now() + make_interval(secs => ${seconds})`,
            }),
          () => addJob(tx, "payment", id, seconds),
        ]);
      },
    };
  };
}

function piecesOf({ lines }: Purchase): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}

/**
 * Seconds M-Pesa's own word of the money is waited for before it is asked: most codes need no question then. Money that
 * comes in the very moment of the order is found after them too.
 */
export const FIRST_LOOK = 15;

/** Whether the code is the receipt of a payment we have, and what came to the till under it already, in KES. */
export async function whatIsKnownOf(
  tx: Tx,
  code: string,
): Promise<{ isReceipt: boolean; here: number | null }> {
  const { rows } = await tx.execute<{ isReceipt: boolean; here: number | null }>(sql`
    select exists(select from ${payments} where ${payments.receipt} = ${code}) as "isReceipt",
      (select ${tillPayments.amount} from ${tillPayments}
        where ${tillPayments.code} = ${code} and ${tillPayments.decidedAt} is null) as here`);
  return rows[0] ?? { isReceipt: false, here: null };
}
