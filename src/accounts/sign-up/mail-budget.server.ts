import { addressKey, type Limit, type Limits } from "../../platform/http/limits.server.ts";

/** What a mail was asked by; each kind has a budget of its own, so that asking again right after signing up works. */
type Kind = "register" | "resend" | "forgot";
/** Guests are counted by e-mail in guest/order-as-guest.server.ts: nobody keeps one from signing up by ordering with it. */
type Asking = Kind | "guest";

/** Askings by one address in an hour; loose, since a whole mobile network may share it. */
const ADDRESS_ASKS: Record<Asking, number> = { register: 1000, guest: 1000, resend: 200, forgot: 200 };

/** Counts someone asking for a mail. @throws ShopError 429, the same for known and unknown e-mails */
export async function countAsking(limits: Limits, kind: Kind, email: string, address: string): Promise<void> {
  await countAddress(limits, kind, address);
  const byEmail: Limit = { name: `${kind}-email`, times: 30, seconds: 3600 };
  await limits.demand(byEmail, email.toLowerCase());
}

/** Counts what one address asks for, whatever the e-mail. @throws ShopError 429 */
export async function countAddress(limits: Limits, kind: Asking, address: string): Promise<void> {
  const byAddress: Limit = { name: `${kind}-address`, times: ADDRESS_ASKS[kind], seconds: 3600 };
  await limits.demand(byAddress, addressKey(address));
}

/** True when this e-mail may get a mail of this kind: one a minute, five a day. The answer does not show it. */
export async function mayMail(limits: Limits, kind: Kind, email: string): Promise<boolean> {
  const subject = email.toLowerCase();
  const aMinute: Limit = { name: `${kind}-mail-minute`, times: 1, seconds: 60 };
  const aDay: Limit = { name: `${kind}-mail-day`, times: 5, seconds: 86_400 };
  if ((await limits.take(aMinute, subject)) > 0) return false;
  return (await limits.take(aDay, subject)) === 0;
}
