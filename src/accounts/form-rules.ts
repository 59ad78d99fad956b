import { nameFault as faultOfName } from "../platform/text-rules.ts";
import { ACCOUNT_TEXTS, PASSWORD_MIN } from "./rules.ts";

/** The only field message that the server does not need. */
export const PASSWORD_MISSING = "Please enter your password";

/** What is wrong with the fields of a form, by name; undefined where nothing is. */
export type Faults = {
  [Field in "name" | "email" | "current" | "password" | "confirmation"]?: string | undefined;
};

/** The server's pattern of an e-mail (zod's), so that no form sends what would be refused. */
const EMAIL =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/** Looks like an address; only a mail to it proves that it is one. */
export function looksLikeEmail(typed: string): boolean {
  const email = typed.trim();
  return EMAIL.test(email) && email.length <= 254 && email.lastIndexOf("@") <= 64;
}

export function nameFault(typed = ""): string | undefined {
  if (!typed.trim()) return ACCOUNT_TEXTS.nameMissing;
  return faultOfName("name", typed);
}

export function emailFault(typed = ""): string | undefined {
  if (!typed.trim()) return ACCOUNT_TEXTS.emailMissing;
  return looksLikeEmail(typed) ? undefined : ACCOUNT_TEXTS.emailInvalid;
}

type NewPassword = { password?: string | undefined; confirmation?: string | undefined };

/** A new password, typed twice (specification §5); its length is counted in characters as people see them. */
export function newPasswordFaults({ password = "", confirmation = "" }: NewPassword): Faults {
  if ([...password.normalize("NFC")].length < PASSWORD_MIN)
    return { password: ACCOUNT_TEXTS.passwordTooShort };
  return password === confirmation ? {} : { confirmation: ACCOUNT_TEXTS.passwordsDiffer };
}

/** A path on this site to return to after login, or undefined for anything that could lead to another site. */
export function localPath(from: unknown): string | undefined {
  return typeof from === "string" && /^\/(?![/\\])[\w\-./?=&%]*$/.test(from) ? from : undefined;
}
