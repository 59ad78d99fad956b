import { PAYMENT_TEXTS } from "../rules.ts";
import { fieldsOf, textOf } from "./fields.ts";

/** What an answer means that is not a success. */
export type Fault =
  /** The token was not accepted: nothing was done, and it can be sent again with a new token. */
  | { type: "token" }
  /** Refused before anything was done. */
  | ({ type: "refused"; reason: string } & Refusal)
  /** The request may have been carried out: it must not be sent again. */
  | { type: "unknown"; reason: string };

/** The answer to the shopper for a push that was refused; `code` is M-Pesa's own code of the same meaning. */
export type Refusal = { status: 409 | 502 | 503; message: string; code: string };

const BUSY: Refusal = { status: 503, message: PAYMENT_TEXTS.busy, code: "26" };
export const AWAY: Refusal = { status: 503, message: PAYMENT_TEXTS.away, code: "26" };
export const REFUSED: Refusal = { status: 502, message: PAYMENT_TEXTS.refused, code: "9999" };
const LOCKED: Refusal = { status: 409, message: PAYMENT_TEXTS.phoneInUse, code: "1001" };

/**
 * Reads an error of Daraja (docs/payments.md, "Push errors"): its envelope, the gateway's fault, or nothing readable. Any
 * answer that is not certainly a refusal is `unknown`, since the shopper may have been asked for money.
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

/** Codes of this fault in Daraja's different interfaces. */
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

/** HTTP statuses that mean the server did nothing, whatever the body says. */
const REFUSING = new Set([400, 403, 404, 405, 411, 413, 415, 422]);

/** The code 500.001.1001 stands for several faults, which its message tells apart. */
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
