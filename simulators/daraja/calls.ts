import {
  type Answer,
  busy,
  type Family,
  htmlPage,
  inEnvelope,
  internalError,
  invalidField,
  ok,
  RESET,
  Refusal,
  spikeArrest,
  truncated,
} from "./answers.ts";
import { registerUrls } from "./c2b.ts";
import { demandMerchant, type Fields, PHONE, reader } from "./fields.ts";
import { eatIso } from "./ids.ts";
import { demandToken, giveToken, push } from "./push.ts";
import { status } from "./results.ts";
import { reversal } from "./reversal.ts";
import { queryWords } from "./scenarios.ts";
import type { Logged, Mode, Paid, Prompt, World } from "./world.ts";

/** Five per minute with a burst of one is one in twelve seconds, in milliseconds. */
const BETWEEN = 12_000;

/** The gateway's limit, before anything is read. Refused calls do not count. */
function queryLimit(world: World): Answer | undefined {
  const now = world.clock.now();
  if (world.switches.queryLimit && now - world.queriedAt < BETWEEN) return spikeArrest();
  world.queriedAt = now;
  return undefined;
}

/** Seconds for which a prompt can be queried. */
const RETENTION = 24 * 3600;

/** STK query: the ResultCode as a string once there is one, and never an amount or a receipt. */
function query(world: World, fields: Fields): Answer {
  demandMerchant(world, fields);
  const id = reader(fields).text("CheckoutRequestID", 1, 100);
  const prompt = world.prompts.find((made) => made.checkoutRequestId === id);
  const age = prompt ? (world.clock.now() - prompt.at) / 1000 : 0;
  if (!prompt || age > RETENTION) throw inProgress("The transaction does not Exist");
  return hindered(prompt, age) ?? outcomeOf(prompt);
}

function hindered(prompt: Prompt, age: number): Answer | undefined {
  const { query: manner } = prompt.plan;
  prompt.queries += 1;
  if (manner === "limited" && age < 60) return spikeArrest();
  if (manner === "unknown-at-first" && age < 3) throw invalidField("CheckoutRequestID");
  if (manner === "mixed" && prompt.queries % 2 === 1) throw inProgress("The transaction is being processed");
  if (manner === "empty" && !prompt.code) throw new Refusal(200, "500.001.1001", "");
  return undefined;
}

function outcomeOf({ merchantRequestId, checkoutRequestId, code }: Prompt): Answer {
  return ok({
    ResponseCode: "0",
    ResponseDescription: "The service request has been accepted successfully",
    MerchantRequestID: merchantRequestId,
    CheckoutRequestID: checkoutRequestId,
    ResultCode: code ?? "4999",
    ResultDesc: code ? queryWords(code) : "The transaction is still under processing",
  });
}

const inProgress = (message: string) => new Refusal(500, "500.001.1001", message);

/** Pull looks back two days, in milliseconds. */
const LOOKS_BACK = 48 * 3_600_000;

function registerPull(world: World, fields: Fields): Answer {
  const { exactly, matching, url } = reader(fields, "pull");
  exactly("ShortCode", world.setup.shortcode);
  exactly("RequestType", "Pull");
  matching("NominatedNumber", PHONE);
  url("CallBackURL");
  const again = world.pullRegistered;
  world.pullRegistered = true;
  return ok({
    ResponseRefID: world.ids.pull(),
    [world.switches.pullStatusKey]: again ? "1001" : "1000",
    ResponseDescription: again ? "ShortCode already Registered" : "ShortCode registered successfully",
  });
}

/** Payments of the last 48 hours between two times in Nairobi, a page from an offset; a list inside a list. */
function pull(world: World, fields: Fields): Answer {
  const { exactly, matching } = reader(fields, "pull");
  exactly("ShortCode", world.setup.shortcode);
  if (!world.pullRegistered) throw invalidField("ShortCode", "pull");
  const from = timeOf(fields, "StartDate");
  const until = timeOf(fields, "EndDate");
  const offset = Number(matching("OffSetValue", /^\d+$/));
  const since = Math.max(from, world.clock.now() - LOOKS_BACK);
  const rows = world.ledger
    .filter((paid) => paid.to === world.setup.shortcode || paid.to === world.setup.till)
    .filter((paid) => paid.at >= since && paid.at <= until)
    .slice(offset, offset + world.switches.pullPage)
    .map((paid) => rowOf(world, paid));
  return ok({
    ResponseRefID: world.ids.pull(),
    ResponseCode: rows.length > 0 ? "1000" : "1001",
    ResponseMessage: rows.length > 0 ? "Success" : "No transactions found",
    Response: [rows],
  });
}

function timeOf(fields: Fields, name: string): number {
  const text = reader(fields, "pull").matching(name, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const ms = Date.parse(`${text.replace(" ", "T")}+03:00`);
  if (Number.isNaN(ms)) throw invalidField(name, "pull");
  return ms;
}

const TYPES = {
  "Pay Bill": "c2b-pay-bill-debit",
  "Buy Goods": "c2b-buy-goods-debit",
  Settlement: "merchant-to-organization-settlement",
};

function rowOf(world: World, paid: Paid) {
  return {
    transactionId: paid.receipt,
    trxDate: trxDate(world, paid.at),
    msisdn: Number(paid.phone),
    sender: "MPESA",
    transactiontype: TYPES[paid.type],
    billreference: paid.reference,
    amount: paid.amount.toFixed(1),
    organizationname: "SHOP",
  };
}

function trxDate(world: World, at: number): string {
  if (world.switches.trxDate === "utc") return new Date(at).toISOString();
  return world.switches.trxDate === "offset" ? `${eatIso(at)}+03:00` : `${eatIso(at)}.000Z`;
}

/** Seconds a slow call is held back. */
const SLOW = 30;

/** The mode a call is in: the one set, where it concerns the call's path. */
function modeOf(world: World, path: string): Mode {
  return path.includes(world.mode.path ?? "") ? world.mode : { mode: "normal" };
}

/** What an outage answers in place of the call; nothing while calls get through. */
function outage(world: World, mode: Mode): Answer | undefined {
  switch (mode.mode) {
    case "all-5xx":
      return mode.status && mode.status !== 500
        ? htmlPage(mode.status)
        : inEnvelope(internalError(), world.ids.request());
    case "busy":
      return inEnvelope(busy(), world.ids.request());
    case "rate-limited":
      return spikeArrest();
    case "down":
      return RESET;
    default:
      return undefined;
  }
}

/** A call that took effect, answered late or cut off. */
async function worsened(world: World, mode: Mode, answer: Answer): Promise<Answer> {
  if (mode.mode === "slow") await world.agenda.wait(SLOW);
  return mode.mode === "malformed" ? truncated(answer) : answer;
}

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
