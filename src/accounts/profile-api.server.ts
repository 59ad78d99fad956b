import type { Http } from "../platform/http/http.server.ts";
import { route } from "../platform/http/route.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import type { Accounts } from "./accounts.server.ts";
import * as contract from "./contract.ts";
import { endDevice, endOtherDevices, listDevices, visitorOf } from "./profile/devices.server.ts";
import { findUser, renameUser, type User } from "./queries.server.ts";
import { ACCOUNT_TEXTS } from "./rules.ts";
import { logIn } from "./sign-in/log-in.server.ts";
import { endSession, findSignedIn, sessionOf } from "./sign-in/session.server.ts";

const tag = "accounts";

/** POST /api/user/*: log in and out (specification §7), the profile, and where the account is signed in. */
export function profileApi(http: Http, accounts: Accounts) {
  sessionCalls(http, accounts);
  profileCalls(http, accounts);
  deviceCalls(http, accounts);
}

function sessionCalls(http: Http, accounts: Accounts) {
  route(
    http,
    contract.login,
    { tag, summary: "Sign in", refusals: { "4xx": contract.login.refusal } },
    async ({ body, request }) => {
      const signedIn = await findSignedIn(accounts.db, request);
      const token = await logIn(accounts, body, { ...visitorOf(request, body.device), signedIn });
      return { message: ACCOUNT_TEXTS.loggedIn, token };
    },
  );

  route(
    http,
    contract.logout,
    { tag, summary: "Sign out on this device", signedIn: true },
    async ({ request }) => {
      await endSession(accounts.db, request);
      return { message: ACCOUNT_TEXTS.loggedOut };
    },
  );
}

function deviceCalls(http: Http, { db }: Accounts) {
  route(
    http,
    contract.devices,
    { tag, summary: "Where my account is signed in", signedIn: true },
    async ({ userId, request }) => {
      const devices = await listDevices(db, userId, sessionOf(request));
      return { message: ACCOUNT_TEXTS.devicesFound, devices };
    },
  );

  route(
    http,
    contract.endDevice,
    { tag, summary: "Sign out on one of my devices", signedIn: true },
    async ({ userId, body }) => {
      await endDevice(db, userId, body.id);
      return { message: ACCOUNT_TEXTS.deviceEnded };
    },
  );

  route(
    http,
    contract.endOtherDevices,
    { tag, summary: "Sign out everywhere else", signedIn: true },
    async ({ userId, request }) => {
      await endOtherDevices(db, userId, sessionOf(request));
      return { message: ACCOUNT_TEXTS.othersEnded };
    },
  );
}

function profileCalls(http: Http, { db }: Accounts) {
  route(http, contract.profile, { tag, summary: "My account", signedIn: true }, async ({ userId }) => {
    const user = await findUser(db, userId);
    return { message: ACCOUNT_TEXTS.profileFound, user: visible(user) };
  });

  route(
    http,
    contract.updateProfile,
    { tag, summary: "Change the name", signedIn: true },
    async ({ userId, body }) => {
      const user = await renameUser(db, userId, body.name);
      return { message: ACCOUNT_TEXTS.profileChanged, user: visible(user) };
    },
  );
}

/** The fields a person sees of themselves, and no others. */
function visible(user: User | undefined) {
  if (!user) throw new ShopError(401, ACCOUNT_TEXTS.signedOut);
  const { name, email, guestEmail, verifiedAt, joinedAt } = user;
  return {
    name,
    email: guestEmail ?? email,
    isVerified: verifiedAt !== null,
    joinedDate: joinedAt.toISOString(),
    ...(guestEmail === null ? {} : { guest: true as const }),
  };
}
