import { persisted } from "../../platform/browser/persisted.ts";
import { localPath } from "../form-rules.ts";
import { signUpOrigin } from "../sign-in/sign-in.ts";

/** The e-mail last signed up in this browser, in small letters, until it is verified: its link needs no question. */
export const signedUpHere = persisted("signed-up");

/** A page with an order in its history is reached again by the checkout alone, which has the form as it was. */
const PAYING = ["/mpesa", "/flutterwave", "/mpesa-verification"];

/** Keeps where a sign-up began, for whichever tab the mailed link opens. */
export function keepOrigin(from: unknown): void {
  const path = localPath(from);
  if (path) signUpOrigin.write(PAYING.includes(path) ? "/place-order" : path);
}

export function forgetOrigin(): void {
  signUpOrigin.write(null);
}

/** Where it began; undefined where nobody knows, or after 30 days. */
export function readOrigin(): string | undefined {
  return localPath(signUpOrigin.read());
}
