import { type ReactNode, useSyncExternalStore } from "react";
import type { KnownPerson } from "../../accounts/sign-in/known-person.ts";
import { LoginLink } from "../../accounts/sign-in/login-link.tsx";
import { checkoutDraft } from "../../cart/checkout-storage.ts";
import { readCheckoutDraft } from "./checkout-draft.ts";

/** To the login page and back, with the name and e-mail of the delivery form: nobody types them twice. */
export function CheckoutLoginLink(props: { className?: string; children?: ReactNode }) {
  useSyncExternalStore(checkoutDraft.subscribe, checkoutDraft.read, () => null);
  return <LoginLink {...props} person={personOf(readCheckoutDraft().address ?? {})} />;
}

function personOf({ firstName = "", lastName = "", email = "" }: Record<string, string>): KnownPerson {
  return { name: `${firstName} ${lastName}`.trim(), email: email.trim() };
}
