import type { Limit, Limits } from "../../platform/http/limits.server.ts";

/** The first `free.times` tries need no wait; the last of them and each later one is followed by a pause that doubles. */
type Pauses = { free: Limit; pause: Limit; first: number };

/** Guesses at a secret in a day: then pauses of 5 s, 10 s, 20 s … up to 15 minutes, so about a hundred tries a day. */
const GUESSES: Pauses = {
  free: { name: "guesses", times: 5, seconds: 86_400 },
  pause: { name: "guess-pause", times: 1, seconds: 900 },
  first: 5,
};
/** Wrong log-ins from one address in ten minutes, then pauses of 1 s … 30 s; loose, as a mobile network may share it. */
const ATTEMPTS: Pauses = {
  free: { name: "login-address", times: 50, seconds: 600 },
  pause: { name: "login-address-pause", times: 1, seconds: 30 },
  first: 1,
};

/** Counts a guess at a secret before it is checked. @throws ShopError 429 */
export const countGuess = (limits: Limits, subject: string) => countTry(limits, GUESSES, subject);

/** Counts a log-in from an address before it is checked, whatever the account. @throws ShopError 429 */
export const countAttempt = (limits: Limits, place: string) => countTry(limits, ATTEMPTS, place);

/** Counts before the check, so that concurrent tries get no more than sequential ones; during a pause none is checked or counted. */
async function countTry(limits: Limits, { free, pause, first }: Pauses, subject: string): Promise<void> {
  const tries = await limits.count(free, subject);
  if (tries < free.times) return;
  const wait = await limits.take(pause, subject, Math.min(pause.seconds, first * 2 ** (tries - free.times)));
  if (wait === 0) return;
  await limits.reward(free, subject);
  throw limits.tooManyError(wait);
}

/** Takes a counted attempt back: it was not wrong. */
export async function uncountAttempt(limits: Limits, place: string): Promise<void> {
  await limits.reward(ATTEMPTS.free, place);
}

/** Resets the count: the guess was right. */
export async function resetGuesses(limits: Limits, subject: string): Promise<void> {
  await limits.reset(GUESSES.free, subject);
  await limits.reset(GUESSES.pause, subject);
}

/** Takes a counted guess back: it could not be checked. */
export async function uncountGuess(limits: Limits, subject: string): Promise<void> {
  await limits.reward(GUESSES.free, subject);
}
