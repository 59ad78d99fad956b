import type { Feature } from "../platform/feature.server.ts";
import type { Http } from "../platform/http/http.server.ts";
import { route } from "../platform/http/route.server.ts";
import type { Accounts } from "./accounts.server.ts";
import * as contract from "./contract.ts";
import { orderAsGuest } from "./guest/order-as-guest.server.ts";
import { changePassword, resetPassword } from "./password/change-password.server.ts";
import { forgotPassword } from "./password/forgot-password.server.ts";
import { visitorOf } from "./profile/devices.server.ts";
import { profileApi } from "./profile-api.server.ts";
import { sweepAccounts, sweepGuests } from "./queries.server.ts";
import { ACCOUNT_TEXTS } from "./rules.ts";
import { findSignedIn, sentToken } from "./sign-in/session.server.ts";
import { register, resendVerification } from "./sign-up/register.server.ts";
import { findOwner, verifyEmail } from "./sign-up/verify.server.ts";

const tag = "accounts";

/** POST /api/user/* (specification §7), and the calls it leaves out: log out, new password, profile, devices. */
export function accountsFeature(http: Http, accounts: Accounts): Feature {
  signUpCalls(http, accounts);
  passwordCalls(http, accounts);
  profileApi(http, accounts);
  guestCall(http, accounts);
  const { db, guestRecords } = accounts;
  return { hour: [() => sweepAccounts(db), () => sweepGuests(db, guestRecords)] };
}

function guestCall(http: Http, accounts: Accounts) {
  route(
    http,
    contract.guest,
    { tag, summary: "Sign in on this device to order without an account" },
    async ({ body, headers, request }) => {
      const userId = await findSignedIn(accounts.db, request);
      const signedIn = userId && { userId, token: sentToken(request) ?? "" };
      const visitor = visitorOf(request, body.device);
      const known = {
        signedIn: signedIn || undefined,
        sentToken: Boolean(request.headers.token),
        key: headers["idempotency-key"],
      };
      const token = await orderAsGuest(accounts, body, visitor, known);
      return { message: ACCOUNT_TEXTS.guestWelcome, token, guest: true as const };
    },
  );
}

function signUpCalls(http: Http, accounts: Accounts) {
  route(
    http,
    contract.register,
    { tag, summary: "Open an account; a link to verify the e-mail follows" },
    async ({ body, request }) => {
      await register(accounts, body, request.ip);
      return { message: ACCOUNT_TEXTS.checkYourMail };
    },
  );

  route(
    http,
    contract.resendVerification,
    { tag, summary: "Another link to verify the e-mail" },
    async ({ body, request }) => {
      await resendVerification(accounts, body.email, request.ip);
      return { message: ACCOUNT_TEXTS.resent };
    },
  );

  route(
    http,
    contract.verificationOwner,
    { tag, summary: "Whose e-mail a mailed link is for" },
    async ({ body }) => {
      const owner = await findOwner(accounts, body.token);
      return { message: ACCOUNT_TEXTS.linkFound, ...owner };
    },
  );

  route(
    http,
    contract.verifyEmail,
    { tag, summary: "Verify the e-mail by the mailed link, and sign in" },
    async ({ body, request }) => {
      const signedIn = await findSignedIn(accounts.db, request);
      const visitor = { ...visitorOf(request, body.device), signedIn };
      return verifyEmail(accounts, body, visitor);
    },
  );
}

function passwordCalls(http: Http, accounts: Accounts) {
  route(
    http,
    contract.forgotPassword,
    { tag, summary: "A link to set a new password" },
    async ({ body, request }) => {
      await forgotPassword(accounts, body.email, request.ip);
      return { message: ACCOUNT_TEXTS.checkForReset };
    },
  );

  route(
    http,
    contract.resetPassword,
    { tag, summary: "Set a new password by the mailed link" },
    async ({ body, request }) => {
      await resetPassword(accounts, body, request.ip);
      return { message: ACCOUNT_TEXTS.passwordReset };
    },
  );

  route(
    http,
    contract.changePassword,
    { tag, summary: "Change the password; other devices are signed out", signedIn: true },
    async ({ userId, body, request }) => {
      const visitor = visitorOf(request, body.device);
      const token = await changePassword(accounts, userId, body, visitor);
      return { message: ACCOUNT_TEXTS.passwordChanged, token };
    },
  );
}
