import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { BUSY, isDatabaseAway } from "../database/db.server.ts";
import { ShopError } from "../shop-error.ts";
import { isApi, pathOf } from "./address.server.ts";

/** Sets the headers of every answer. Answers of the API may be personal, and refusals may be temporary: neither is cached. */
export function stamp(request: FastifyRequest, reply: FastifyReply): void {
  reply.header("x-request-id", request.id);
  if (reply.hasHeader("cache-control")) return;
  if (isApi(request.url) || reply.statusCode >= 400) reply.header("cache-control", "no-store");
}

/** Further fields of a path's errors: what the clients of some calls read besides `success` and `message`. */
export type ErrorFields = (
  path: string,
  failure: { status: number; message: string; retryAfter?: number | undefined },
) => Record<string, unknown> | undefined;

/** Answers any failure in the one shape; an error that is not meant for people is logged and not shown. */
export function createErrorHandler(errorFields: ErrorFields = () => undefined) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    answerError(error, request, reply, errorFields);
}

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, errorFields: ErrorFields) {
  const gone = hungUp(error, request);
  const { status, message, fields } = gone ? GONE : readFailure(error);
  if (gone) request.log.debug({ method: request.method }, "the caller hung up");
  if (status >= 500 && !(error instanceof ShopError)) {
    request.log.error({ err: error, method: request.method }, "request failed");
  }
  if (status === 503) reply.header("retry-after", "2");
  if (status === 429 && !reply.hasHeader("retry-after")) reply.header("retry-after", "60");
  reply.code(status);
  // a request whose address cannot be parsed comes here without the onSend hook
  stamp(request, reply);
  const asText = status >= 500 ? `${message} (${request.id})` : message;
  if (!isApi(request.url)) return reply.type("text/plain; charset=utf-8").send(asText);
  const retryAfter = status === 429 ? Number(reply.getHeader("retry-after")) : undefined;
  const more = errorFields(pathOf(request.url), { status, message, retryAfter });
  return reply
    .type("application/json; charset=utf-8")
    .send(JSON.stringify({ success: false, message, ...more, ...fields }));
}

type Failure = { status: number; message: string; fields?: Record<string, unknown> };

/** The client disconnected in the middle of the request: no fault of the shop, and nobody reads the answer. */
function hungUp(error: unknown, request: FastifyRequest): boolean {
  return error instanceof Error && error === request.raw.errored;
}

function readFailure(error: unknown): Failure {
  if (error instanceof ShopError)
    return { status: error.status, message: error.message, fields: error.fields };
  if (isDatabaseAway(error)) return { status: 503, message: BUSY };
  const asked = (error as FastifyError | null | undefined)?.statusCode ?? 500;
  // a forbidden file is answered as one that does not exist
  const status = asked === 403 ? 404 : asked;
  if (status >= 400 && status < 500) return { status, message: CLIENT_FAULTS[status] ?? NOT_VALID };
  return { status: 500, message: OUR_FAULT };
}

export const OUR_FAULT = "Something went wrong on our side. Please try again.";
export const NOT_VALID = "The request is not valid.";
const GONE: Failure = { status: 400, message: NOT_VALID };
export const CLIENT_FAULTS: Record<number, string> = {
  400: NOT_VALID,
  404: "There is nothing at this address.",
  408: "The request took too long.",
  413: "The request is too large.",
  414: "The address is too long.",
  415: "The request must be JSON.",
  429: "Too many requests. Please wait a moment.",
  431: "The request's headers are too large.",
};

/** Answers bytes that are no HTTP request and so reach no route: in the same shape, written by hand; then it disconnects. */
export function refuseBytes(fault: NodeJS.ErrnoException, socket: Socket): void {
  if (fault.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = BROKEN[fault.code ?? ""] ?? 400;
  const body = JSON.stringify({ success: false, message: CLIENT_FAULTS[status] });
  socket.write(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nCache-Control: no-store\r\nX-Request-Id: ${randomUUID()}\r\nConnection: close\r\n\r\n${body}`,
  );
  socket.destroySoon();
}

const BROKEN: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};
