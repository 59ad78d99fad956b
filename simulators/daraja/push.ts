import {
  type Answer,
  busy,
  type Family,
  htmlPage,
  internalError,
  invalidToken,
  locked,
  ok,
  RESET,
  Refusal,
  truncated,
} from "./answers.ts";
import { isLive, prompt } from "./callbacks.ts";
import { demandCallback, demandMerchant, type Fields, PHONE, reader } from "./fields.ts";
import { type Plan, planOf, scenarioOf } from "./scenarios.ts";
import type { Mode, Prompt, World } from "./world.ts";

/** Seconds a token lives. */
const TOKEN_LIFE = 3599;

/** Gives a token; the one before it is dead from then on. */
export function giveToken(
  world: World,
  mode: Mode["mode"],
  authorization: string | undefined,
  grant: unknown,
): Answer {
  if (mode === "token-500") throw internalError();
  if (mode === "token-empty-400") return { status: 400, body: "" };
  const [scheme, credentials] = authorization?.split(" ") ?? [];
  if (scheme?.toLowerCase() !== "basic" || !credentials)
    throw new Refusal(400, "400.008.01", "Invalid Authentication passed");
  if (grant !== "client_credentials") throw new Refusal(400, "400.008.02", "Invalid grant type passed");
  const { consumerKey, consumerSecret } = world.setup;
  // a wrong key or secret is answered with nothing at all
  if (Buffer.from(credentials, "base64").toString() !== `${consumerKey}:${consumerSecret}`)
    return { status: 400, body: "" };
  world.token = { value: world.ids.token(), until: world.clock.now() + TOKEN_LIFE * 1000 };
  return ok({ access_token: world.token.value, expires_in: TOKEN_LIFE });
}

/** @throws Refusal in the spelling of the call's family */
export function demandToken(
  world: World,
  mode: Mode["mode"],
  authorization: string | undefined,
  family: Family,
): void {
  const [scheme, value] = authorization?.split(" ") ?? [];
  if (scheme?.toLowerCase() !== "bearer" || !value)
    throw new Refusal(404, "404.001.04", "Invalid Authentication Header");
  const { token } = world;
  if (mode === "token-expired" || value !== token?.value || world.clock.now() >= token.until)
    throw invalidToken(family);
}

function expireTokens(world: World): void {
  world.token = undefined;
}

/** Seconds the push of scenario 016, and of 020, is held back. */
const LATE = 1.5;
const VERY_LATE = 30;

const ACCEPTED = "Success. Request accepted for processing";

/** STK push: the prompt goes out and the result comes by callback. Two equal pushes are two prompts. */
export async function push(world: World, fields: Fields): Promise<Answer> {
  const asked = readPush(world, fields);
  const scenario = scenarioOf(world, asked.phone);
  const plan = mispaired(world, fields) ?? planOf(world, scenario);
  const refused = refuse(world, asked.phone, plan);
  if (refused) return refused;
  if (world.prompts.some((other) => other.phone === asked.phone && isLive(world, other))) throw locked();
  const made = prompt(world, { ...asked, scenario, plan });
  return reply(world, made);
}

type PushRequest = Pick<Prompt, "phone" | "amount" | "to" | "type" | "accountReference" | "callbackUrl">;

function readPush(world: World, fields: Fields): PushRequest {
  const { matching, exactly, amount, optional } = reader(fields);
  demandMerchant(world, fields);
  const type = exactly("TransactionType", "CustomerPayBillOnline", "CustomerBuyGoodsOnline");
  const sum = amount("Amount");
  matching("PartyA", PHONE);
  const to = matching("PartyB", /^\d{5,7}$/);
  const phone = matching("PhoneNumber", PHONE);
  const callbackUrl = demandCallback(fields);
  const accountReference = matching("AccountReference", /^[A-Za-z0-9]{1,12}$/);
  optional("TransactionDesc", 13);
  return {
    phone,
    amount: sum,
    to,
    type: type === "CustomerPayBillOnline" ? "Pay Bill" : "Buy Goods",
    accountReference,
    callbackUrl,
  };
}

/** A till takes Buy Goods to the till only, a Pay Bill takes Pay Bill to the shortcode only. */
function mispaired(world: World, fields: Fields): Plan | undefined {
  const { till, shortcode } = world.setup;
  const type = till ? "CustomerBuyGoodsOnline" : "CustomerPayBillOnline";
  const right = fields.TransactionType === type && String(fields.PartyB) === (till ?? shortcode);
  return right ? undefined : { steps: [{ at: 2, code: "2028" }] };
}

function refuse(world: World, phone: string, { refusal }: Plan): Answer | undefined {
  if (refusal === "locked") throw locked();
  if (refusal === "busy") throw busy();
  if (refusal === "html-503") return htmlPage(503);
  if (refusal === "code-1") return ok({ ...receiptOf(world, phone), ResponseCode: "1", ...said("Rejected") });
  if (refusal === "stale-token" && !world.refusedOnce.delete(phone)) {
    world.refusedOnce.add(phone);
    expireTokens(world);
    throw invalidToken("stk");
  }
  return undefined;
}

async function reply(world: World, made: Prompt): Promise<Answer> {
  const ids = { MerchantRequestID: made.merchantRequestId, CheckoutRequestID: made.checkoutRequestId };
  const answer = ok({ ...ids, ResponseCode: "0", ...said(ACCEPTED) });
  const { reply: manner } = made.plan;
  if (manner === "late") await world.agenda.wait(LATE);
  if (manner === "very-late") await world.agenda.wait(VERY_LATE);
  if (manner === "reset") return RESET;
  return manner === "truncated" ? truncated(answer) : answer;
}

function receiptOf(world: World, phone: string) {
  return {
    MerchantRequestID: world.ids.request(),
    CheckoutRequestID: world.ids.checkout(world.clock.now(), phone),
  };
}

function said(words: string) {
  return { ResponseDescription: words, CustomerMessage: words };
}
