import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { PathParam } from "react-router";
import { z } from "zod";
import { productStanding } from "../catalogue/staff/find-product.server.ts";
import { couponStanding } from "../ordering/coupons/staff/coupons.server.ts";
import { orderStanding } from "../ordering/staff/change-guard.server.ts";
import { type Standing, standingAtCounter } from "../payments/staff/refusals.server.ts";
import type { Actor } from "../platform/audit/actor.server.ts";
import type { Db } from "../platform/database/db.server.ts";
import type { Http } from "../platform/http/http.server.ts";
import { validateInWords } from "../platform/http/input-faults.server.ts";
import { answered, type Contract, oncePerKey, refused, text } from "../platform/input.ts";
import { ShopError } from "../platform/shop-error.ts";
import { type Answered, answerOnce } from "./answer-once.server.ts";
import type { Access } from "./guard-staff.server.ts";
import { personStanding } from "./people/people.server.ts";
import type { Session } from "./sign-in/staff-session.server.ts";
import type { StaffContext } from "./staff-context.server.ts";

/** How to find the current state of what a call is about, by the beginning of its path. */
const SUBJECTS: [path: string, find: (db: Db, id: string) => Promise<Standing | undefined>][] = [
  ["/api/staff/orders/:id", orderStanding],
  ["/api/staff/money/:id", standingAtCounter],
  ["/api/staff/attempts/:id", standingAtCounter],
  ["/api/staff/codes/:payment", standingAtCounter],
  ["/api/staff/people/:id", personStanding],
  ["/api/staff/goods/:id", productStanding],
  ["/api/staff/coupons/:id", couponStanding],
];

/** Adds to every 409 the current state of what the call is about, who changed it last and when; null where there is none. */
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

/** A call of the back office: like any other, but also DELETE. Each `:name` in its path is a parameter. */
export type StaffContract = Omit<Contract, "params" | "answer"> & {
  method?: "GET" | "POST" | "DELETE";
  /** Missing where the answer only says that it is done. */
  answer?: z.ZodType;
  /** The content type of a document that is sent instead of a JSON answer. */
  document?: string;
};

/** A body of bytes of this type; more than `max` are refused with `tooLarge`. */
type Bytes = { type: string; max: number; tooLarge: string };
type About = Access & { bytes?: Bytes };

/** A request that passed guard and contract. `session` belongs to who sent it; calls that anybody may make have none. */
type StaffRequest<C extends StaffContract> = {
  body: Checked<C["body"]>;
  query: Checked<C["query"]>;
  params: Record<PathParam<C["path"]>, string>;
  /** As the audit records them. */
  by: Actor;
  session: Session;
  idempotencyKey: string | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
};

type Checked<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Answer<C extends StaffContract> = C["answer"] extends z.ZodType
  ? Promise<Omit<z.input<C["answer"]>, "success" | "message"> & { message?: string }>
  : Promise<{ message?: string }> | Promise<void>;
type Handle<C extends StaffContract> = (
  call: StaffRequest<C>,
) => C["document"] extends string ? Promise<string | Buffer | Readable> : Answer<C>;

export type Route = <C extends StaffContract>(contract: C, about: About, handle: Handle<C>) => void;

/**
 * Registers calls of the back office: `right` says who may make one, and the guard checks it before the request is validated
 * by the contract, and for bytes before they are read. `handle` returns the answer without `success: true`, or nothing where
 * there is nothing to return. A write with an Idempotency-Key is done once.
 */
export function staffRoutes(http: Http, context: Pick<StaffContext, "db" | "answerKey">, tag: string): Route {
  return (contract, { bytes, ...access }, handle) => {
    const add = (scope: Http) =>
      scope.route({
        method: contract.method ?? "POST",
        url: contract.path,
        config: { staff: { ...access, ...(bytes && { beforeBody: true }) } },
        schema: schemaOf(contract, tag),
        validatorCompiler: validateStaffCall,
        handler: handlerOf(context, contract, handle),
      });
    if (!bytes) return void add(http);
    http.register(async (scope: Http) => {
      acceptBytes(scope, http, bytes);
      add(scope);
    });
  };
}

function schemaOf(
  { path, method, summary, query, body, answer = answered, document }: StaffContract,
  tag: string,
) {
  const params = path.match(/(?<=:)\w+/g);
  return {
    // only staffDocs shows them
    hide: true,
    tags: [tag],
    summary,
    ...(params && { params: z.object(Object.fromEntries(params.map((name) => [name, text(64)]))) }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(method !== "GET" && { headers: oncePerKey }),
    ...(!document && { response: { 200: answer, "4xx": refused.loose() } }),
  };
}

function handlerOf<C extends StaffContract>(
  context: Pick<StaffContext, "db" | "answerKey">,
  { path, document }: C,
  handle: Handle<C>,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const call = callOf<C>(request, reply);
    if (document) return reply.type(document).send(await handle(call));
    const work = async (): Promise<Answered> => ({
      success: true,
      message: "Done.",
      ...(await (handle(call) as Promise<object>).catch(async (error: unknown) => {
        throw await withCurrent(context.db, error, { path, params: request.params });
      })),
    });
    const { idempotencyKey: key, by } = call;
    // a dry run writes nothing, so it is simply repeated
    const isTrial = (request.query as { dryRun?: string }).dryRun !== undefined;
    if (!key || !request.staff || isTrial) return work();
    const write = { staffId: request.staff.staffId, key, by };
    return answerOnce(context, { ...write, request: { path: request.url, body: bodyOf(request) } }, work);
  };
}

/** Registered in a scope of its own, so that bytes of another type, or too many, are refused as usual. */
function acceptBytes(scope: Http, http: Http, { type, max, tooLarge }: Bytes): void {
  const bytes = { parseAs: "buffer", bodyLimit: max } as const;
  scope.addContentTypeParser(type, bytes, (_request, body, done) => done(null, body));
  scope.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) =>
    http.errorHandler(error.statusCode === 413 ? new ShopError(413, tooLarge) : error, request, reply),
  );
}

/** The body; for a file its hash. */
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

/** Who sent the request, as the audit records it. */
export function actorOf(request: FastifyRequest): Actor {
  const { staff, id, ip } = request;
  return { id: staff?.staffId ?? null, name: staff?.name ?? "", role: staff?.role ?? "", requestId: id, ip };
}

const validateByField = validateInWords({}, { byField: true });

type Part = { schema: unknown; method: string; url: string; httpPart?: string | undefined };

/** Validates with faults by field. An empty query parameter such as `?status=` is an unused field of a form, and is ignored. */
export function validateStaffCall({ schema, httpPart, ...part }: Part) {
  const check = validateByField({ ...part, schema: schema as z.ZodType, ...(httpPart ? { httpPart } : {}) });
  return httpPart === "querystring" ? (query: unknown) => check(withoutEmpty(query)) : check;
}

function withoutEmpty(query: unknown): unknown {
  return Object.fromEntries(Object.entries(query as object).filter(([, value]) => value !== ""));
}
