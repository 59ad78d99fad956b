import { PAYMENT_TEXTS } from "../rules.ts";
import { fieldsOf, textOf } from "./fields.ts";

/** What an answer means that is not the one hoped for. */
export type Fault =
  /** The token was not accepted: nothing was done, and a new one helps. */
  | { type: "token" }
  /** Refused before anything was done. */
  | ({ type: "refused"; reason: string } & Refusal)
  /** Nobody can tell: it must not be sent again. */
  | { type: "unknown"; reason: string };

/** How a push that was refused is told to the shopper; `code` is one of M-Pesa's own of the same meaning. */
export type Refusal = { status: 409 | 502 | 503; message: string; code: string };

const BUSY: Refusal = { status: 503, message: PAYMENT_TEXTS.busy, code: "26" };
export const AWAY: Refusal = { status: 503, message: PAYMENT_TEXTS.away, code: "26" };
export const REFUSED: Refusal = { status: 502, message: PAYMENT_TEXTS.refused, code: "9999" };
const LOCKED: Refusal = { status: 409, message: PAYMENT_TEXTS.phoneInUse, code: "1001" };

/**
 * Reads an error of Daraja (docs/payments.md, "Push errors"): its envelope, the gateway's fault, or nothing readable at
 * all. Whatever is not surely a refusal is unknown, since money may have been asked for.
 */
export function readFault(status: number, body: unknown): Fault {
  const { code, message } = envelopeOf(body);
  const refused = (refusal: Refusal): Fault => ({
    type: "refused",
    reason: nameOf(code, status),
    ...refusal,
  });
  if (/apiproduct/i.test(message)) return refused(REFUSED);
  if (status === 401 || TOKEN.has(code)) return { type: "token" };
  if (status === 429 || /^policies\.ratelimit\./.test(code)) return refused(BUSY);
  const known = code === "500.001.1001" ? byMessage(message) : BY_CODE.get(code);
  if (known) return refused(known);
  if (REFUSING.has(status)) return refused(REFUSED);
  return { type: "unknown", reason: nameOf(code, status) };
}

/** The spellings of one fault by Daraja's several interfaces. */
const TOKEN = new Set([
  "404.001.03",
  "400.003.01",
  "401.002.01",
  "401.001",
  "keymanagement.service.invalid_access_token",
]);

const BY_CODE = new Map<string, Refusal>([
  ["500.003.02", BUSY],
  ["500.003.03", BUSY],
  ["400.002.02", REFUSED],
  ["400.002.05", REFUSED],
  ["404.001.01", REFUSED],
  ["404.001.04", REFUSED],
  ["405.001", REFUSED],
]);

/** Statuses with which a server says that it did nothing, whatever else it says. */
const REFUSING = new Set([400, 403, 404, 405, 411, 413, 415, 422]);

/** 500.001.1001 stands for several things. */
function byMessage(message: string): Refusal | undefined {
  if (/unable to lock subscriber/i.test(message)) return LOCKED;
  return /merchant does not exist|wrong credentials/i.test(message) ? REFUSED : undefined;
}

function envelopeOf(body: unknown): { code: string; message: string } {
  const { errorCode, errorMessage, fault } = fieldsOf(body);
  const { faultstring, detail } = fieldsOf(fault);
  return {
    code: textOf(errorCode) ?? textOf(fieldsOf(detail).errorcode) ?? "",
    message: textOf(errorMessage) ?? textOf(faultstring) ?? "",
  };
}

/** For the log: the fault's code, which names no person, or the status. */
function nameOf(code: string, status: number): string {
  return /^[\w.]{1,60}$/.test(code) ? code : `HTTP ${status}`;
}
