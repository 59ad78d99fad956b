import type { ProviderReply } from "../../platform/http-client/provider-client.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import type { Payment, Started } from "../core/provider.server.ts";
import type { Daraja } from "./daraja.server.ts";
import { AWAY, type Fault, REFUSED, readFault } from "./faults.ts";
import { fieldsOf, textOf } from "./fields.ts";
import { eatStamp, pushPassword } from "./password.ts";

/**
 * Sends the prompt to the phone (M-Pesa Express). Never sent twice automatically: Daraja knows no idempotency key, so two
 * equal pushes are two payments (docs/payments.md, "Push").
 */
export async function sendPush(
  daraja: Daraja,
  payment: Payment,
  secret: string,
  sending: () => Promise<void>,
): Promise<Started> {
  const token = await prepare(daraja, sending);
  if (token.type === "refused") return token;
  const reply = await daraja.send(token.token, {
    path: "/mpesa/stkpush/v1/processrequest",
    json: pushBody(daraja, payment, secret),
    seconds: 30,
  });
  return outcomeOf(daraja, reply);
}

type Refused = Extract<Started, { type: "refused" }>;

/** Anything that fails before the request is sent means that no money was asked for. */
async function prepare(
  { token, log }: Daraja,
  sending: () => Promise<void>,
): Promise<{ type: "token"; token: string } | Refused> {
  try {
    const outcome = await token();
    if (outcome.type === "token") {
      await sending();
      return outcome;
    }
    if (outcome.type === "away") return { type: "refused", ...AWAY };
    log.error(
      { provider: "mpesa", reason: outcome.reason },
      "M-Pesa does not accept the shop's key and secret",
    );
    return { type: "refused", ...REFUSED };
  } catch (error) {
    // another process took it over, or it was given up meanwhile: that is no error
    if (!(error instanceof ShopError)) log.error({ err: error }, "a push could not be prepared");
    return { type: "refused", ...AWAY };
  }
}

function pushBody({ merchant }: Daraja, { amount, phone, reference }: Payment, secret: string) {
  return {
    ...signature(merchant),
    // as a number here, as Safaricom's own sample has it
    BusinessShortCode: Number(merchant.shortcode),
    TransactionType: merchant.transactionType,
    Amount: String(amount),
    PartyA: phone,
    PartyB: merchant.partyB,
    PhoneNumber: phone,
    CallBackURL: `${merchant.publicUrl}/hooks/mm/stk/${secret}`,
    AccountReference: reference,
    TransactionDesc: "Shop order",
  };
}

/** The fields that prove a request to be the shop's; they hold the current time. */
export function signature({ shortcode, passkey }: { shortcode: string; passkey: string }) {
  const timestamp = eatStamp(new Date());
  return {
    BusinessShortCode: shortcode,
    Password: pushPassword({ shortcode, passkey, timestamp }),
    Timestamp: timestamp,
  };
}

function outcomeOf({ log }: Daraja, reply: ProviderReply): Started {
  if (reply.type === "notSent") return { type: "refused", ...AWAY };
  if (reply.type === "indeterminate") return { type: "unknown" };
  const { ResponseCode, CheckoutRequestID, MerchantRequestID } = fieldsOf(reply.body);
  const responseCode = reply.status === 200 ? textOf(ResponseCode) : undefined;
  if (responseCode === undefined) return refusalOf(log, readFault(reply.status, reply.body));
  if (responseCode !== "0") return refusalOf(log, { type: "refused", reason: "ResponseCode", ...REFUSED });
  const checkoutRequestId = textOf(CheckoutRequestID);
  const merchantRequestId = textOf(MerchantRequestID);
  // a prompt is on the phone, but we do not know its id: its callback will name it
  if (checkoutRequestId === undefined || merchantRequestId === undefined) return { type: "unknown" };
  return { type: "accepted", checkoutRequestId, merchantRequestId };
}

function refusalOf(log: Daraja["log"], fault: Fault): Started {
  if (fault.type === "unknown") return { type: "unknown" };
  const reason = fault.type === "token" ? "token" : fault.reason;
  log.warn({ provider: "mpesa", reason: reason }, "M-Pesa refused a push");
  const { status, message, code } = fault.type === "token" ? REFUSED : fault;
  return { type: "refused", status, message, code };
}
