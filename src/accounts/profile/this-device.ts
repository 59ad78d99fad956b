import { persisted } from "../../platform/browser/persisted.ts";

const kindOfSecret = /^[\w-]{43}$/;
const secret = persisted("device");

/**
 * What this browser sends along at log-in, so that it is known again and strangers' guesses never keep it out (decision
 * 33): 256 random bits, made once and kept through every log-out.
 */
export function thisDevice(): string {
  const known = secret.read();
  if (known && kindOfSecret.test(known)) return known;
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const made = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace("=", "");
  secret.write(made);
  return made;
}
