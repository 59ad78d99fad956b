import type { Limit, Limits } from "../../platform/http/limits.server.ts";

/** Guesses without a pause: from the fifth wrong one in a day on there are pauses. */
const FREE_GUESSES = 5;
const GUESSES: Limit = { name: "guesses", times: FREE_GUESSES, seconds: 86_400 };
const PAUSE: Limit = { name: "guess-pause", times: 1, seconds: 900 };

/**
 * Counts a guess at a secret before it is checked, so that concurrent guesses get no more tries than sequential ones.
 * From the fifth on each guess is followed by a pause of 5 s, 10 s, 20 s … up to 15 minutes, about a hundred a day.
 * A guess during the pause is refused unchecked and not counted.
 * @throws ShopError 429
 */
export async function countGuess(limits: Limits, subject: string): Promise<void> {
  const guess = await limits.count(GUESSES, subject);
  if (guess < FREE_GUESSES) return;
  const pause = Math.min(PAUSE.seconds, 5 * 2 ** Math.min(guess - FREE_GUESSES, 20));
  const wait = await limits.take(PAUSE, subject, pause);
  if (wait === 0) return;
  await limits.reward(GUESSES, subject);
  throw limits.tooManyError(wait);
}

/** Wrong log-ins from one address in ten minutes before the pauses; loose, since a mobile network may share it. */
const FREE_ATTEMPTS = 50;
const ATTEMPTS: Limit = { name: "login-address", times: FREE_ATTEMPTS, seconds: 600 };
const ADDRESS_PAUSE: Limit = { name: "login-address-pause", times: 1, seconds: 30 };

/**
 * Counts a log-in from an address before it is checked, whatever the account, so that concurrent log-ins get no more tries
 * than sequential ones: from the fiftieth on each is followed by 1 s, 2 s, 4 s … 30 s.
 * @throws ShopError 429 while the address waits; such a one is not counted
 */
export async function countAttempt(limits: Limits, place: string): Promise<void> {
  const tries = await limits.count(ATTEMPTS, place);
  if (tries < FREE_ATTEMPTS) return;
  const pause = Math.min(ADDRESS_PAUSE.seconds, 2 ** Math.min(tries - FREE_ATTEMPTS, 10));
  const wait = await limits.take(ADDRESS_PAUSE, place, pause);
  if (wait === 0) return;
  await limits.reward(ATTEMPTS, place);
  throw limits.tooManyError(wait);
}

/** Takes a counted attempt back: it was not wrong. */
export async function uncountAttempt(limits: Limits, place: string): Promise<void> {
  await limits.reward(ATTEMPTS, place);
}

/** Resets the count: the guess was right. */
export async function resetGuesses(limits: Limits, subject: string): Promise<void> {
  await limits.reset(GUESSES, subject);
  await limits.reset(PAUSE, subject);
}

/** Takes a counted guess back: it could not be checked. */
export async function uncountGuess(limits: Limits, subject: string): Promise<void> {
  await limits.reward(GUESSES, subject);
}
