import { call } from "../../platform/browser/call.ts";
import type { guest as contract } from "../contract.ts";
import { signIn, token } from "../sign-in/sign-in.ts";
import { guestToken } from "./guest-token.ts";

type Details = { firstName: string; lastName: string; email: string; phone: string };

/**
 * Signs in here without an account, so that an order can be placed; who is a guest here already gets the new details.
 * @throws CallError 400 for details that cannot be taken; 409 somebody is signed in to an account; 429
 */
export async function orderAsGuest({ firstName, lastName, email, phone }: Details): Promise<void> {
  const details = { firstName, lastName, email, phone };
  const answer = await call<typeof contract>("/api/user/guest", details);
  guestToken.write(answer.token);
  if (answer.token !== token.read()) signIn(answer.token);
}
