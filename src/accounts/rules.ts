/** Texts and limits of accounts that both sides know (specification §5, §8). */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 256;

export const TEXTS = {
  passwordTooShort: "Password must be at least 8 characters long",
  passwordsDiffer: "Passwords don't match",
  emailMissing: "Please enter your email address",
  profileFailed: "Failed to load profile",
  linkMissing: "Invalid verification link",
  verificationFailed: "Verification failed. Please try again.",
  linkExpired: "The verification link is invalid or has expired.",
  resendFailed: "Failed to resend verification email",
  signedOut: "Please log in to continue.",
} as const;
