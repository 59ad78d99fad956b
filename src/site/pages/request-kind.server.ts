import type { RequestKind } from "../../platform/http/load-shedder.server.ts";
import { readDataRequest } from "../../platform/internals/data-request.ts";

const STAFF = /^\/+(api\/)?staff(\/|$)/;
/** What became of a payment; placing an order or beginning to pay is `ORDER`. */
const PAYMENT = /^\/+(token\/|api\/payment\/)/;
const CALLBACK = /^\/+hooks\//;
const ORDER =
  /^\/+(token\/stkpush|api\/(order\/(placeOrder|mpesa|flutterwave)|payment\/flutterwave\/intent))$/;
/** What leads there: signing in, for staff too; the pages of the checkout; a tracked order, whose code may be typed. */
const CHECKOUT =
  /^\/+((api\/)?staff\/(sign-in|second-factor|welcome(\/confirm)?)|api\/user\/(login|verify-email)|place-order|mpesa|mpesa-verification|flutterwave|login|verify-email|track\/[^/]+)$/;

/** What a request is for, by its path; for the back office, by whether its cookie is one of ours. */
export function kindOf(path: string, hasStaffCookie: () => boolean): RequestKind {
  if (CALLBACK.test(path) || (STAFF.test(path) && hasStaffCookie())) return "money";
  if (ORDER.test(path)) return "order";
  if (PAYMENT.test(path)) return "payment";
  return CHECKOUT.test(readDataRequest(path)?.page ?? path) ? "checkout" : "browsing";
}
