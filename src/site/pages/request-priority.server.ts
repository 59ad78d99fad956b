import type { Priority } from "../../platform/http/load-shedder-slots.server.ts";
import { readDataRequest } from "../../platform/internals/data-request.ts";

/** The few who run the shop: under a crowd above all others, for they can end what causes it. */
const STAFF = /^\/+(api\/)?staff(\/|$)/;
/** Requests that move money or orders: webhooks, payment prompts, placing and confirming orders. */
const MONEY = /^\/+(hooks\/|token\/|api\/order\/(placeOrder|mpesa|flutterwave)$|api\/payment\/)/;
/** The way to them: logging in, and the pages of the checkout. */
const CHECKOUT =
  /^\/+(api\/user\/(login|verify-email)|place-order|mpesa|mpesa-verification|flutterwave|login|verify-email)$/;

/** What a path is worth while more come than the shop can serve: staff apart, then money before checkout before browsing. */
export function priorityOf(path: string): Priority {
  if (STAFF.test(path)) return "staff";
  if (MONEY.test(path)) return "critical";
  const page = readDataRequest(path)?.page ?? path;
  return CHECKOUT.test(page) ? "high" : "normal";
}
