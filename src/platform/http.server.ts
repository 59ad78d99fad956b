import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import compress from "@fastify/compress";
import cors from "@fastify/cors";
import helmet from "@fastify/helmet";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawServerDefault,
} from "fastify";
import {
  hasZodFastifySchemaValidationErrors,
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from "fastify-type-provider-zod";
import type { Config } from "./config.server.ts";
import { BUSY, isDatabaseAway } from "./db.server.ts";
import type { Log } from "./log.server.ts";
import { ShopError } from "./shop-error.ts";

export type Http = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** Largest request body, in bytes. */
const BODY_LIMIT = 64 * 1024;

/** A Fastify with zod on every route, one shape of error, limits on every wait, and a log that keeps no secrets. */
export async function createHttp(config: Config, log: Log): Promise<Http> {
  const http: Http = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: trusted(config.TRUST_PROXY),
    bodyLimit: BODY_LIMIT,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    onProtoPoisoning: "error",
    onConstructorPoisoning: "error",
    forceCloseConnections: "idle",
    routerOptions: { maxParamLength: 200 },
    http: { headersTimeout: 10_000, maxHeaderSize: 16_384 },
    frameworkErrors: answerError,
  }).withTypeProvider<ZodTypeProvider>();

  http.setValidatorCompiler(validatorCompiler);
  http.setSerializerCompiler(serializerCompiler);
  http.setErrorHandler(answerError);
  http.addHook("onSend", async (request, reply) => {
    reply.header("x-request-id", request.id);
    // an answer of the API may be personal; what is not says so itself
    if (isApi(request.url) && !reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
  });
  http.addHook("onResponse", async (request, reply) => {
    const level = reply.statusCode >= 500 ? "error" : "debug";
    request.log[level](
      {
        method: request.method,
        path: pathOf(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      "answered",
    );
  });

  takeJsonOnly(http);
  await http.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentPolicy(config) },
    frameguard: { action: "deny" },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    hsts: config.PUBLIC_URL.startsWith("https:") ? { maxAge: 31_536_000 } : false,
    crossOriginResourcePolicy: { policy: "same-origin" },
  });
  await http.register(cors, {
    origin: config.CORS_ORIGINS,
    methods: ["GET", "POST"],
    allowedHeaders: ["content-type", "token", "idempotency-key"],
    exposedHeaders: ["x-request-id", "retry-after"],
    maxAge: 600,
  });
  await http.register(compress, { threshold: 1024, encodings: ["br", "gzip"] });
  return http;
}

/** Everything from this site alone; calls also go to BACKEND_URL where that is another host. */
function contentPolicy(config: Config) {
  return {
    defaultSrc: ["'self'"],
    // React Router's own start script stands in the page
    scriptSrc: ["'self'", "'unsafe-inline'"],
    // toasts bring their own styles
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", "data:"],
    connectSrc: ["'self'", ...(config.BACKEND_URL ? [config.BACKEND_URL] : [])],
    baseUri: ["'self'"],
    objectSrc: ["'none'"],
    frameAncestors: ["'none'"],
    formAction: ["'self'"],
  };
}

/** A number trusts that many proxies, counted from us. */
function trusted(proxies: Config["TRUST_PROXY"]) {
  return typeof proxies === "number" ? (_address: string, hop: number) => hop < proxies : proxies;
}

/** True for the paths that speak JSON; everything else is a page or a file. */
export function isApi(url: string): boolean {
  return /^\/(api|token|hooks)(\/|$|\?)/i.test(url);
}

/** The path without its query, which may hold a secret. */
export function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? url;
}

/** Answers any failure in the one shape; what is not meant for people is logged and hidden. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, message, fields } = readFailure(error);
  if (status >= 500 && !(error instanceof ShopError)) {
    request.log.error({ err: error, method: request.method, path: pathOf(request.url) }, "request failed");
  }
  if (status === 503) reply.header("retry-after", "2");
  const asText = status >= 500 ? `${message} (${request.id})` : message;
  if (!isApi(request.url)) return reply.code(status).type("text/plain; charset=utf-8").send(asText);
  // the push call's errors carry `error` as well (specification §7)
  const alias = pathOf(request.url) === "/token/stkpush" ? { error: message } : {};
  return reply
    .code(status)
    .type("application/json; charset=utf-8")
    .send(JSON.stringify({ success: false, message, ...alias, ...fields }));
}

type Failure = { status: number; message: string; fields?: Record<string, unknown> };

function readFailure(error: unknown): Failure {
  if (error instanceof ShopError)
    return { status: error.status, message: error.message, fields: error.fields };
  if (hasZodFastifySchemaValidationErrors(error))
    return { status: 400, message: describeFault(error.validation) };
  if (isDatabaseAway(error)) return { status: 503, message: BUSY };
  const status = (error as FastifyError | undefined)?.statusCode ?? 500;
  if (status < 500) return { status, message: CLIENT_FAULTS[status] ?? "The request is not valid." };
  return { status: 500, message: "Something went wrong on our side. Please try again." };
}

const CLIENT_FAULTS: Record<number, string> = {
  400: "The request is not valid.",
  404: "There is nothing at this address.",
  408: "The request took too long.",
  413: "The request is too large.",
  414: "The address is too long.",
  415: "The request must be JSON.",
  429: "Too many requests. Please wait a moment.",
};

/** "address.phone: must be digits": the first fault, with where it is. */
function describeFault(faults: { instancePath: string; message?: string | undefined }[]): string {
  const fault = faults[0];
  const where = (fault?.instancePath ?? "").split("/").filter(Boolean).join(".").slice(0, 80);
  const what = (fault?.message ?? "is not valid").slice(0, 160);
  return where ? `${where}: ${what}` : what;
}

function takeJsonOnly(http: FastifyInstance) {
  const parse = http.getDefaultJsonParser("error", "error");
  http.removeAllContentTypeParsers();
  http.addContentTypeParser<string>("application/json", { parseAs: "string" }, (request, body, done) => {
    if (request.headers["content-encoding"]) return done(new ShopError(415, "The request must be JSON."));
    // calls without a payload (cart/get, profile) may come with an empty body
    if (body === "") return done(null, undefined);
    parse(request, body, done);
  });
}
