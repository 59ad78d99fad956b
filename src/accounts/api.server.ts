import type { Feature } from "../platform/feature.server.ts";
import type { Http } from "../platform/http/http.server.ts";
import { route } from "../platform/http/route.server.ts";
import type { Accounts } from "./accounts.server.ts";
import * as contract from "./contract.ts";
import { orderAsGuest } from "./guest/order-as-guest.server.ts";
import { changePassword, resetPassword } from "./password/change-password.server.ts";
import { forgotPassword } from "./password/forgot-password.server.ts";
import { endDevice, endOtherDevices, listDevices, visitorOf } from "./profile/devices.server.ts";
import { findUser, profileOf, renameUser, sweepAccounts, sweepGuests } from "./queries.server.ts";
import { ACCOUNT_TEXTS } from "./rules.ts";
import { logIn } from "./sign-in/log-in.server.ts";
import { endSession, findSignedIn, sentToken, sessionOf } from "./sign-in/session.server.ts";
import { register, resendVerification } from "./sign-up/register.server.ts";
import { findOwner, verifyEmail } from "./sign-up/verify.server.ts";

const open = { tag: "accounts" } as const;
const own = { ...open, signedIn: true } as const;

/** POST /api/user/* (specification §7), and the calls it leaves out: log out, new password, profile, devices. */
export function accountsFeature(http: Http, accounts: Accounts): Feature {
  signUpCalls(http, accounts);
  passwordCalls(http, accounts);
  sessionCalls(http, accounts);
  profileCalls(http, accounts);
  deviceCalls(http, accounts);
  guestCall(http, accounts);
  const { db, guestRecords } = accounts;
  return { hour: [() => sweepAccounts(db), () => sweepGuests(db, guestRecords)] };
}

function guestCall(http: Http, accounts: Accounts) {
  route(http, contract.guest, open, async ({ body, headers, request }) => {
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
  });
}

function signUpCalls(http: Http, accounts: Accounts) {
  route(http, contract.register, open, async ({ body, request }) => {
    await register(accounts, body, request.ip);
    return { message: ACCOUNT_TEXTS.checkYourMail };
  });

  route(http, contract.resendVerification, open, async ({ body, request }) => {
    await resendVerification(accounts, body.email, request.ip);
    return { message: ACCOUNT_TEXTS.resent };
  });

  route(http, contract.verificationOwner, open, async ({ body }) => {
    const owner = await findOwner(accounts, body.token);
    return { message: ACCOUNT_TEXTS.linkFound, ...owner };
  });

  route(http, contract.verifyEmail, open, async ({ body, request }) => {
    const signedIn = await findSignedIn(accounts.db, request);
    const visitor = { ...visitorOf(request, body.device), signedIn };
    return verifyEmail(accounts, body, visitor);
  });
}

function passwordCalls(http: Http, accounts: Accounts) {
  route(http, contract.forgotPassword, open, async ({ body, request }) => {
    await forgotPassword(accounts, body.email, request.ip);
    return { message: ACCOUNT_TEXTS.checkForReset };
  });

  route(http, contract.resetPassword, open, async ({ body, request }) => {
    await resetPassword(accounts, body, request.ip);
    return { message: ACCOUNT_TEXTS.passwordReset };
  });

  route(http, contract.changePassword, own, async ({ userId, body, request }) => {
    const visitor = visitorOf(request, body.device);
    const token = await changePassword(accounts, userId, body, visitor);
    return { message: ACCOUNT_TEXTS.passwordChanged, token };
  });
}

function sessionCalls(http: Http, accounts: Accounts) {
  route(
    http,
    contract.login,
    { ...open, refusals: { "4xx": contract.login.refusal } },
    async ({ body, request }) => {
      const signedIn = await findSignedIn(accounts.db, request);
      const token = await logIn(accounts, body, { ...visitorOf(request, body.device), signedIn });
      return { message: ACCOUNT_TEXTS.loggedIn, token };
    },
  );

  route(http, contract.logout, own, async ({ request }) => {
    await endSession(accounts.db, request);
    return { message: ACCOUNT_TEXTS.loggedOut };
  });
}

function deviceCalls(http: Http, { db }: Accounts) {
  route(http, contract.devices, own, async ({ userId, request }) => {
    const devices = await listDevices(db, userId, sessionOf(request));
    return { message: ACCOUNT_TEXTS.devicesFound, devices };
  });

  route(http, contract.endDevice, own, async ({ userId, body }) => {
    await endDevice(db, userId, body.id);
    return { message: ACCOUNT_TEXTS.deviceEnded };
  });

  route(http, contract.endOtherDevices, own, async ({ userId, request }) => {
    await endOtherDevices(db, userId, sessionOf(request));
    return { message: ACCOUNT_TEXTS.othersEnded };
  });
}

function profileCalls(http: Http, { db }: Accounts) {
  route(http, contract.profile, own, async ({ userId }) => {
    const user = await findUser(db, userId);
    return { message: ACCOUNT_TEXTS.profileFound, user: profileOf(user) };
  });

  route(http, contract.updateProfile, own, async ({ userId, body }) => {
    const user = await renameUser(db, userId, body.name);
    return { message: ACCOUNT_TEXTS.profileChanged, user: profileOf(user) };
  });
}
