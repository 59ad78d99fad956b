import { Link, useLocation } from "react-router";

/** To the login page and, once logged in, back to this page with all it was carrying. */
export function LoginLink({ className = "link-button", children = "Log in" }) {
  const { pathname, search, state } = useLocation();
  return (
    <Link className={className} to="/login" state={{ from: pathname + search, carried: state }}>
      {children}
    </Link>
  );
}
