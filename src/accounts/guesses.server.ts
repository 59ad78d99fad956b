import type { Limit, Limits } from "../platform/http/limits.server.ts";

/** Guesses free of any wait: with the fifth wrong one in a day the waits begin. */
const FREE = 5;
const GUESSES: Limit = { name: "guesses", times: FREE, seconds: 86_400 };
const PAUSE: Limit = { name: "guess-pause", times: 1, seconds: 900 };

/**
 * Counts a guess at a secret before it is checked, so that a crowd at once gets no more tries than one by one.
 * From the fifth on each guess is followed by a pause of 5 s, 10 s, 20 s … up to 15 minutes, about a hundred a day.
 * A guess during the pause is refused unchecked and not counted.
 * @throws ShopError 429
 */
export async function countGuess(limits: Limits, subject: string): Promise<void> {
  const guess = await limits.count(GUESSES, subject);
  if (guess < FREE) return;
  const pause = Math.min(PAUSE.seconds, 5 * 2 ** Math.min(guess - FREE, 20));
  const wait = await limits.take(PAUSE, subject, pause);
  if (wait === 0) return;
  await limits.giveBack(GUESSES, subject);
  throw limits.refusal(wait);
}

/** Wrong log-ins from one address in ten minutes before the pauses; loose, since a mobile network may share it. */
const ADDRESS_FREE = 50;
const WRONG_HERE: Limit = { name: "login-address", times: ADDRESS_FREE, seconds: 600 };
const ADDRESS_PAUSE: Limit = { name: "login-address-pause", times: 1, seconds: 30 };

/**
 * Counts a log-in from an address before it is checked, whatever the account, so that a crowd at once gets no more tries
 * than one by one: from the fiftieth on each is followed by 1 s, 2 s, 4 s … 30 s.
 * @throws ShopError 429 while the address waits; such a one is not counted
 */
export async function countHere(limits: Limits, place: string): Promise<void> {
  const tries = await limits.count(WRONG_HERE, place);
  if (tries < ADDRESS_FREE) return;
  const pause = Math.min(ADDRESS_PAUSE.seconds, 2 ** Math.min(tries - ADDRESS_FREE, 10));
  const wait = await limits.take(ADDRESS_PAUSE, place, pause);
  if (wait === 0) return;
  await limits.giveBack(WRONG_HERE, place);
  throw limits.refusal(wait);
}

/** It was no wrong one. */
export async function takeBackHere(limits: Limits, place: string): Promise<void> {
  await limits.giveBack(WRONG_HERE, place);
}

/** The guess was right, or never checked: it does not count. */
export async function forgetGuesses(limits: Limits, subject: string): Promise<void> {
  await limits.forget(GUESSES, subject);
  await limits.forget(PAUSE, subject);
}

/** The guess could not be checked at all. */
export async function takeBackGuess(limits: Limits, subject: string): Promise<void> {
  await limits.giveBack(GUESSES, subject);
}
