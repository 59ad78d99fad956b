import type { ComponentProps } from "react";
import { useHydrated } from "../../ui/use-hydrated.ts";

type Props = Omit<ComponentProps<"button">, "disabled"> & {
  /** Its action is under way. */
  busy?: boolean;
  /** There is nothing for it to do just now. */
  off?: boolean;
};

/** A button that needs scripts. While it is busy or off it stays in the keyboard's reach, and a press does nothing. */
export function ActionButton({ busy = false, off = false, onClick, ...button }: Props) {
  const hydrated = useHydrated();
  return (
    <button
      type="button"
      className="button"
      {...button}
      disabled={!hydrated}
      aria-disabled={(hydrated && (busy || off)) || undefined}
      onClick={off ? undefined : onClick}
    />
  );
}
