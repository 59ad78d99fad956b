import { call } from "../../platform/browser/call.ts";
import type { guest as contract } from "../contract.ts";
import { thisDevice } from "../profile/this-device.ts";
import { guestToken, signIn, token } from "../sign-in/sign-in.ts";

type Details = { firstName: string; lastName: string; email: string; phone: string };

/** `key` is a secret under which a repeated call returns the same guest; `signal` ends the call with its page. */
type Sent = { key?: string; signal?: AbortSignal };

/**
 * Signs in here without an account, so that an order can be placed; a guest who is signed in here gets the new details. An
 * answer that comes after somebody logged in or out, or left the page, changes nothing here.
 * @throws CallError 401 the sign-in here has ended; 400 refused details; 409 somebody is signed in to an account; 429
 */
export async function orderAsGuest(
  { firstName, lastName, email, phone }: Details,
  { key, signal }: Sent = {},
): Promise<void> {
  const details = { firstName, lastName, email, phone, device: thisDevice() };
  const before = token.read();
  const headers = key ? { "idempotency-key": key } : undefined;
  const answer = await call<typeof contract>("/api/user/guest", details, headers, signal);
  if (signal?.aborted || token.read() !== before) return;
  guestToken.write(answer.token);
  if (answer.token !== before) signIn(answer.token);
}
