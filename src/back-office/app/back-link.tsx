import { Link } from "react-router";

/** Above a screen's heading: the list that it belongs to. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <p>
      <Link className="link-button" to={to}>
        {children}
      </Link>
    </p>
  );
}
