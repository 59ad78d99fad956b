import type * as accounts from "../../accounts/contract.ts";
import { call } from "../../platform/browser/call.ts";
import type { userOrders } from "../contract.ts";

/**
 * The account's name and e-mail, and the phone of its last order, as the delivery form's fields: accounts have no phone of
 * their own. Undefined when they could not be had.
 */
export async function fetchAccountDetails(): Promise<Record<string, string> | undefined> {
  const orders = call<typeof userOrders>("/api/order/userOrders", { page: 1 }).catch(() => undefined);
  const account = await call<typeof accounts.profile>("/api/user/profile").catch(() => undefined);
  if (!account) return undefined;
  const [firstName = "", ...rest] = account.user.name.trim().split(/\s+/);
  const { phone = "" } = (await orders)?.orders[0]?.address ?? {};
  return { firstName, lastName: rest.join(" "), email: account.user.email, ...(phone && { phone }) };
}
