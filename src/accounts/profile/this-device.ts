import { isSecret, newSecret } from "../../platform/browser/new-id.ts";
import { persisted } from "../../platform/browser/persisted.ts";

const secret = persisted("device");

/**
 * What this browser sends along at log-in, so that it is known again and strangers' guesses never keep it out (decision
 * 38): 256 random bits, made once and kept through every log-out.
 */
export function thisDevice(): string {
  const known = secret.read();
  if (isSecret(known)) return known;
  const made = newSecret();
  secret.write(made);
  return made;
}
