import type { ReactNode } from "react";
import { useHydrated } from "./use-hydrated.ts";

type OpenerProps = {
  /** Where the same thing stands in the page, for as long as scripts are not there. */
  href: string;
  onOpen: () => void;
  className: string;
  id?: string | undefined;
  label?: string | undefined;
  expanded?: boolean | undefined;
  current?: boolean | undefined;
  children: ReactNode;
};

/** Shows something that is on this page already: a plain link until hydration, a button from then on. */
export function Opener({ href, onOpen, className, id, label, expanded, current, children }: OpenerProps) {
  if (!useHydrated())
    return (
      <a href={href} id={id} className={className} aria-label={label}>
        {children}
      </a>
    );
  return (
    <button
      type="button"
      id={id}
      className={className}
      aria-label={label}
      aria-expanded={expanded}
      aria-current={current || undefined}
      onClick={onOpen}
    >
      {children}
    </button>
  );
}
