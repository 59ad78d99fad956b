import type { Db } from "../platform/db.server.ts";
import { transaction } from "../platform/db.server.ts";
import type { Http } from "../platform/http.server.ts";
import { refused } from "../platform/input.ts";
import { ShopError } from "../platform/shop-error.ts";
import * as contract from "./contract.ts";
import type { Passwords } from "./password.server.ts";
import { findUser, findUserByEmail, markVerified, useMailLink, wasJustUsed } from "./queries.server.ts";
import { CHECK_YOUR_MAIL, register, resendVerification } from "./register.server.ts";
import { TEXTS } from "./rules.ts";
import { beginSession, endSession, requireUser } from "./session.server.ts";

const tags = ["accounts"];

/** POST /api/user/* (specification §7). */
export function accountsApi(http: Http, accounts: { db: Db; passwords: Passwords; publicUrl: string }) {
  const { db, passwords } = accounts;

  http.post(
    contract.register.path,
    {
      schema: {
        tags,
        body: contract.register.body,
        response: { 200: contract.register.answer, "4xx": refused },
      },
    },
    async (request) => {
      await register(accounts, request.body);
      return { success: true as const, message: CHECK_YOUR_MAIL };
    },
  );

  http.post(
    contract.login.path,
    { schema: { tags, body: contract.login.body, response: { 200: contract.login.answer } } },
    async (request) => {
      const user = await findUserByEmail(db, request.body.email);
      if (!(await passwords.matches(user?.passwordHash, request.body.password)) || !user)
        throw new ShopError(401, "Invalid email or password");
      if (!user.verifiedAt)
        throw new ShopError(403, "Please verify your email before logging in.", { needsVerification: true });
      return { success: true as const, message: "Logged in", token: await beginSession(db, user.id) };
    },
  );

  http.post(
    contract.resendVerification.path,
    {
      schema: {
        tags,
        body: contract.resendVerification.body,
        response: { 200: contract.resendVerification.answer },
      },
    },
    async (request) => {
      await resendVerification(accounts, request.body.email);
      return { success: true as const, message: CHECK_YOUR_MAIL };
    },
  );

  http.post(
    contract.verifyEmail.path,
    { schema: { tags, body: contract.verifyEmail.body, response: { 200: contract.verifyEmail.answer } } },
    async (request) =>
      transaction(db, async (tx) => {
        const userId = await useMailLink(tx, request.body.token, "verify");
        if (userId) {
          await markVerified(tx, userId);
          return {
            success: true as const,
            message: "Email verified successfully",
            token: await beginSession(tx, userId),
          };
        }
        if (await wasJustUsed(tx, request.body.token))
          return { success: true as const, message: "Your email is already verified. Please log in." };
        throw new ShopError(400, TEXTS.linkExpired);
      }),
  );

  http.post(
    contract.profile.path,
    { schema: { tags, response: { 200: contract.profile.answer } } },
    async (request) => {
      const user = await findUser(db, await requireUser(db, request));
      if (!user) throw new ShopError(401, TEXTS.signedOut);
      const { name, email, verifiedAt, joinedAt } = user;
      return {
        success: true as const,
        message: "Profile found",
        user: { name, email, isVerified: verifiedAt !== null, joinedDate: joinedAt.toISOString() },
      };
    },
  );

  http.post(
    contract.logout.path,
    { schema: { tags, response: { 200: contract.logout.answer } } },
    async (request) => {
      await endSession(db, request);
      return { success: true as const, message: "Logged out" };
    },
  );
}
