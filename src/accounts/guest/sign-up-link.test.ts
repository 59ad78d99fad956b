import { expect, test } from "vitest";
import { emailOfLink, signUpLink } from "../sign-in/login-link.tsx";

test.each(["wanjiku@example.com", "o'otieno+duka@example.co.ke", "a&b=c#d@example.com"])(
  "the link for %s gives it back, and nothing of it reaches a server",
  (email) => {
    const [path, hash = ""] = signUpLink(email).split("#");
    expect(path).toBe("/login");
    expect(emailOfLink(`#${hash}`)).toBe(email);
  },
);

test.each(["", "#", "#sign-up=", "#sign-up=%", "#main", `#sign-up=${"a".repeat(900)}`])(
  "%j names nobody",
  (hash) => expect(emailOfLink(hash)).toBeUndefined(),
);
