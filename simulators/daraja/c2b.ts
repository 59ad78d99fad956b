import { type Answer, ok, Refusal } from "./answers.ts";
import { demandC2bUrl, type Fields, reader } from "./fields.ts";
import { confirmLater, enter } from "./ledger.ts";
import type { World } from "./world.ts";

/** Seconds from a payment at a till to its confirmation. */
const CONFIRMED_AFTER = 2;

/** Registers the addresses for confirmations: once, as in production. */
export function registerUrls(world: World, fields: Fields): Answer {
  const { exactly } = reader(fields, "c2b");
  exactly("ShortCode", ...ownNumbers(world));
  exactly("ResponseType", "Completed", "Cancelled");
  const confirmation = demandC2bUrl(fields, "ConfirmationURL");
  demandC2bUrl(fields, "ValidationURL");
  if (world.confirmationUrl) throw new Refusal(500, "500.003.1001", "Urls are already registered.");
  world.confirmationUrl = confirmation;
  // misspelt on the wire
  const OriginatorCoversationID = world.ids.originator();
  return ok({ OriginatorCoversationID, ResponseCode: "0", ResponseDescription: "Success" });
}

/**
 * `till` is the shop's own by default. `confirmation` defaults to true where no `status` is asked for, since a
 * confirmed code is never looked up; `status` is what Transaction Status will say. `code` stands instead of a fresh one.
 */
export type TillPayment = {
  amount: number;
  phone: string;
  till?: string;
  confirmation?: boolean;
  status?: "completed" | "not-found" | "wrong-till" | "short" | "reversed" | "never" | "timeout";
  code?: string;
};

/** Somebody else's till, for money that went astray. */
const OTHER_TILL = "600111";

/** Somebody pays at the till by hand and holds a code. */
export function payTill(world: World, payment: TillPayment): { code: string } {
  const { status, confirmation = status === undefined } = payment;
  const own = world.setup.till ?? world.setup.shortcode;
  const to = status === "wrong-till" ? OTHER_TILL : (payment.till ?? own);
  const amount = status === "short" ? payment.amount - 1 : payment.amount;
  const type = to === world.setup.shortcode ? "Pay Bill" : "Buy Goods";
  if (status === "not-found") return { code: payment.code ?? world.ids.receipt(world.clock.now()) };
  const paid = enter(world, { amount, phone: payment.phone, to, type, reference: "" }, payment.code);
  paid.reversed = status === "reversed";
  if (status === "never" || status === "timeout") paid.answer = status;
  // other people's tills confirm to other people
  if (confirmation && ownNumbers(world).includes(to)) confirmLater(world, paid, CONFIRMED_AFTER);
  return { code: paid.receipt };
}

function ownNumbers({ setup }: World): string[] {
  return setup.till ? [setup.shortcode, setup.till] : [setup.shortcode];
}
