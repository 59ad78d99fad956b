import type { ExpectPayment } from "../../../ordering/place/place-request.server.ts";
import type { Purchase } from "../../../ordering/purchase.server.ts";
import { addOrder } from "../../../ordering/queries.server.ts";
import { ORDER_TEXTS, shortId } from "../../../ordering/rules.ts";
import { pipelined, type Tx } from "../../../platform/database/db.server.ts";
import { newId } from "../../../platform/id.server.ts";
import { ShopError } from "../../../platform/shop-error.ts";
import { UNFOUND_CODES } from "../../../shop.ts";
import { paymentElsewhere } from "../../core/payment-elsewhere.server.ts";
import { lockAddress } from "../lock-address.server.ts";
import { unfoundFrom } from "./address-room.server.ts";
import { noRoomFor, sharersOf, unfoundOf } from "./code-limits.server.ts";
import {
  type Ends,
  endsFrom,
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
  return async (tx, { userId, code, checkoutId, placedFrom }) => {
    const [, known, unfound, nearby, elsewhere] = await pipelined([
      () => (canAsk ? undefined : lockAddress(tx, placedFrom)),
      () => findTypedCode(tx, userId, code),
      () => unfoundOf(tx, userId),
      () => (canAsk ? undefined : unfoundFrom(tx, placedFrom)),
      () => paymentElsewhere(tx, userId, checkoutId),
    ]);
    const { here, refusedId } = known;
    const id = refusedId ?? newId();
    const isHere = ({ amount }: Purchase) => here !== null && here >= amount;
    const ends = canAsk ? ENDLESS : endsFrom(known.now);
    const typed = { id, userId, code, here, placedFrom, added: false, ...ends };
    return {
      sharesSizes: (purchase) => (isHere(purchase) ? undefined : sharersOf(unfound, canAsk)),
      ending: (purchase) => {
        if (canAsk) return { after: UNFOUND_CODES.hours };
        return ends.endsAt && !isHere(purchase) ? { at: ends.endsAt.getTime() } : undefined;
      },
      admit: (purchase) => {
        if (known.isReceipt) throw new ShopError(409, ORDER_TEXTS.codeUsed);
        if (elsewhere) return elsewhere;
        if (known.endedOrder) return new ShopError(409, codeEnded(known.endedOrder));
        if (isHere(purchase)) return undefined;
        return noRoomFor(unfound, { pieces: piecesOf(purchase), amount: purchase.amount }, nearby);
      },
      keep: async ({ address, purchase, language }) => {
        // the name of another payment's money is kept there
        if (known.isReceipt) return;
        const orderId = newId();
        const order = {
          id: orderId,
          userId,
          purchase,
          address,
          language,
          idempotencyKey: checkoutId ?? orderId,
        };
        const ended = { ...order, phase: "ended", method: "cod", requestHash: id } as const;
        await storeRefusedCode(tx, { ...typed, orderId, amount: purchase.amount }, () => addOrder(tx, ended));
      },
      write: async ({ id: orderId, purchase }) => {
        const promised = { ...typed, orderId, amount: purchase.amount };
        await pipelined([() => writeOrRefuse(tx, promised, refusedId), () => lookAtOnce(tx, id, here)]);
      },
    };
  };
}

/** The money of this code is still its order's: once found, that order goes on. */
function codeEnded(orderId: string): string {
  return `This code is with your order ${shortId(orderId)}, which we cancelled because we couldn't find its payment. Please call us: once we find it, that order goes on.`;
}

const ENDLESS: Ends = { warnsAt: null, endsAt: null };

async function writeOrRefuse(tx: Tx, typed: TypedCode, refusedId: string | null): Promise<void> {
  if (!(await writeTypedCode(tx, typed, refusedId))) throw new ShopError(409, ORDER_TEXTS.codeUsed);
}

function piecesOf({ lines }: Purchase): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}
