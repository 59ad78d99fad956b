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
