import { z } from "zod";
import { PASSWORD_MAX, PASSWORD_MIN } from "../../accounts/rules.ts";
import { answered, text, typed } from "../../platform/input.ts";
import { ROLES } from "../rights.ts";

// Calls of /api/staff by which people sign in. A refusal may carry `fields` (400), `right` or `code: true` (403).

const short = typed.pipe(text(254));
/** Six digits; people type a space in the middle, and copy unseen marks along. */
const totpCode = z
  .string()
  .transform((typed) => typed.replace(/[\s\p{Pd}\p{Cf}]/gu, ""))
  .pipe(text(20));
const linkToken = text(100);

/** Counted in characters as people see most of them. */
const newPassword = text(PASSWORD_MAX).refine(
  (typed) => [...typed.normalize("NFC")].length >= PASSWORD_MIN,
  `A password has at least ${PASSWORD_MIN} characters.`,
);

const person = z.object({ _id: z.string(), name: z.string(), role: z.enum(ROLES) });
const signedIn = answered.extend({ staff: person, rights: z.array(z.string()) });

/** Opens a welcome link: chooses the password and gives what an authenticator app needs. May be repeated until confirmed. */
export const welcome = {
  path: "/api/staff/welcome",
  summary: "Open a welcome link: choose a password",
  body: z.object({ token: linkToken, password: newPassword }),
  answer: answered.extend({ setupKey: z.string(), otpauth: z.string() }),
} as const;

/** Proves the authenticator app; uses the link up, and signs in. The recovery codes are shown this once. */
export const confirmWelcome = {
  path: "/api/staff/welcome/confirm",
  summary: "Prove the authenticator app: the link is used up, and a session begins",
  body: z.object({ token: linkToken, code: totpCode }),
  answer: answered.extend({ recoveryCodes: z.array(z.string()) }),
} as const;

/** A session that opens nothing yet but the question for the second factor. */
export const signIn = {
  path: "/api/staff/sign-in",
  summary: "E-mail and password: a half session, which opens nothing but second-factor",
  body: z.object({ email: short, password: text(PASSWORD_MAX) }),
  answer: answered.extend({ next: z.literal("code") }),
} as const;

/** By the app's code or a recovery code; asked again before money, settings and people. */
export const secondFactor = {
  path: "/api/staff/second-factor",
  summary: "The app's code, or a recovery code: the session goes on under a new token",
  body: z
    .object({ code: totpCode.optional(), recovery: short.optional() })
    .refine(({ code, recovery }) => Boolean(code) !== Boolean(recovery), {
      error: "Enter the code of your app, or a recovery code.",
      path: ["code"],
    }),
  answer: signedIn,
} as const;

export const signOut = {
  path: "/api/staff/sign-out",
  summary: "End this session",
} as const;

export const me = {
  method: "GET",
  path: "/api/staff/me",
  summary: "Who is signed in, with which rights",
  answer: signedIn,
} as const;

/** Ends every other session of the person. */
export const changePassword = {
  path: "/api/staff/password",
  summary: "Change the password; every other session ends",
  body: z.object({ password: text(PASSWORD_MAX), newPassword }),
} as const;

const session = z.object({
  _id: z.string(),
  person: z.object({ _id: z.string(), name: z.string() }),
  agent: z.string(),
  ip: z.string(),
  /** Milliseconds since 1970. */
  begun: z.int(),
  seen: z.int(),
  current: z.boolean(),
});

/** One's own sessions; the owner's answer has everybody's. */
export const listSessions = {
  method: "GET",
  path: "/api/staff/sessions",
  summary: "My sessions; everybody's for the owner",
  answer: answered.extend({ rows: z.array(session) }),
} as const;

export const endSession = {
  method: "DELETE",
  path: "/api/staff/sessions/:id",
  summary: "End a session, such as that of a lost phone",
} as const;
