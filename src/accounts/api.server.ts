import { SIGNED_IN } from "../platform/http/docs.server.ts";
import type { Http } from "../platform/http/http.server.ts";
import { refused } from "../platform/input.ts";
import { ShopError } from "../platform/shop-error.ts";
import type { Accounts } from "./accounts.server.ts";
import { changePassword, forgotPassword, resetPassword } from "./change-password.server.ts";
import * as contract from "./contract.ts";
import { visitorOf } from "./devices.server.ts";
import { findUser, renameUser, type User } from "./queries.server.ts";
import { register, resendVerification } from "./register.server.ts";
import { TEXTS } from "./rules.ts";
import { findSignedIn } from "./session.server.ts";
import { sessionsApi } from "./sessions-api.server.ts";
import { findOwner, verifyEmail } from "./verify.server.ts";

const tags = ["accounts"];

/** POST /api/user/* (specification §7), and the calls it leaves out: log out, new password, profile, devices. */
export function accountsApi(http: Http, accounts: Accounts) {
  signUpCalls(http, accounts);
  passwordCalls(http, accounts);
  profileCalls(http, accounts);
  sessionsApi(http, accounts);
}

function signUpCalls(http: Http, accounts: Accounts) {
  http.post(
    contract.register.path,
    {
      schema: {
        tags,
        summary: "Open an account; a link to verify the e-mail follows",
        body: contract.register.body,
        response: { 200: contract.register.answer, "4xx": refused },
      },
    },
    async (request) => {
      await register(accounts, request.body, request.ip);
      return { success: true as const, message: TEXTS.checkYourMail };
    },
  );

  http.post(
    contract.resendVerification.path,
    {
      schema: {
        tags,
        summary: "Another link to verify the e-mail",
        body: contract.resendVerification.body,
        response: { 200: contract.resendVerification.answer, "4xx": refused },
      },
    },
    async (request) => {
      await resendVerification(accounts, request.body.email, request.ip);
      return { success: true as const, message: TEXTS.resent };
    },
  );

  http.post(
    contract.verificationOwner.path,
    {
      schema: {
        tags,
        summary: "Whose e-mail a mailed link is for",
        body: contract.verificationOwner.body,
        response: { 200: contract.verificationOwner.answer, "4xx": refused },
      },
    },
    async (request) => {
      const owner = await findOwner(accounts, request.body.token);
      return { success: true as const, message: TEXTS.linkFound, ...owner };
    },
  );

  http.post(
    contract.verifyEmail.path,
    {
      schema: {
        tags,
        summary: "Verify the e-mail by the mailed link, and sign in",
        body: contract.verifyEmail.body,
        response: { 200: contract.verifyEmail.answer, "4xx": refused },
      },
    },
    async (request) => {
      const signedIn = await findSignedIn(accounts.db, request);
      const visitor = { ...visitorOf(request, request.body.device), signedIn };
      return { success: true as const, ...(await verifyEmail(accounts, request.body, visitor)) };
    },
  );
}

function passwordCalls(http: Http, accounts: Accounts) {
  http.post(
    contract.forgotPassword.path,
    {
      schema: {
        tags,
        summary: "A link to set a new password",
        body: contract.forgotPassword.body,
        response: { 200: contract.forgotPassword.answer, "4xx": refused },
      },
    },
    async (request) => {
      await forgotPassword(accounts, request.body.email, request.ip);
      return { success: true as const, message: TEXTS.checkForReset };
    },
  );

  http.post(
    contract.resetPassword.path,
    {
      schema: {
        tags,
        summary: "Set a new password by the mailed link",
        body: contract.resetPassword.body,
        response: { 200: contract.resetPassword.answer, "4xx": refused },
      },
    },
    async (request) => {
      await resetPassword(accounts, request.body, request.ip);
      return { success: true as const, message: TEXTS.passwordReset };
    },
  );

  http.post(
    contract.changePassword.path,
    {
      schema: {
        tags,
        summary: "Change the password; other devices are signed out",
        security: SIGNED_IN,
        body: contract.changePassword.body,
        response: { 200: contract.changePassword.answer, "4xx": refused },
      },
    },
    async (request) => {
      const visitor = visitorOf(request, request.body.device);
      const token = await changePassword(accounts, request.userId, request.body, visitor);
      return { success: true as const, message: TEXTS.passwordChanged, token };
    },
  );
}

function profileCalls(http: Http, { db }: Accounts) {
  http.post(
    contract.profile.path,
    {
      schema: {
        tags,
        summary: "My account",
        security: SIGNED_IN,
        response: { 200: contract.profile.answer, "4xx": refused },
      },
    },
    async (request) => {
      const user = await findUser(db, request.userId);
      return { success: true as const, message: TEXTS.profileFound, user: visible(user) };
    },
  );

  http.post(
    contract.updateProfile.path,
    {
      schema: {
        tags,
        summary: "Change the name",
        security: SIGNED_IN,
        body: contract.updateProfile.body,
        response: { 200: contract.updateProfile.answer, "4xx": refused },
      },
    },
    async (request) => {
      const user = await renameUser(db, request.userId, request.body.name);
      return { success: true as const, message: TEXTS.profileChanged, user: visible(user) };
    },
  );
}

/** The fields a person sees of themselves, and no others. */
function visible(user: User | undefined) {
  if (!user) throw new ShopError(401, TEXTS.signedOut);
  const { name, email, verifiedAt, joinedAt } = user;
  return { name, email, isVerified: verifiedAt !== null, joinedDate: joinedAt.toISOString() };
}
