import { type RefObject, useEffect } from "react";
import { useLocation } from "react-router";

/** Who somebody said they are before they came to log in or sign up. */
export type KnownPerson = { name?: string; email?: string };

/** Puts what a LoginLink brought along into the fields that are still empty; signing up has one more. */
export function useKnownPerson(form: RefObject<HTMLFormElement | null>, signingUp: boolean): void {
  const { state } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each mode; what was emptied since stays so
  useEffect(() => {
    const person = (state as { person?: KnownPerson } | null)?.person ?? {};
    for (const [name, known] of Object.entries(person)) {
      const field = form.current?.elements.namedItem(name);
      if (field instanceof HTMLInputElement && !field.value) field.value = known;
    }
  }, [signingUp]);
}
