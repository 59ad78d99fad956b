import { createHash } from "node:crypto";
import type { FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import type { z } from "zod";
import { productStanding } from "../catalogue/staff/find-product.server.ts";
import { couponStanding } from "../ordering/coupons/staff/coupons.server.ts";
import { orderStanding } from "../ordering/staff/change-guard.server.ts";
import { type Standing, standingAtCounter } from "../payments/core/standing.server.ts";
import type { Actor } from "../platform/audit/actor.server.ts";
import type { Db } from "../platform/database/db.server.ts";
import type { Http } from "../platform/http/http.server.ts";
import { validateInWords } from "../platform/http/input-faults.server.ts";
import { type Contract, oncePerKey, refused } from "../platform/input.ts";
import { ShopError } from "../platform/shop-error.ts";
import { type Answered, answerOnce } from "./answer-once.server.ts";
import type { Access } from "./guard-staff.server.ts";
import { personStanding } from "./people/people.server.ts";
import type { Session } from "./sign-in/staff-session.server.ts";
import type { StaffContext } from "./staff-context.server.ts";

/** What calls are about, by the beginning of their path. */
const SUBJECTS: [path: string, find: (db: Db, id: string) => Promise<Standing | undefined>][] = [
  ["/api/staff/orders/:id", orderStanding],
  ["/api/staff/money/:id", standingAtCounter],
  ["/api/staff/attempts/:id", standingAtCounter],
  ["/api/staff/codes/:payment", standingAtCounter],
  ["/api/staff/people/:id", personStanding],
  ["/api/staff/goods/:id", productStanding],
  ["/api/staff/coupons/:id", couponStanding],
];

/** Every 409 bears the current state of what the call is about, who changed it last and when; null where there is none. */
async function withCurrent(
  db: Db,
  error: unknown,
  { path, params }: { path: string; params: unknown },
): Promise<unknown> {
  if (!(error instanceof ShopError) || error.status !== 409 || "current" in error.fields) return error;
  const find = SUBJECTS.find(([begin]) => path === begin || path.startsWith(`${begin}/`))?.[1];
  const [id] = Object.values((params ?? {}) as Record<string, string>);
  const current = id === undefined ? undefined : await find?.(db, id);
  return new ShopError(409, error.message, {
    current: null,
    by: null,
    at: null,
    ...current,
    ...error.fields,
  });
}

/** A call of the back office: like every other, but it may be a DELETE. */
export type StaffContract = Contract & { method?: "GET" | "POST" | "DELETE" };

type About = { tag: string } & Access;

/** A request that passed guard and contract. `session` is whose it is; calls that anybody may make have none. */
type StaffRequest<C extends StaffContract> = {
  body: Checked<C["body"]>;
  query: Checked<C["query"]>;
  params: Checked<C["params"]>;
  /** As the audit writes them down. */
  by: Actor;
  session: Session;
  idempotencyKey: string | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
};

type Checked<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Answer<C extends StaffContract> = Omit<z.input<C["answer"]>, "success" | "message"> & {
  message?: string;
};
type Handle<C extends StaffContract> = (
  call: StaffRequest<C>,
) => Promise<Answer<C>> | (object extends Answer<C> ? Promise<void> : never);

/**
 * Registers calls of the back office: `right` says who may make one, and the guard sees to that before what came is checked
 * by the contract. `handle` gives the answer without `success: true`, or nothing where there is nothing to say. A write with an Idempotency-Key is done once.
 */
export function staffRoutes(http: Http, context: Pick<StaffContext, "db" | "answerKey">) {
  return <C extends StaffContract>(contract: C, about: About, handle: Handle<C>): void => {
    const { path, summary, query, params, body, answer, method = "POST" } = contract;
    const { tag, ...access } = about;
    const schema = {
      // staffDocs shows them
      hide: true,
      tags: [tag],
      summary,
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(method !== "GET" && { headers: oncePerKey }),
      response: { 200: answer, "4xx": refused.loose() },
    };
    http.route({
      method: method as HTTPMethods,
      url: path,
      config: { staff: access },
      schema,
      validatorCompiler: validateStaffCall,
      handler: async (request, reply) => {
        const call = callOf<C>(request, reply);
        const work = async (): Promise<Answered> => ({
          success: true,
          message: "Done.",
          ...(await handle(call).catch(async (error: unknown) => {
            throw await withCurrent(context.db, error, { path, params: request.params });
          })),
        });
        const { idempotencyKey: key, by } = call;
        // a trial writes nothing: asked again, it tries again
        const isTrial = (request.query as { dryRun?: string }).dryRun !== undefined;
        if (!key || !request.staff || isTrial) return work();
        const write = { staffId: request.staff.staffId, key, by };
        return answerOnce(context, { ...write, request: { path: request.url, body: bodyOf(request) } }, work);
      },
    });
  };
}

type Body = {
  type: string;
  /** Bytes; more are refused with `tooLarge`. */
  max: number;
  tooLarge: string;
};
type Route = <C extends StaffContract>(contract: C, about: About, handle: Handle<C>) => void;

/** Registers a call whose body is bytes of this type, in a scope of its own. Who may make it is asked before they are read. */
export async function bytesRoutes(
  http: Http,
  context: Pick<StaffContext, "db" | "answerKey">,
  { type, max, tooLarge }: Body,
  register: (route: Route) => void,
): Promise<void> {
  await http.register(async (scope: Http) => {
    const bytes = { parseAs: "buffer", bodyLimit: max } as const;
    scope.addContentTypeParser(type, bytes, (_request, body, done) => done(null, body));
    scope.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) =>
      http.errorHandler(error.statusCode === 413 ? new ShopError(413, tooLarge) : error, request, reply),
    );
    const route = staffRoutes(scope, context);
    register((contract, about, handle) => route(contract, { ...about, beforeBody: true }, handle));
  });
}

/** Of a file its hash stands for it. */
function bodyOf({ body }: FastifyRequest): unknown {
  return Buffer.isBuffer(body) ? createHash("sha256").update(body).digest("base64url") : body;
}

function callOf<C extends StaffContract>(request: FastifyRequest, reply: FastifyReply): StaffRequest<C> {
  const { staff: session, body, query, params, headers } = request;
  const idempotencyKey = headers["idempotency-key"];
  // the schemas have just checked it
  return {
    body,
    query,
    params,
    by: actorOf(request),
    session,
    idempotencyKey,
    request,
    reply,
  } as StaffRequest<C>;
}

/** Who asks, as the audit writes them down. */
export function actorOf(request: FastifyRequest): Actor {
  const { staff, id, ip } = request;
  return { id: staff?.staffId ?? null, name: staff?.name ?? "", role: staff?.role ?? "", requestId: id, ip };
}

const validateByField = validateInWords({}, { byField: true });

type Part = { schema: unknown; method: string; url: string; httpPart?: string | undefined };

/** Faults by field; `?status=` is a field of a form that was left as it was. */
export function validateStaffCall({ schema, httpPart, ...part }: Part) {
  const check = validateByField({ ...part, schema: schema as z.ZodType, ...(httpPart ? { httpPart } : {}) });
  return httpPart === "querystring" ? (query: unknown) => check(withoutEmpty(query)) : check;
}

function withoutEmpty(query: unknown): unknown {
  return Object.fromEntries(Object.entries(query as object).filter(([, value]) => value !== ""));
}
