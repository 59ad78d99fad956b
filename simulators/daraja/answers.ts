/** What a call is answered: JSON, or a string as it stands; `reset` breaks the connection instead. */
export type Answer = { status: number; body: unknown; type?: string; reset?: true };

/** A call refused in Daraja's envelope of requestId, errorCode and errorMessage. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function inEnvelope({ status, code, message }: Refusal, requestId: string): Answer {
  return { status, body: { requestId, errorCode: code, errorMessage: message } };
}

export const ok = (body: unknown): Answer => ({ status: 200, body });

export const RESET: Answer = { status: 0, body: "", reset: true };

/** Which family of error codes a call answers with: they spell the same faults differently. */
export type Family = "stk" | "c2b" | "pull";

export function invalidField(field: string, family: Family = "stk"): Refusal {
  const code = { stk: "400.002.02", c2b: "400.003.02", pull: "400.001" }[family];
  return new Refusal(400, code, `Bad Request - Invalid ${field}`);
}

/** The spellings of one fault: 404 on STK and reversal, 400 on C2B and status, 401 on pull. */
export function invalidToken(family: Family): Refusal {
  if (family === "c2b") return new Refusal(400, "400.003.01", "Invalid Access Token");
  if (family === "pull") return new Refusal(401, "401.001", "Invalid Access Token");
  return new Refusal(404, "404.001.03", "Invalid Access Token");
}

export const wrongCredentials = () =>
  new Refusal(500, "500.001.1001", "[MerchantValidate] - Wrong credentials");

export const locked = () =>
  new Refusal(
    500,
    "500.001.1001",
    "Unable to lock subscriber, a transaction is already in process for the current subscriber",
  );

export const busy = () => new Refusal(500, "500.003.02", "System is busy. Please try again in few minutes.");

export const internalError = () => new Refusal(500, "500.003.1001", "Internal Server Error");

/** The gateway's own refusal, in another shape than Daraja's. */
export function spikeArrest(): Answer {
  const rate = "MessageRate{messagesPerPeriod=5, periodInMicroseconds=60000000, maxBurstMessageCount=1.0}";
  return {
    status: 429,
    body: {
      fault: {
        faultstring: `Spike arrest violation. Allowed rate : ${rate}`,
        detail: { errorcode: "policies.ratelimit.SpikeArrestViolation" },
      },
    },
  };
}

/** A load balancer's page instead of JSON. */
export function htmlPage(status: number): Answer {
  const title = status === 503 ? "503 Service Unavailable" : `${status} Bad Gateway`;
  const body = `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
  return { status, body, type: "text/html" };
}

/** The same answer, cut off in the middle. */
export function truncated(answer: Answer): Answer {
  const text = textOf(answer);
  return { ...answer, body: text.slice(0, Math.floor(text.length / 2)), type: "application/json" };
}

/** The answer's body as it goes over the wire. */
export function textOf(answer: Answer): string {
  return typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
}
