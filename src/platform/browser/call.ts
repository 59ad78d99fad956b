import type { z } from "zod";
import type { Contract } from "../input.ts";

/** A call that failed: the server's own message, its status (0: the connection broke) and the whole answer. */
export class CallError extends Error {
  // only declared: class fields would add a helper for Safari 15 to every page
  declare readonly status: number;
  declare readonly answer: Record<string, unknown>;

  constructor(status: number, message: string, answer: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.answer = answer;
  }
}

/** The message where the server sent none. */
export const FAILED = "Something went wrong. Please try again.";
export const OFFLINE = "No connection. Check your internet and try again.";

/** Whether the server no longer knows this sign-in. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof CallError && error.status === 401;
}

/** Whether the connection broke: nobody knows whether the call arrived. */
export function isOffline(error: unknown): error is CallError {
  return error instanceof CallError && error.status === 0;
}

/** The sentence for people about something caught. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

let readToken: () => string | null = () => null;

/** From now on every call sends what `read` returns as the header `token`. */
export function carryToken(read: () => string | null): void {
  readToken = read;
}

/** POSTs to the shop's API, typed by the call's contract. @throws CallError also when `signal` ended it */
export async function call<C extends Contract>(
  path: C["path"],
  body?: C["body"] extends z.ZodType ? z.input<C["body"]> : undefined,
  headers: Record<string, string> = {},
  signal: AbortSignal | null = null,
): Promise<z.output<C["answer"]>> {
  const token = readToken();
  const text = JSON.stringify(body ?? {});
  const response = await fetch(`${backend()}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(token ? { token } : {}), ...headers },
    body: text,
    signal,
    // keepalive: a tap just before leaving the page still arrives; browsers allow that for small requests only
    keepalive: text.length < KEPT_ALIVE,
  }).catch(() => {
    throw new CallError(0, OFFLINE);
  });
  return readAnswer(response);
}

/** POSTs a file's bytes to the shop's API. @throws CallError */
export async function sendFile<C extends Contract>(path: string, file: Blob): Promise<z.output<C["answer"]>> {
  const token = readToken();
  const response = await fetch(`${backend()}${path}`, {
    method: "POST",
    headers: { "content-type": file.type || "application/octet-stream", ...(token ? { token } : {}) },
    body: file,
  }).catch(() => {
    throw new CallError(0, OFFLINE);
  });
  return readAnswer(response);
}

/** Most characters of a request that may outlive its page. */
const KEPT_ALIVE = 4_000;

/** GETs from the shop's API. @throws CallError */
export async function fetchFrom<C extends Contract>(
  path: C["path"],
  query: URLSearchParams,
  headers: Record<string, string> = {},
): Promise<z.output<C["answer"]>> {
  const response = await fetch(`${backend()}${path}?${query}`, { headers }).catch(() => {
    throw new CallError(0, OFFLINE);
  });
  return readAnswer(response);
}

/** The origin of the API: this site, unless BACKEND_URL names another. */
function backend(): string {
  return document.documentElement.dataset.backend ?? "";
}

async function readAnswer<T>(response: Response): Promise<T> {
  // an unreadable body, or a bare null, counts as an empty answer
  const answer = (await response.json().catch(() => null)) ?? {};
  if (response.ok && answer.success) return answer;
  throw new CallError(response.status, answer.message ?? FAILED, answer);
}

/** What `work` gives, or undefined when it takes longer than `ms`. @throws what `work` throws in time */
export function withTimeout<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
