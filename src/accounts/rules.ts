/** Texts and limits of accounts that both sides know (specification §5, §8). */
export const PASSWORD_MIN = 8;
export const PASSWORD_MAX = 256;

export const TEXTS = {
  nameMissing: "Please enter your name",
  nameStrange: "Please enter your name as plain text, without links or signs like / and @",
  passwordTooShort: "Password must be at least 8 characters long",
  passwordTooCommon: "This password is too common. Please choose another.",
  passwordIsOurs: "Please choose a password other than the shop's name or your email.",
  passwordsDiffer: "Passwords don't match",
  passwordWrong: "Your current password is not correct.",
  passwordRaced: "Your password was changed somewhere else just now. Please try again.",
  passwordChanged: "Your password is changed. Other devices are signed out.",
  passwordReset: "Your password is changed. Please log in with it.",
  emailMissing: "Please enter your email address",
  emailInvalid: "Please enter a valid email address",
  checkYourMail: "Please check your email to verify your account.",
  checkForReset: "If this email has an account, a link to set a new password is on its way.",
  loginFailed: "Invalid email or password",
  verifyFirst: "Please verify your email before logging in.",
  loggedIn: "Logged in",
  loggedOut: "Logged out",
  profileFound: "Profile found",
  profileChanged: "Your profile is saved.",
  profileFailed: "Failed to load profile",
  linkMissing: "Invalid verification link",
  verifiedContested:
    "Email verified. It was signed up with more than one password, so we mailed you a link to choose yours.",
  verified: "Email verified successfully",
  verifiedBefore: "Your email is already verified. Please log in.",
  verifiedAside: "Email verified. You are still signed in to your other account.",
  verificationFailed: "Verification failed. Please try again.",
  linkExpired: "The verification link is invalid or has expired.",
  resetLinkExpired: "This link is invalid or has expired. Please ask for a new one.",
  resendFailed: "Failed to resend verification email",
  signedOut: "Please log in to continue.",
} as const;
