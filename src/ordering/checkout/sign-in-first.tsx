import { useState } from "react";
import { LoginLink } from "../../accounts/sign-in/login-link.tsx";
import { useSignedIn } from "../../accounts/use-account.ts";
import { Notice } from "../../ui/notice.tsx";

/** Before a till, a prompt or a card window is shown to anybody; the login page leads back here with the order. */
export function SignInFirst() {
  return (
    <Notice
      title="Log in or sign up to pay"
      action={<LoginLink className="button button-primary">Log in or sign up</LoginLink>}
    >
      <p>Your cart and your details are saved on this device. You come back here to pay.</p>
    </Notice>
  );
}

/**
 * Whether somebody is, or on this page was, signed in: a sign-in that ends meanwhile must not turn the page away while it says
 * so.
 */
export function useCameSignedIn(): boolean {
  const now = useSignedIn() === true;
  const [came, setCame] = useState(now);
  if (now && !came) setCame(true);
  return now || came;
}
