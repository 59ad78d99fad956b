import { type Family, invalidField, Refusal, wrongCredentials } from "./answers.ts";
import { fromEatStamp } from "./ids.ts";
import type { World } from "./world.ts";

export type Fields = Record<string, unknown>;

/** Addresses Safaricom refuses in C2B, whatever part the word stands in. */
const FORBIDDEN = /mpesa|safaricom|exec?|cmd|sql|query|ngrok|mockbin|requestbin/i;
/** How far a Timestamp may be off, in milliseconds: less than the next zone is away. */
const TIMESTAMP_OFF = 30 * 60_000;

export const PHONE = /^254[17]\d{8}$/;

/** The largest sum of one transaction, in whole shillings. */
const AMOUNT_MAX = 250_000;

/** The fields of a call, each refused with its own name when it is missing or wrong. */
export function reader(fields: Fields, family: Family = "stk") {
  const demand = (name: string, rule: (value: string) => boolean): string => {
    const value = fields[name];
    const text = typeof value === "number" ? String(value) : value;
    if (typeof text !== "string" || !rule(text)) throw invalidField(name, family);
    return text;
  };
  return {
    demand,
    matching: (name: string, pattern: RegExp) => demand(name, (value) => pattern.test(value)),
    exactly: (name: string, ...known: string[]) => demand(name, (value) => known.includes(value)),
    text: (name: string, min: number, max: number) =>
      demand(name, (value) => value.length >= min && value.length <= max),
    optional(name: string, max: number): string {
      return fields[name] === undefined ? "" : demand(name, (value) => value.length <= max);
    },
    amount: (name: string) =>
      Number(demand(name, (value) => /^[1-9]\d*$/.test(value) && Number(value) <= AMOUNT_MAX)),
    url: (name: string) => demand(name, isUrl),
  };
}

/** Shortcode, password and timestamp, which push and query both carry. */
export function demandMerchant(world: World, fields: Fields): void {
  const { setup } = world;
  const { matching, text } = reader(fields);
  const shortcode = matching("BusinessShortCode", /^\d{5,7}$/);
  const password = text("Password", 1, 1000);
  const timestamp = matching("Timestamp", /^\d{14}$/);
  const stamped = fromEatStamp(timestamp);
  if (stamped === undefined) throw wrongOf("Timestamp");
  if (shortcode !== setup.shortcode) throw new Refusal(500, "500.001.1001", "Merchant does not exist");
  const right = Buffer.from(shortcode + setup.passkey + timestamp).toString("base64");
  if (password !== right || !isTimely(world, stamped)) throw wrongCredentials();
}

/** An address in lower case, as far as the host goes. */
export function demandCallback(fields: Fields): string {
  const url = reader(fields).url("CallBackURL");
  const host = /^https?:\/\/([^/?#]+)/i.exec(url)?.[1] ?? "";
  if (host !== host.toLowerCase()) throw wrongOf("CallBackURL");
  return url;
}

/** A C2B address without the words Safaricom forbids. */
export function demandC2bUrl(fields: Fields, name: string): string {
  const url = reader(fields, "c2b").url(name);
  if (FORBIDDEN.test(url)) throw invalidField(name, "c2b");
  return url;
}

const wrongOf = (field: string) => invalidField(field);

function isUrl(value: string): boolean {
  return URL.canParse(value) && /^https?:\/\/[^/]/i.test(value);
}

// the shop may keep the machine's time while this clock was moved on, so either will do
function isTimely(world: World, stamped: number): boolean {
  if (world.switches.anyTimestamp) return true;
  return [world.clock.now(), Date.now()].some((now) => Math.abs(now - stamped) < TIMESTAMP_OFF);
}
