import { type RefObject, useEffect } from "react";
import { useLocation } from "react-router";
import { emailOfLink } from "../guest/sign-up-link.ts";
import type { KnownPerson } from "./login-link.tsx";

type Form = RefObject<HTMLFormElement | null>;

/** Puts what a LoginLink brought along into the fields that are still empty; signing up has one more. */
export function useKnownPerson(form: Form, signingUp: boolean): void {
  const { state } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each mode; what was emptied since stays so
  useEffect(() => fillEmpty(form, (state as { person?: KnownPerson } | null)?.person ?? {}), [signingUp]);
}

/** On a page reached by a signUpLink: `start` opens the sign-up form, and the link's e-mail stands in it. */
export function useSignUpLink(form: Form, start: () => void): void {
  const { hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address alone asks for it
  useEffect(() => {
    const email = emailOfLink(hash);
    if (!email) return;
    start();
    fillEmpty(form, { email });
  }, [hash]);
}

function fillEmpty(form: Form, values: KnownPerson): void {
  for (const [name, value] of Object.entries(values)) {
    const field = form.current?.elements.namedItem(name);
    if (field instanceof HTMLInputElement && !field.value) field.value = value;
  }
}
