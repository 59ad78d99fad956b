import { type Answer, invalidField, ok } from "./answers.ts";
import { eatIso } from "./eat.ts";
import { type Fields, PHONE, reader } from "./fields.ts";
import type { Paid, World } from "./world.ts";

/** Pull looks back two days, in milliseconds. */
const LOOKS_BACK = 48 * 3_600_000;

export function registerPull(world: World, fields: Fields): Answer {
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
export function pull(world: World, fields: Fields): Answer {
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
