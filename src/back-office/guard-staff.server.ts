import type { FastifyRequest } from "fastify";
import type { Db } from "../platform/database/db.server.ts";
import type { ErrorFields } from "../platform/http/error-response.server.ts";
import type { Http } from "../platform/http/http.server.ts";
import { ShopError } from "../platform/shop-error.ts";
import { may, RIGHTS, type Right, type Role } from "./rights.ts";
import type { StaffCookie } from "./sign-in/staff-cookie.server.ts";
import { findSession, type Session } from "./sign-in/staff-session.server.ts";

/**
 * Who may make a call: those with the right; "anybody", before they sign in; or "half", who have not given the second
 * factor yet. `money`: the second factor must have been given within the last 30 minutes. `beforeBody`: checked before the body
 * is read, for calls with a large one.
 */
export type Access = { right: Right | "anybody" | "half"; money?: true; beforeBody?: true };

declare module "fastify" {
  interface FastifyRequest {
    /** The session of a call of /api/staff, set by the guard. */
    staff: Session | undefined;
  }
  interface FastifyContextConfig {
    staff?: Access;
  }
}

const PREFIX = "/api/staff";

/**
 * Guards every call under /api/staff by its route's `staff` config. A route without one stops the start.
 * Writes must come from our own pages: with the header `x-staff`, which no other site can send, and no foreign Origin.
 */
export function guardStaff(http: Http, parts: { db: Db; cookie: StaffCookie; publicUrl: string }): void {
  http.decorateRequest("staff", undefined);
  http.addHook("onRoute", (route) => {
    if (!route.url.startsWith(PREFIX)) return;
    const access = route.config?.staff;
    if (
      !access ||
      !(access.right === "anybody" || access.right === "half" || Object.hasOwn(RIGHTS, access.right))
    )
      throw new Error(`${String(route.method)} ${route.url} does not say who may call it.`);
    route[access.beforeBody ? "onRequest" : "preValidation"] = (request: FastifyRequest) =>
      demandAccess(request, access);
  });

  async function demandAccess(request: FastifyRequest, { right, money }: Access): Promise<void> {
    if (request.method !== "GET" && request.method !== "HEAD") demandOwnPage(request, parts.publicUrl);
    const session = await findSession(parts.db, parts.cookie.read(request.headers));
    request.staff = session;
    if (right === "anybody") return;
    if (!session) throw new ShopError(401, "Please sign in.");
    if (right === "half") return;
    if (!session.whole) throw new ShopError(401, "Please enter the code of your app.", { next: "code" });
    demandRight(session.role, right);
    if (money) demandFresh(session);
  }
}

/** @throws ShopError 403 `right` */
export function demandRight(role: Role, right: Right): void {
  if (!may(role, right)) throw new ShopError(403, "Your role does not allow this.", { right });
}

/** @throws ShopError 403 `code`: the second factor was given more than half an hour ago */
export function demandFresh(session: Session): void {
  if (!session.fresh)
    throw new ShopError(403, "Please enter the code of your app once more.", { code: true });
}

/** @throws ShopError 403 the request did not come from our own page */
function demandOwnPage({ headers }: FastifyRequest, publicUrl: string): void {
  const { origin, host } = headers;
  const isOurs = origin === undefined || origin === new URL(publicUrl).origin || hostOf(origin) === host;
  if (headers["x-staff"] !== "1" || !isOurs)
    throw new ShopError(403, "This was not asked by the shop's own pages.");
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/** A 400 of the back office always has `fields`, even for JSON that cannot be read. */
export const staffErrorFields: ErrorFields = (path, { status }) =>
  status === 400 && path.startsWith("/api/staff/") ? { fields: {} } : undefined;
