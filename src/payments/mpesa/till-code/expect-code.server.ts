import type { ExpectPayment } from "../../../ordering/place-order.server.ts";
import type { Purchase } from "../../../ordering/purchase.server.ts";
import { ORDER_TEXTS } from "../../../ordering/rules.ts";
import { pipelined, type Tx } from "../../../platform/database/db.server.ts";
import { newId } from "../../../platform/id.server.ts";
import { ShopError } from "../../../platform/shop-error.ts";
import { UNFOUND_CODES } from "../../../shop.ts";
import { paymentElsewhere } from "../../core/payment-elsewhere.server.ts";
import { idsOfCheckout } from "../../core/queries.server.ts";
import { noRoomFor, unfoundOf } from "./code-limits.server.ts";
import {
  findTypedCode,
  lookAtOnce,
  storeRefusedCode,
  type TypedCode,
  writeTypedCode,
} from "./typed-code.server.ts";

/**
 * Looks up a typed code and its shopper; `admit` then refuses, `write` writes the payment that the code promises, within
 * its order's transaction, and `keep` stores the code of a refused order. M-Pesa reports its money by itself; we ask when
 * that takes long. Codes whose money is here in full cannot be invented, and have no limits.
 * @param canAsk M-Pesa can be asked about codes
 */
export function expectCode({ canAsk }: { canAsk: boolean }): ExpectPayment {
  return async (tx, { userId, code, checkoutId }) => {
    const [known, unfound, elsewhere] = await pipelined([
      () => findTypedCode(tx, userId, code),
      () => unfoundOf(tx, userId),
      () => paymentElsewhere(tx, userId, checkoutId),
    ]);
    const { here, refusedId } = known;
    const id = refusedId ?? newId();
    const isHere = ({ amount }: Purchase) => here !== null && here >= amount;
    return {
      id,
      sharedWith: checkoutId === undefined ? undefined : idsOfCheckout(userId, checkoutId),
      sharesSizes: (purchase) => canAsk && !isHere(purchase),
      endsAfter: canAsk ? UNFOUND_CODES.hours : undefined,
      admit: (purchase) => {
        if (known.isReceipt) throw new ShopError(409, ORDER_TEXTS.codeUsed);
        if (elsewhere) return elsewhere;
        if (isHere(purchase)) return undefined;
        return noRoomFor(unfound, { pieces: piecesOf(purchase), amount: purchase.amount });
      },
      keep: async ({ address, purchase, language }) => {
        // the name of another payment's money is kept there
        if (known.isReceipt) return;
        const bought = { checkoutId: checkoutId ?? id, cartFingerprint: id, address, language, ...purchase };
        await storeRefusedCode(tx, { id, userId, code, here, ...bought });
      },
      write: async ({ id: orderId, address, purchase, language }) => {
        const bought = {
          checkoutId: orderId,
          cartFingerprint: orderId,
          orderId,
          address,
          language,
          ...purchase,
        };
        const typed = { id, userId, code, here, ...bought };
        await pipelined([() => writeOrRefuse(tx, typed, refusedId), () => lookAtOnce(tx, id, here)]);
      },
    };
  };
}

async function writeOrRefuse(tx: Tx, typed: TypedCode, refusedId: string | null): Promise<void> {
  if (!(await writeTypedCode(tx, typed, refusedId))) throw new ShopError(409, ORDER_TEXTS.codeUsed);
}

function piecesOf({ lines }: Purchase): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}
