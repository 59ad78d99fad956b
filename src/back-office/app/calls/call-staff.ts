import type { z } from "zod";
import { CallError, FAILED } from "../../../platform/browser/call.ts";
import type { StaffContract } from "../../staff-route.server.ts";

type Named<Schema, Name extends string> = Schema extends z.ZodType
  ? { [K in Name]: z.input<Schema> }
  : object;

/** A contract's path with any text in place of each `:name`. */
type Filled<Path extends string> = Path extends `${infer Begin}/:${string}/${infer End}`
  ? `${Begin}/${string}/${Filled<End>}`
  : Path extends `${infer Begin}/:${string}`
    ? `${Begin}/${string}`
    : Path;

/** What the browser sends in a call: its path with the ids in it, and the rest by its contract. */
export type StaffCall<C extends StaffContract> = { path: Filled<C["path"]> } & (C["method"] extends
  | "GET"
  | "DELETE"
  ? { method: C["method"] }
  : object) &
  Named<C["query"], "query"> &
  Named<C["body"], "body">;

/** The answer of a call. */
export type AnswerTo<C extends StaffContract> = C["answer"] extends z.ZodType
  ? z.output<C["answer"]>
  : { success: true; message: string };

export const NOT_SAVED = "Not saved: no answer came. Check your connection and try again.";
/** A file that was changed or moved since it was chosen cannot be read any more. */
const UNREADABLE = "This device cannot read the file any more. Choose it once more.";

/**
 * Makes a call of /api/staff. Somebody who was signed out meanwhile, or must give the second factor again, is asked for it over
 * the page, and the call is then repeated; nothing typed is lost. `key` is the Idempotency-Key of a write, `file` a CSV file in
 * place of a body.
 * @throws CallError
 */
export function callStaff<C extends StaffContract>(
  call: StaffCall<C>,
  key?: string,
  file?: Blob,
): Promise<AnswerTo<C>> {
  return answeredStaff<C>(() => send(call, key, file));
}

/** Turns anything that was caught into the failure of a call. */
export function failureOf(error: unknown): CallError {
  return error instanceof CallError ? error : new CallError(500, String(error));
}

type Answered = { status: number; answer: Record<string, unknown> };

/** As `callStaff`, with any function that sends. @throws CallError */
export async function answeredStaff<C extends StaffContract>(
  attempt: () => Promise<Answered>,
): Promise<AnswerTo<C>> {
  for (;;) {
    const { status, answer } = await attempt();
    if (status >= 200 && status < 300 && answer.success === true) return answer as AnswerTo<C>;
    const message = typeof answer.message === "string" ? answer.message : FAILED;
    const asked = challengeOf(status, answer);
    if (!asked || !(await challenge(asked))) throw new CallError(status, message, answer);
  }
}

/** What must be asked before the call can be made again. */
function challengeOf(status: number, answer: Record<string, unknown>) {
  if (status === 401) return answer.next === "code" ? "code" : "sign-in";
  return status === 403 && answer.code === true ? "code" : undefined;
}

type Anything = { path: string; method?: string; query?: unknown; body?: unknown };

/** One request and its answer; used by the calls of the sign-in itself, which cannot ask for a sign-in. */
export async function send(call: Anything, key?: string, file?: Blob): Promise<Answered> {
  const { method = "POST", body } = call;
  const bytes = await file?.arrayBuffer().catch(() => {
    throw new CallError(400, UNREADABLE);
  });
  const response = await fetch(addressOf(call), {
    method,
    headers: {
      "x-staff": "1",
      ...(method === "POST" && { "content-type": bytes ? "text/csv" : "application/json" }),
      ...(key !== undefined && { "idempotency-key": key }),
    },
    ...(method === "POST" && { body: bytes ?? JSON.stringify(body ?? {}) }),
  }).catch(() => undefined);
  if (!response) throw new CallError(0, NOT_SAVED);
  return readAnswer(response);
}

export async function readAnswer(response: Response): Promise<Answered> {
  // an unreadable body counts as an empty answer
  const answer: Record<string, unknown> = (await response.json().catch(() => null)) ?? {};
  return { status: response.status, answer };
}

export function addressOf({ path, query }: Anything): string {
  const asked = Object.entries(query ?? {}).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, String(value)]],
  );
  return asked.length > 0 ? `${path}?${new URLSearchParams(asked)}` : path;
}

/** What is asked for over the page: to sign in again, or only the code of the app. */
type Challenge = "sign-in" | "code";
type OpenChallenge = { what: Challenge; answer: (passed: boolean) => void };

let asked: OpenChallenge | undefined;
const listeners = new Set<() => void>();

/** Asks over the page; resolves to true once that is done, to false when it is closed. Other calls wait for the same answer. */
function challenge(what: Challenge): Promise<boolean> {
  const before = asked;
  return new Promise((resolve) => {
    set({
      what: before?.what === "sign-in" ? "sign-in" : what,
      answer(passed) {
        set(undefined);
        before?.answer(passed);
        resolve(passed);
      },
    });
  });
}

export function openChallenge(): OpenChallenge | undefined {
  return asked;
}

export function onChallenge(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: OpenChallenge | undefined): void {
  asked = next;
  for (const listener of listeners) listener();
}
