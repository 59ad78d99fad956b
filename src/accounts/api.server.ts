import { SIGNED_IN } from "../platform/docs.server.ts";
import type { Http } from "../platform/http.server.ts";
import { refused } from "../platform/input.ts";
import { ShopError } from "../platform/shop-error.ts";
import type { Accounts } from "./accounts.server.ts";
import { changePassword, forgotPassword, resetPassword } from "./change-password.server.ts";
import * as contract from "./contract.ts";
import { endDevice, endOtherDevices, listDevices, visitorOf } from "./devices.server.ts";
import { logIn } from "./log-in.server.ts";
import { findUser, renameUser, type User } from "./queries.server.ts";
import { register, resendVerification } from "./register.server.ts";
import { TEXTS } from "./rules.ts";
import { endSession, findSignedIn, sessionOf } from "./session.server.ts";
import { emailOfLink, verifyEmail } from "./verify.server.ts";

const tags = ["accounts"];

/** POST /api/user/* (specification §7), and the calls it leaves out: log out, new password, profile. */
export function accountsApi(http: Http, accounts: Accounts) {
  signUpCalls(http, accounts);
  passwordCalls(http, accounts);
  profileCalls(http, accounts);
  deviceCalls(http, accounts);
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
      const email = await emailOfLink(accounts, request.body.token);
      return { success: true as const, message: TEXTS.linkFound, email };
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
      const { token, device } = request.body;
      const signedIn = await findSignedIn(accounts.db, request);
      const visitor = { ...visitorOf(request, device), signedIn };
      return { success: true as const, ...(await verifyEmail(accounts, token, visitor)) };
    },
  );

  http.post(
    contract.login.path,
    {
      schema: {
        tags,
        summary: "Sign in",
        body: contract.login.body,
        response: { 200: contract.login.answer, "4xx": contract.login.refusal },
      },
    },
    async (request) => {
      const token = await logIn(accounts, request.body, visitorOf(request, request.body.device));
      return { success: true as const, message: TEXTS.loggedIn, token };
    },
  );

  http.post(
    contract.logout.path,
    {
      schema: {
        tags,
        summary: "Sign out on this device",
        security: SIGNED_IN,
        response: { 200: contract.logout.answer, "4xx": refused },
      },
    },
    async (request) => {
      await endSession(accounts.db, request);
      return { success: true as const, message: TEXTS.loggedOut };
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

function deviceCalls(http: Http, { db }: Accounts) {
  http.post(
    contract.devices.path,
    {
      schema: {
        tags,
        summary: "Where my account is signed in",
        security: SIGNED_IN,
        response: { 200: contract.devices.answer, "4xx": refused },
      },
    },
    async (request) => {
      const devices = await listDevices(db, request.userId, sessionOf(request));
      return { success: true as const, message: TEXTS.devicesFound, devices };
    },
  );

  http.post(
    contract.endDevice.path,
    {
      schema: {
        tags,
        summary: "Sign out on one of my devices",
        security: SIGNED_IN,
        body: contract.endDevice.body,
        response: { 200: contract.endDevice.answer, "4xx": refused },
      },
    },
    async (request) => {
      await endDevice(db, request.userId, request.body.id);
      return { success: true as const, message: TEXTS.deviceEnded };
    },
  );

  http.post(
    contract.endOtherDevices.path,
    {
      schema: {
        tags,
        summary: "Sign out everywhere else",
        security: SIGNED_IN,
        response: { 200: contract.endOtherDevices.answer, "4xx": refused },
      },
    },
    async (request) => {
      await endOtherDevices(db, request.userId, sessionOf(request));
      return { success: true as const, message: TEXTS.othersEnded };
    },
  );
}

/** The fields a person sees of themselves, and no others. */
function visible(user: User | undefined) {
  if (!user) throw new ShopError(401, TEXTS.signedOut);
  const { name, email, verifiedAt, joinedAt } = user;
  return { name, email, isVerified: verifiedAt !== null, joinedDate: joinedAt.toISOString() };
}
