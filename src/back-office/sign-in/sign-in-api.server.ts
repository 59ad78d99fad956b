import { and, desc, eq, gt, sql } from "drizzle-orm";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "../../platform/audit/actor.server.ts";
import { writeAudit } from "../../platform/audit/write-audit.server.ts";
import { type Db, transaction } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { may, rightsOf } from "../rights.ts";
import type { StaffContext } from "../staff-context.server.ts";
import { actorOf, type Route } from "../staff-route.server.ts";
import { staff, staffSessions } from "../tables.server.ts";
import * as contract from "./contract.ts";
import { changeOwnPassword, giveSecondFactor, startSignIn } from "./sign-in.server.ts";
import { type Device, endSessionOf, SESSION_SECONDS, type Session } from "./staff-session.server.ts";
import { finishWelcome, openWelcome } from "./welcome.server.ts";

const anybody = { right: "anybody" } as const;
const own = { right: "own" } as const;

/** /api/staff/welcome, sign-in, second-factor, sign-out, me, password, sessions. */
export function signInApi(route: Route, context: StaffContext): void {
  const { cookie } = context;
  const keep = (reply: FastifyReply, token: string) => cookie.write(reply, token, SESSION_SECONDS);
  welcomeApi(route, context, keep);
  route(contract.signIn, anybody, async ({ body, request, reply }) => {
    keep(reply, await startSignIn(context, body, deviceOf(request)));
    return { next: "code" as const };
  });
  route(contract.secondFactor, { right: "half" }, async ({ body, session, by, request, reply }) => {
    const token = cookie.read(request.headers) ?? "";
    keep(reply, await giveSecondFactor(context, body, { session, token, by }));
    return signedIn(session);
  });
  route(contract.signOut, { right: "half" }, async ({ request, reply }) => {
    await endSessionOf(context.db, cookie.read(request.headers) ?? "");
    cookie.clear(reply);
  });
  route(contract.me, own, async ({ session }) => signedIn(session));
  route(contract.changePassword, { ...own, money: true }, ({ body, session, by }) =>
    changeOwnPassword(context, body, { session, by }),
  );
  sessionsApi(route, context);
}

function sessionsApi(route: Route, context: StaffContext): void {
  route(contract.listSessions, own, async ({ session }) => ({
    rows: await listSessions(context.db, session),
  }));
  route(contract.endSession, own, async ({ params, session, by }) => {
    if (!(await revokeSession(context.db, { id: params.id, viewer: session, by })))
      throw new ShopError(404, "There is no such session.");
  });
}

type Keep = (reply: FastifyReply, token: string) => void;

function welcomeApi(route: Route, context: StaffContext, keep: Keep): void {
  route(contract.welcome, anybody, ({ body }) => openWelcome(context, body));
  route(contract.confirmWelcome, anybody, async ({ body, request, reply }) => {
    const by = (person: { id: string; name: string; role: string }) => ({ ...actorOf(request), ...person });
    const { recoveryCodes, session } = await finishWelcome(context, body, {
      device: deviceOf(request),
      by,
    });
    keep(reply, session);
    return { recoveryCodes };
  });
}

function signedIn({ staffId, name, role }: Session) {
  return { staff: { _id: staffId, name, role }, rights: rightsOf(role) };
}

function deviceOf({ ip, headers }: FastifyRequest): Device {
  return { ip, agent: headers["user-agent"] ?? "" };
}

/** The person's own sessions, or everybody's for who sees people. Last seen first. */
async function listSessions(db: Db, viewer: Session) {
  const found = await db
    .select({
      _id: staffSessions.id,
      person: { _id: staff.id, name: staff.name },
      agent: staffSessions.agent,
      ip: staffSessions.ip,
      createdAt: staffSessions.createdAt,
      seenAt: staffSessions.seenAt,
    })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(and(gt(staffSessions.expiresAt, sql`now()`), ofViewer(viewer)))
    .orderBy(desc(staffSessions.seenAt));
  return found.map(({ createdAt, seenAt, ...session }) => ({
    ...session,
    begun: createdAt.getTime(),
    seen: seenAt.getTime(),
    current: session._id === viewer.id,
  }));
}

/** Ends one of them, such as that of a lost phone; false when there is none that the viewer sees. */
async function revokeSession(
  db: Db,
  { id, viewer, by }: { id: string; viewer: Session; by: Actor },
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const [ended] = await tx
      .delete(staffSessions)
      .where(and(eq(staffSessions.id, id), ofViewer(viewer)))
      .returning({ staffId: staffSessions.staffId });
    if (!ended) return false;
    await writeAudit(tx, by, {
      action: "person.end-session",
      subjectKind: "person",
      subjectId: ended.staffId,
    });
    return true;
  });
}

function ofViewer({ role, staffId }: Session) {
  return may(role, "people") ? undefined : eq(staffSessions.staffId, staffId);
}
