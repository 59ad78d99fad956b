import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { t } from "../../language/t.ts";
import { Link } from "../../ui/link.tsx";

/** Who somebody said they are before they came to log in or sign up. */
export type KnownPerson = { name?: string; email?: string };

type LoginLinkProps = {
  className?: string;
  children?: ReactNode;
  /** What the login page need not ask again. */
  person?: KnownPerson;
};

/** To the login page and, once logged in, back to this page with all it was carrying. */
export function LoginLink({ className = "link-button", children = t("Log in"), person }: LoginLinkProps) {
  const { pathname, search, state } = useLocation();
  return (
    <Link className={className} to="/login" state={{ from: pathname + search, carried: state, person }}>
      {children}
    </Link>
  );
}

/** To the sign-up form with this e-mail in it: what stands after # is sent to no server. */
export function signUpLink(email: string): string {
  return `/login#sign-up=${encodeURIComponent(email)}`;
}

/** The e-mail of such a link, from the end of the page's address. */
export function emailOfLink(hash: string): string | undefined {
  const [, email] = /^#sign-up=(.{1,800})$/.exec(hash) ?? [];
  try {
    return email && decodeURIComponent(email);
  } catch {
    return undefined;
  }
}
