import { z } from "zod";
import { PHONE_INVALID, readMobile } from "../phone-rules.ts";
import { answered, faultless, refused, text, typed } from "../platform/input.ts";
import { nameFault } from "../platform/text-rules.ts";
import { ACCOUNT_TEXTS, PASSWORD_MAX, PASSWORD_MIN } from "./rules.ts";

// A fault with its own sentence is checked on the whole body: the answer is then that sentence alone.

/** Trimmed; upper and lower case are the same person. Plain ASCII only, so that no two addresses look alike. */
export const email = typed.pipe(text(254));

export function isEmail(body: { email: string }): boolean {
  // the part before the @ has 64 characters at most (RFC 5321 §4.5.3.1)
  return z.email().safeParse(body.email).success && body.email.lastIndexOf("@") <= 64;
}

const name = typed.normalize("NFC").pipe(text(100));

/** A name is used in mails, so it must be a plain one. */
const withPlainName = faultless(({ name }: { name: string }) => nameFault("name", name));

const hasName = (body: { name: string }) => body.name !== "";

/** Counts characters as most people do: an emoji is one, a letter with its accent is one. */
function isLongEnough(password: string): boolean {
  return [...password.normalize("NFC")].length >= PASSWORD_MIN;
}

const password = text(PASSWORD_MAX);

/** A secret that only this browser stores, by which it is recognised after a log-out; any other text counts as none. */
const device = z
  .string()
  .regex(/^[\w-]{43}$/)
  .optional()
  .catch(undefined);

/** The secret of a mailed link; anything but text counts as a wrong one. */
const linkSecret = z.string().catch("");

export const register = {
  path: "/api/user/register",
  summary: "Open an account; a link to verify the e-mail follows",
  body: z
    .object({ name, email, password })
    .refine(hasName, ACCOUNT_TEXTS.nameMissing)
    .check(withPlainName)
    .refine(isEmail, ACCOUNT_TEXTS.emailInvalid)
    .refine((body) => isLongEnough(body.password), ACCOUNT_TEXTS.passwordTooShort),
  answer: answered,
} as const;

const partOfName = (max: number, field: string, missing: string) =>
  typed.normalize("NFC").pipe(
    text(max)
      .min(1, missing)
      .check(faultless((name) => nameFault(field, name))),
  );

/**
 * Signs a person without an account in on this device, to order. Sent with a guest's own token it changes that guest's details
 * and returns the same token; an account gets 409, an ended sign-in 401. Whether the e-mail has an account makes no difference.
 * Repeated under the same Idempotency-Key it returns the same guest, until that sign-in has ended. Anybody who knows the key can
 * sign in as that guest: so it must be a secret, 32 random bytes as base64url, and anything weaker is refused.
 */
export const guest = {
  path: "/api/user/guest",
  summary: "Sign in on this device to order without an account",
  headers: z.object({
    "idempotency-key": z
      .string()
      .regex(/^[\w-]{43}$/)
      .optional(),
  }),
  body: z
    .object({
      firstName: partOfName(100, "first name", ACCOUNT_TEXTS.firstNameMissing),
      lastName: partOfName(300, "last name", ACCOUNT_TEXTS.lastNameMissing),
      email,
      phone: text(30),
      device,
    })
    .refine(isEmail, ACCOUNT_TEXTS.emailInvalid)
    .refine((body) => readMobile(body.phone) !== undefined, PHONE_INVALID),
  answer: answered.extend({ token: z.string(), guest: z.literal(true) }),
} as const;

/** A refusal has `needsVerification` when the password was right and the e-mail is not verified yet. */
export const login = {
  path: "/api/user/login",
  summary: "Sign in",
  body: z.object({ email, password, device }).refine(isEmail, ACCOUNT_TEXTS.emailInvalid),
  answer: answered.extend({ token: z.string() }),
  refusal: refused.extend({ needsVerification: z.literal(true).optional() }),
} as const;

const emailOnly = z
  .object({ email })
  .refine((body) => body.email !== "", ACCOUNT_TEXTS.emailMissing)
  .refine(isEmail, ACCOUNT_TEXTS.emailInvalid);

export const resendVerification = {
  path: "/api/user/resend-verification",
  summary: "Another link to verify the e-mail",
  body: emailOnly,
  answer: answered,
} as const;

/**
 * `token` in the answer signs in; it is absent when the link was already used, or someone else is signed in here. A
 * browser that did not sign up itself also sends the `password` of the sign-up, or a `newPassword` that replaces it; a
 * client that knows only the specification sends neither.
 */
export const verifyEmail = {
  path: "/api/user/verify-email",
  summary: "Verify the e-mail by the mailed link, and sign in",
  body: z
    .object({ token: linkSecret, device, password: password.optional(), newPassword: password.optional() })
    .refine(
      (body) => body.newPassword === undefined || isLongEnough(body.newPassword),
      ACCOUNT_TEXTS.passwordTooShort,
    ),
  answer: answered.extend({ token: z.string().optional() }),
} as const;

/**
 * Whose e-mail a verification link is for, without using it: asked before a browser that did not sign up itself goes on.
 * `contested`: no password typed so far will open the account.
 */
export const verificationOwner = {
  path: "/api/user/verification-owner",
  summary: "Whose e-mail a mailed link is for",
  body: z.object({ token: linkSecret }),
  answer: answered.extend({ email: z.string(), contested: z.boolean() }),
} as const;

/** Mails a link to /reset-password?token=…, usable once within an hour; the answer is the same for every e-mail. */
export const forgotPassword = {
  path: "/api/user/forgot-password",
  summary: "A link to set a new password",
  body: emailOnly,
  answer: answered,
} as const;

/** Sets a new password by the mailed link and signs every device out. */
export const resetPassword = {
  path: "/api/user/reset-password",
  summary: "Set a new password by the mailed link",
  body: z
    .object({ token: linkSecret, password })
    .refine((body) => isLongEnough(body.password), ACCOUNT_TEXTS.passwordTooShort),
  answer: answered,
} as const;

/** `guest`: somebody who ordered without an account; the e-mail is not verified, and there is no password. */
const person = z.object({
  name: z.string(),
  email: z.string(),
  isVerified: z.boolean(),
  joinedDate: z.iso.datetime(),
  guest: z.literal(true).optional(),
});

export const profile = {
  path: "/api/user/profile",
  summary: "My account",
  answer: answered.extend({ user: person }),
} as const;

export const updateProfile = {
  path: "/api/user/update-profile",
  summary: "Change the name",
  body: z.object({ name }).refine(hasName, ACCOUNT_TEXTS.nameMissing).check(withPlainName),
  answer: answered.extend({ user: person }),
} as const;

/** A wrong current password is refused with 400, never 401: the person stays signed in. `token` replaces the old one. */
export const changePassword = {
  path: "/api/user/change-password",
  summary: "Change the password; other devices are signed out",
  body: z
    .object({ currentPassword: password, newPassword: password, device })
    .refine((body) => isLongEnough(body.newPassword), ACCOUNT_TEXTS.passwordTooShort),
  answer: answered.extend({ token: z.string() }),
} as const;

export const logout = {
  path: "/api/user/logout",
  summary: "Sign out on this device",
  answer: answered,
} as const;

/** Where the account is signed in, this device first; `lastSeen` is accurate to the hour. */
export const devices = {
  path: "/api/user/devices",
  summary: "Where my account is signed in",
  answer: answered.extend({
    devices: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        since: z.iso.datetime(),
        lastSeen: z.iso.datetime(),
        isThis: z.boolean(),
      }),
    ),
  }),
} as const;

/** Signs one of the account's devices out. */
export const endDevice = {
  path: "/api/user/end-device",
  summary: "Sign out on one of my devices",
  body: z.object({ id: text(64).min(1) }),
  answer: answered,
} as const;

/** Signs the account out on every device but this one. */
export const endOtherDevices = {
  path: "/api/user/end-other-devices",
  summary: "Sign out everywhere else",
  answer: answered,
} as const;
