import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import compress from "@fastify/compress";
import cors from "@fastify/cors";
import helmet from "@fastify/helmet";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawServerDefault,
} from "fastify";
import { serializerCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import type { PlatformConfig } from "../config.server.ts";
import { type Log, logWithin, requestLog } from "../log.server.ts";
import { ShopError } from "../shop-error.ts";
import { loggedPath, plainUrl } from "./address.server.ts";
import {
  CLIENT_FAULTS,
  createErrorHandler,
  type ErrorFields,
  NOT_VALID,
  refuseBytes,
  stamp,
} from "./error-response.server.ts";
import { type FieldSentences, validateInWords } from "./input-faults.server.ts";
import { isTooLarge } from "./json-limits.server.ts";
import { createPreRoutingServer, type PreRoutingHandler } from "./pre-routing.server.ts";

export type Http = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** Largest request body, in bytes. */
const BODY_LIMIT = 64 * 1024;
/** Milliseconds that an answer under way may take when the shop closes. */
const CLOSING_MAX = 7_000;

/** Slow headers and bodies are cut at the next check of the connections, which is by default every 30 s. */
const HEADERS = { headersTimeout: 10_000, maxHeaderSize: 16_384, connectionsCheckingInterval: 1_000 };
/** Milliseconds for a whole request to arrive, and for a silent connection, new or used before. */
const WAITS = { requestTimeout: 30_000, connectionTimeout: 60_000, keepAliveTimeout: 72_000 };

/**
 * A Fastify with zod on every route, one shape of error, limits on every wait, and a log without secrets.
 * The handlers in `preRouting` may answer before it; `sentences`: what to tell people about a field that came wrong, and
 * `errorFields`: what else the errors of a path contain.
 */
export async function createHttp(
  config: PlatformConfig,
  log: Log,
  {
    preRouting = [],
    sentences = {},
    errorFields,
  }: {
    preRouting?: readonly PreRoutingHandler[];
    sentences?: FieldSentences;
    errorFields?: ErrorFields;
  } = {},
): Promise<Http> {
  const answerError = createErrorHandler(errorFields);
  const http: Http = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (logger, { reqId }, _options, raw) =>
      requestLog(logger as Log, { reqId: String(reqId), path: loggedPath(raw.url ?? "/") }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: trusted(config.TRUST_PROXY),
    bodyLimit: BODY_LIMIT,
    ...WAITS,
    onProtoPoisoning: "error",
    onConstructorPoisoning: "error",
    // requests that still come on an open connection while closing are answered, then the connection is closed
    return503OnClosing: false,
    forceCloseConnections: "idle",
    rewriteUrl: (request) => plainUrl(request.url ?? "/"),
    routerOptions: { maxParamLength: 200 },
    serverFactory: (usual) => createPreRoutingServer({ ...WAITS, ...HEADERS }, preRouting, usual),
    clientErrorHandler: refuseBytes,
    frameworkErrors: answerError,
  }).withTypeProvider<ZodTypeProvider>();

  // without this Node drops headers beyond 2,000 silently; maxHeaderSize is the limit
  http.server.maxHeadersCount = 0;
  http.setValidatorCompiler(validateInWords(sentences));
  http.setSerializerCompiler(serializerCompiler);
  http.setErrorHandler(answerError);
  bindLogContext(http);
  http.addHook("onSend", async (request, reply) => stamp(request, reply));
  http.addHook("onResponse", async (request, reply) => {
    const level = reply.statusCode >= 500 ? "error" : "debug";
    request.log[level](
      {
        method: request.method,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      "answered",
    );
  });

  closeGracefully(http);
  acceptJsonOnly(http);
  await http.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentPolicy(config) },
    frameguard: { action: "deny" },
    referrerPolicy: { policy: "strict-origin-when-cross-origin" },
    hsts: config.PUBLIC_URL.startsWith("https:") ? { maxAge: 31_536_000 } : false,
    crossOriginResourcePolicy: { policy: "same-origin" },
    // a bank's confirmation may open beside the card page and must be able to answer to it
    crossOriginOpenerPolicy: { policy: "same-origin-allow-popups" },
  });
  http.addHook("onRequest", async (_request, reply) => {
    reply.header("permissions-policy", PERMISSIONS);
  });
  await http.register(cors, {
    // an origin not listed gets no CORS headers: its preflight is an unknown path
    origin: (origin, done) => done(null, origin && config.CORS_ORIGINS.includes(origin) ? origin : false),
    methods: ["GET", "POST"],
    allowedHeaders: ["content-type", "token", "idempotency-key"],
    exposedHeaders: ["x-request-id", "retry-after"],
    maxAge: 600,
    strictPreflight: false,
  });
  // compresses answers only: compressed requests are never decompressed
  await http.register(compress, { threshold: 1024, encodings: ["br", "gzip"], globalDecompression: false });
  return http;
}

/** Every log line of a request has its id. Entered twice, as the body's last bytes arrive outside of the first hook. */
function bindLogContext(http: FastifyInstance): void {
  const enter = (request: FastifyRequest, _reply: FastifyReply, done: () => void) =>
    logWithin({ reqId: request.id, path: loggedPath(request.url) }, done);
  http.addHook("onRequest", enter);
  http.addHook("preValidation", enter);
}

/** Everything from this site alone; calls also go to BACKEND_URL where that is another host. */
function contentPolicy(config: PlatformConfig) {
  return {
    defaultSrc: ["'self'"],
    // each page adds the hashes of its own inline scripts
    scriptSrc: ["'self'"],
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

/** Features that no page of the shop uses are switched off; a bank's payment sheet may open over the shop. */
export const PERMISSIONS = [
  ...["accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "magnetometer"],
  ...["microphone", "midi", "screen-wake-lock", "usb", "xr-spatial-tracking"],
]
  .map((feature) => `${feature}=()`)
  .concat("payment=(self)")
  .join(", ");

/** A number trusts that many proxies, counted from us. */
function trusted(proxies: PlatformConfig["TRUST_PROXY"]) {
  return typeof proxies === "number" ? (_address: string, hop: number) => hop < proxies : proxies;
}

/** Closing waits for answers under way, not for connections: a kept-alive one gets "connection: close", an unused one is destroyed, and all end after CLOSING_MAX. */
function closeGracefully(http: FastifyInstance): void {
  const open = new Set<Socket>();
  let closing = false;
  http.server.on("connection", (socket: Socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  http.addHook("onSend", async (_request, reply) => {
    if (closing) reply.header("connection", "close");
  });
  http.addHook("preClose", async () => {
    closing = true;
    // opened ahead by a browser and never used
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    setTimeout(() => http.server.closeAllConnections(), CLOSING_MAX).unref();
  });
}

function acceptJsonOnly(http: FastifyInstance) {
  const parse = http.getDefaultJsonParser("error", "error");
  http.removeAllContentTypeParsers();
  http.addContentTypeParser<Buffer>("application/json", { parseAs: "buffer" }, (request, body, done) => {
    if (request.headers["content-encoding"]) return done(new ShopError(415, "The request must be JSON."));
    // calls without a payload may come with an empty body
    if (body.length === 0) return done(null, undefined);
    if (!isUtf8(body)) return done(new ShopError(400, NOT_VALID));
    const text = body.toString();
    if (isTooLarge(text)) return done(new ShopError(400, CLIENT_FAULTS[413] ?? NOT_VALID));
    parse(request, text, done);
  });
}
