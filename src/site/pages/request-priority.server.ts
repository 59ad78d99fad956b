import type { Priority } from "../../platform/http/load-shedder-slots.server.ts";
import { readDataRequest } from "../../platform/internals/data-request.ts";

const STAFF = /^\/+(api\/)?staff(\/|$)/;
/** Where staff sign in. */
const STAFF_DOOR = /^\/+(api\/)?staff\/(sign-in|second-factor|welcome(\/confirm)?)$/;
/** What tells of money on its way: webhooks, and what became of a payment; placing an order, or beginning to pay, apart. */
const MONEY = /^\/+(hooks\/|token\/|api\/payment\/)/;
const ORDER = /^\/+(token\/stkpush|api\/order\/(placeOrder|mpesa|flutterwave))$/;
/** The way to them: logging in, and the pages of the checkout; an order that is followed, whose code may be typed. */
const CHECKOUT =
  /^\/+(api\/user\/(login|verify-email)|place-order|mpesa|mpesa-verification|flutterwave|login|verify-email|track\/[^/]+)$/;

/** Whose cookie came with a request for the back office: of staff, of somebody who may be, of nobody. */
type Standing = "known" | "claimed" | "none";

/**
 * What a request is worth while more come than the shop can serve: staff apart, then money before orders before
 * checkout before browsing.
 * The few who run the shop stand above all others, for they can end what causes it; strangers who ask for their pages do
 * not. Who signs in, or comes to a process that has not seen their session yet, is let in as those who check out are.
 */
export function priorityOf(path: string, staffStanding: () => Standing): Priority {
  const page = readDataRequest(path)?.page ?? path;
  if (STAFF.test(path)) {
    const standing = staffStanding();
    if (standing === "known") return "staff";
    return standing === "claimed" || STAFF_DOOR.test(page) ? "high" : "normal";
  }
  if (ORDER.test(path)) return "order";
  if (MONEY.test(path)) return "critical";
  return CHECKOUT.test(page) ? "high" : "normal";
}
