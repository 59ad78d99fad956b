import type { AnchorHTMLAttributes } from "react";
import { Link as RouterLink } from "react-router";

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & {
  /** From the root on. */
  to: string;
  replace?: boolean;
  state?: unknown;
  reloadDocument?: boolean;
};

/**
 * A link to another page of the storefront. On the server a plain one: what the router adds is for taps, and to work it
 * out took a twentieth of making a page. It looks for no route (`discover`), as all are known (react-router.config.ts).
 */
export function Link(props: Props) {
  if (!import.meta.env.SSR) return <RouterLink {...props} discover="none" />;
  const { to, replace, state, reloadDocument, ...shown } = props;
  return <a {...shown} href={to} />;
}
