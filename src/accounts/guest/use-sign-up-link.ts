import { type RefObject, useEffect } from "react";
import { useLocation } from "react-router";
import { emailOfLink } from "./sign-up-link.ts";

/** On a page reached by a signUpLink: `start` opens the sign-up form, and the link's e-mail stands in it. */
export function useSignUpLink(form: RefObject<HTMLFormElement | null>, start: () => void): void {
  const { hash } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address alone asks for it
  useEffect(() => {
    const email = emailOfLink(hash);
    if (!email) return;
    start();
    const field = form.current?.elements.namedItem("email");
    if (field instanceof HTMLInputElement && !field.value) field.value = email;
  }, [hash]);
}
