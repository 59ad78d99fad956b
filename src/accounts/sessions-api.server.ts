import { SIGNED_IN } from "../platform/http/docs.server.ts";
import type { Http } from "../platform/http/http.server.ts";
import { refused } from "../platform/input.ts";
import type { Accounts } from "./accounts.server.ts";
import * as contract from "./contract.ts";
import { endDevice, endOtherDevices, listDevices, visitorOf } from "./devices.server.ts";
import { logIn } from "./log-in.server.ts";
import { TEXTS } from "./rules.ts";
import { endSession, sessionOf } from "./session.server.ts";

const tags = ["accounts"];

/** POST /api/user/*: log in and out (specification §7), and where the account is signed in. */
export function sessionsApi(http: Http, accounts: Accounts) {
  const { db } = accounts;
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
