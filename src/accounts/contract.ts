import { z } from "zod";
import { answered, text } from "../platform/input.ts";
import { PASSWORD_MAX, PASSWORD_MIN, TEXTS } from "./rules.ts";

/** An address as it is kept: trimmed; upper and lower case are the same person. */
export const email = z
  .string()
  .trim()
  .pipe(text(254).pipe(z.email("Please enter a valid email address")));

export const newPassword = text(PASSWORD_MAX).refine(
  (value) => [...value].length >= PASSWORD_MIN,
  TEXTS.passwordTooShort,
);

export const register = {
  path: "/api/user/register",
  body: z.object({
    name: z.string().trim().pipe(text(100).min(1, "Please enter your name")),
    email,
    password: newPassword,
  }),
  answer: answered,
} as const;

export const login = {
  path: "/api/user/login",
  body: z.object({ email, password: text(PASSWORD_MAX) }),
  answer: answered.extend({ token: z.string() }),
} as const;

export const resendVerification = {
  path: "/api/user/resend-verification",
  body: z.object({ email }),
  answer: answered,
} as const;

/** `token` in the answer signs in; it is absent when the link was already used. */
export const verifyEmail = {
  path: "/api/user/verify-email",
  body: z.object({ token: text(200) }),
  answer: answered.extend({ token: z.string().optional() }),
} as const;

export const profile = {
  path: "/api/user/profile",
  answer: answered.extend({
    user: z.object({
      name: z.string(),
      email: z.string(),
      isVerified: z.boolean(),
      joinedDate: z.iso.datetime(),
    }),
  }),
} as const;

export const logout = { path: "/api/user/logout", answer: answered } as const;
