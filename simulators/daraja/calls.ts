import { type Answer, type Family, inEnvelope, invalidField, Refusal } from "./answers.ts";
import { registerUrls } from "./c2b.ts";
import type { Fields } from "./fields.ts";
import { modeOf, outage, worsened } from "./outages.ts";
import { pull, registerPull } from "./pull.ts";
import { push } from "./push.ts";
import { query, queryLimit } from "./query.ts";
import { reversal } from "./reversal.ts";
import { status } from "./status.ts";
import { demandToken, giveToken } from "./tokens.ts";
import type { Logged, Mode, World } from "./world.ts";

/** A request as it came. */
export type Call = {
  method: string;
  path: string;
  search: URLSearchParams;
  authorization?: string;
  contentType?: string;
  text: string;
};

type Handler = {
  family: Family;
  work: (world: World, fields: Fields) => Answer | Promise<Answer>;
  gate?: (world: World) => Answer | undefined;
};

const TOKEN = "/oauth/v1/generate";

const HANDLERS: Record<string, Handler> = {
  "/mpesa/stkpush/v1/processrequest": { family: "stk", work: push },
  "/mpesa/stkpushquery/v1/query": { family: "stk", work: query, gate: queryLimit },
  "/mpesa/c2b/v2/registerurl": { family: "c2b", work: registerUrls },
  "/mpesa/transactionstatus/v1/query": { family: "c2b", work: status },
  "/mpesa/reversal/v1/request": { family: "stk", work: reversal },
  "/pulltransactions/v1/register": { family: "pull", work: registerPull },
  "/pulltransactions/v1/query": { family: "pull", work: pull },
};

/** Answers a call, badly where the mode says so, and logs it. */
export async function answerCall(world: World, call: Call): Promise<Answer> {
  const entry: Logged = {
    direction: "in",
    at: world.clock.now(),
    method: call.method,
    path: call.path,
    body: fieldsOf(call.text) ?? call.text,
    status: 0,
  };
  world.log.push(entry);
  const answer = await answered(world, call, modeOf(world, call.path));
  entry.status = answer.status;
  return answer;
}

async function answered(world: World, call: Call, mode: Mode): Promise<Answer> {
  const out = outage(world, mode);
  if (out && !mode.processed) return out;
  const fair = await fairly(world, call, mode);
  return out ?? worsened(world, mode, fair);
}

async function fairly(world: World, call: Call, mode: Mode): Promise<Answer> {
  try {
    return await handled(world, call, mode);
  } catch (error) {
    if (error instanceof Refusal) return inEnvelope(error, world.ids.request());
    throw error;
  }
}

async function handled(world: World, call: Call, { mode }: Mode): Promise<Answer> {
  if (call.path === TOKEN) {
    if (call.method !== "GET") throw notAllowed(call.method);
    return giveToken(world, mode, call.authorization, call.search.get("grant_type"));
  }
  const handler = HANDLERS[call.path];
  if (!handler) throw new Refusal(404, "404.001.01", "Resource not found");
  if (call.method !== "POST") throw notAllowed(call.method);
  const stopped = handler.gate?.(world);
  if (stopped) return stopped;
  demandToken(world, mode, call.authorization, handler.family);
  if (!/^application\/json\b/i.test(call.contentType ?? "")) throw invalidField("Content-Type");
  const fields = fieldsOf(call.text);
  if (!fields) throw new Refusal(400, "400.002.05", "Invalid Request Payload");
  return handler.work(world, fields);
}

const notAllowed = (method: string) => new Refusal(405, "405.001", `${method} Method Not Allowed`);

function fieldsOf(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
