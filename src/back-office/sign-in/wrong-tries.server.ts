import { addressKey, type Limit, type Limits, TooManyRequests } from "../../platform/http/limits.server.ts";

/** Wrong passwords of one person from any address, and wrong codes of half sessions, whose senders know the password. */
const WRONG = {
  passwords: { name: "staff-wrong-passwords", times: 50, seconds: 3_600 },
  codes: { name: "staff-wrong-codes", times: 30, seconds: 86_400 },
} as const satisfies Record<string, Limit>;

/** Remembers for half a year the addresses where a person signed in with both factors. */
const HOME: Limit = { name: "staff-home", times: 1, seconds: 180 * 86_400 };

type Tried = { what: keyof typeof WRONG; email: string; ip: string };

/**
 * Counts a try before it is checked. After too many wrong ones only addresses may try from which the person signed in before: so
 * nobody can guess from many addresses, and nobody can lock out a person who comes from a known one.
 * @throws ShopError 429
 */
export async function countTry(limits: Limits, { what, email, ip }: Tried): Promise<void> {
  const wait = await limits.take(WRONG[what], email.toLowerCase());
  if (wait === 0 || (await limits.remembers(HOME, homeOf(email, ip)))) return;
  throw new TooManyRequests(
    wait,
    `There were too many wrong ${what} for this email. Use a network from which you signed in before, or wait.`,
  );
}

/** Uncounts a try that was not wrong. */
export async function uncountTry(limits: Limits, { what, email }: Omit<Tried, "ip">): Promise<void> {
  await limits.reward(WRONG[what], email.toLowerCase());
}

/** Remembers that the person signed in from this address. */
export async function rememberHome(limits: Limits, email: string, ip: string): Promise<void> {
  await limits.remember(HOME, homeOf(email, ip));
}

function homeOf(email: string, ip: string): string {
  return `${email.toLowerCase()} ${addressKey(ip)}`;
}
