import { pipelined, type Tx } from "../../platform/database/db.server.ts";
import { failPoint } from "../../platform/fail-point.server.ts";
import { newId } from "../../platform/id.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { couponRefused } from "../coupons/apply-coupon.server.ts";
import { reserveUse } from "../coupons/coupon-uses.server.ts";
import { ownAddress } from "../destination.server.ts";
import { holdStock, sizesFull } from "../holds.server.ts";
import { addOrder, removeOrderedLines } from "../queries.server.ts";
import { saveAddress } from "../saved-addresses.server.ts";
import { type Admitted, announceOrder } from "./announce-order.server.ts";
import type { PlaceRequest } from "./place-request.server.ts";
import { requestHash } from "./replay.server.ts";

/**
 * Writes an admitted order with its held items, its use of a coupon, its payment, the address for the next time, the cart
 * without it, and its mail: in one round trip.
 * @returns the order's id
 * @throws ShopError 409 other orders on unfound codes have what there is, or the coupon's uses are taken
 */
export async function writeOrder(tx: Tx, request: PlaceRequest, admitted: Admitted): Promise<string> {
  const { userId, body, destination } = request;
  const { purchase, payment, language } = admitted;
  const { coupon, lines } = purchase;
  const { address } = destination;
  const id = newId();
  const own = ownAddress(destination);
  const [missing, uncounted] = await pipelined([
    () => holdStock(tx, { orderId: id }, lines, { share: payment.sharesSizes(purchase) }),
    () => coupon && reserveUse(tx, { id, couponId: coupon.id, userId, address }),
    // before the payment, which references it
    () =>
      addOrder(tx, {
        id,
        userId,
        phase: "placed",
        purchase,
        address,
        method: body.paymentMethod,
        mpesaCode: body.mpesaCode,
        idempotencyKey: request.idempotencyKey,
        requestHash: requestHash(body),
        language,
      }),
    () => payment.write({ id, address, purchase, language }),
    () => own && saveAddress(tx, userId, own),
    () => removeOrderedLines(tx, userId, lines),
    () => announceOrder(tx, request, { ...admitted, id }),
  ]);
  // the items are locked and in stock: what is missing exceeds what unfound codes may hold
  if (missing.length > 0) throw new ShopError(409, sizesFull(missing));
  if (uncounted) throw couponRefused(uncounted, { amount: purchase.amount + purchase.discount });
  failPoint("written");
  return id;
}
