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
 * out took a twentieth of making a page. There are no routes to be found later (decision 35), so none is looked for.
 */
export function Link({ to, replace, state, reloadDocument, ...shown }: Props) {
  if (import.meta.env.SSR) return <a {...shown} href={to} />;
  const given = { to, replace, state, reloadDocument };
  return <RouterLink {...shown} {...given} discover="none" />;
}
