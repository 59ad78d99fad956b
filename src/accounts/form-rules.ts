import { PASSWORD_MIN, TEXTS } from "./rules.ts";

/** The one field text the server has no need of. */
export const PASSWORD_MISSING = "Please enter your password";

export type Faults = Partial<Record<"name" | "email" | "password" | "confirmation", string>>;

/** Looks like an address; whether it is one, only a mail to it can tell. */
export function looksLikeEmail(typed: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.trim()) && typed.trim().length <= 254;
}

export function emailFault(typed: string): string | undefined {
  if (!typed.trim()) return TEXTS.emailMissing;
  return looksLikeEmail(typed) ? undefined : TEXTS.emailInvalid;
}

/** A new password and the same again (specification §5); length counts characters as people do. */
export function newPasswordFaults(password: string, confirmation: string): Faults {
  if ([...password.normalize("NFC")].length < PASSWORD_MIN) return { password: TEXTS.passwordTooShort };
  return password === confirmation ? {} : { confirmation: TEXTS.passwordsDiffer };
}

/** A path on this site to return to after login, or undefined for anything that could lead elsewhere. */
export function localPath(from: unknown): string | undefined {
  return typeof from === "string" && /^\/(?![/\\])[\w\-./?=&%]*$/.test(from) ? from : undefined;
}
