import { persisted } from "../../platform/browser/persisted.ts";
import { localPath } from "../form-rules.ts";
import { onSignOut } from "../sign-in/sign-in.ts";

/** Where in this shop somebody was when they went to sign up: "<milliseconds since 1970> <path>", shared by tabs. */
const origin = persisted("signed-up-from");
const DAYS = 30 * 86_400_000;
onSignOut(forgetOrigin);

/** A page with an order in its history is reached again by the checkout alone, which has the form as it was. */
const PAYING = ["/mpesa", "/flutterwave", "/mpesa-verification"];

/** Keeps where a sign-up began, for whichever tab the mailed link opens. */
export function keepOrigin(from: unknown): void {
  const path = localPath(from);
  if (path) origin.write(`${Date.now()} ${PAYING.includes(path) ? "/place-order" : path}`);
}

export function forgetOrigin(): void {
  origin.write(null);
}

/** Where it began; undefined where nobody knows, or after 30 days. */
export function readOrigin(): string | undefined {
  const [at = "", path] = (origin.read() ?? "").split(" ");
  return Math.abs(Date.now() - Number(at)) < DAYS ? localPath(path) : undefined;
}
