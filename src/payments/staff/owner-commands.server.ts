import { parseArgs } from "node:util";
import { ShopError } from "../../platform/shop-error.ts";
import { readKes } from "../../platform/whole-number.ts";
import type { PaymentContext } from "../core/payment-context.server.ts";
import { findPayment } from "../core/queries.server.ts";
import { ageInWords } from "./age-in-words.ts";
import { acceptPaid, closeUnpaid } from "./decide-payment.server.ts";
import { leaveRefunds } from "./leave-refunds.server.ts";
import { markRefunded } from "./mark-refunded.server.ts";
import { rejectCodes } from "./staff-codes.server.ts";
import { LISTS, type ListName, listForStaff, type StaffRow, showToStaff } from "./staff-list.server.ts";
import { closeByStaff, tryAgain } from "./staff-money.server.ts";
import { refundByStaff } from "./staff-refund.server.ts";

const USAGE = `npm run payments                              what waits for you
npm run payments -- doubtful | unmatched | messages | codes
                                              one list of it: payments in doubt; money that fits no payment; messages
                                              that could not be read; codes nobody found
npm run payments -- show <id>                 all that is known of it
npm run payments -- paid <payment> [code]     you have seen the money: it becomes its order
npm run payments -- unpaid <payment>          no money came
npm run payments -- refund <id> <why>         give the money back; all of it: an order that has not left is cancelled
    --receipt <code>                          the code it came under, where the shop has not seen it
    --amount <KES>                            what came, or the part to give back
    --first-did-not-go-through                your word on an earlier refund of which the provider says nothing
npm run payments -- refunded <id> [code]      you gave it back by hand; of a payment with several refunds, the refund's id
npm run payments -- close <id> <why>          you have looked into it: money or a message that needs nothing more; of a
                                              payment, no more of it is to go back
npm run payments -- reject-codes <account>    what rejecting all codes of one account that nobody found would do; the
                                              account by its e-mail or id
    --yes                                     do it: each order is cancelled, its goods return, a mail says so
npm run payments -- again <id>                try a message once more
npm run payments -- register-till             have M-Pesa report every payment at the till
npm run payments -- register-pull <phone>     have M-Pesa list, every night, what it did not report; a phone of yours`;

const TITLES: Record<ListName, string> = {
  doubtful: "Payments in doubt, and money to give back",
  unmatched: "Money that fits no payment",
  messages: "Messages that could not be read or worked on",
  codes: "Codes nobody found",
};

/** An id of ours or a code; nothing else is looked up. */
const ID = /^[A-Za-z0-9-]{1,64}$/;
/** An account's e-mail, or its id. */
const ACCOUNT = /^[^\s\p{C}]{1,254}$/u;

/** A command of the owner's as words; undefined when they are none of ours. */
export function readCommand(words: string[]) {
  try {
    const { positionals, values } = parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        receipt: { type: "string" },
        amount: { type: "string" },
        "first-did-not-go-through": { type: "boolean" },
        yes: { type: "boolean" },
      },
    });
    const [act = "list", id = "", ...rest] = positionals;
    return { act, id, rest, stated: values };
  } catch {
    return undefined;
  }
}

type Command = NonNullable<ReturnType<typeof readCommand>>;

/** The text to print; `done` false: nothing was changed, or found. */
export type CommandResult = { message: string; done: boolean };

/**
 * Does what the owner says, and answers in sentences, also to what makes no sense.
 * @throws what the database throws
 */
export async function runOwnerCommand(context: PaymentContext, words: string[]): Promise<CommandResult> {
  const command = readCommand(words);
  if (!command) return refused(`these words make no command.\n\n${USAGE}`);
  const { act, id } = command;
  if (act === "help") return { message: USAGE, done: true };
  const which = LISTS.filter((name) => act === "list" || act === name);
  if (which.length > 0) return { message: await lists(context, which), done: true };
  const action = deedOf(context, command);
  if (!action || id === "") return refused(`these words make no command.\n\n${USAGE}`);
  if (!(act === "reject-codes" ? ACCOUNT : ID).test(id))
    return refused(
      `this is no id of a payment and no M-Pesa code${act === "reject-codes" ? ", nor an e-mail" : ""}.`,
    );
  try {
    return await action();
  } catch (error) {
    if (error instanceof ShopError) return { message: `Nothing was changed. ${error.message}`, done: false };
    throw error;
  }
}

function refused(why: string): CommandResult {
  return { message: `Nothing was changed: ${why}`, done: false };
}

function deedOf(
  context: PaymentContext,
  { act, id, rest, stated }: Command,
): (() => Promise<CommandResult>) | undefined {
  const why = sentence(rest);
  const deeds: Record<string, () => Promise<boolean>> = {
    unpaid: () => closeUnpaid(context, id),
    refund: () =>
      refundByStaff(context, id, why || "returned by the shop", {
        receipt: stated.receipt,
        amount: stated.amount === undefined ? undefined : readKes(stated.amount),
        firstDidNotGoThrough: stated["first-did-not-go-through"],
      }),
    refunded: () => markRefunded(context, id, rest[0]),
    close: async () =>
      (await closeByStaff(context, id, why)) || (await leaveRefunds(context, id, { reason: why })),
    again: () => tryAgain(context, id),
  };
  if (act === "paid") return () => accept(context, id, rest[0]);
  if (act === "show") return () => show(context, id);
  if (act === "reject-codes") return () => rejectAll(context, id, stated.yes === true);
  const action = Object.hasOwn(deeds, act) ? deeds[act] : undefined;
  return action && (async () => ((await action()) ? DONE : NOTHING));
}

const DONE: CommandResult = { message: "Done.", done: true };
const NOTHING = refused("it is not there, or not in a state that allows it.");

async function accept(
  context: PaymentContext,
  id: string,
  receipt: string | undefined,
): Promise<CommandResult> {
  const before = await findPayment(context.db, id);
  if (before?.state === "ordered") return refused("this payment is paid already, so there is nothing to do.");
  return (await acceptPaid(context, id, receipt)) ? DONE : NOTHING;
}

/** What the owner wrote as one line that a mail and a table can keep. */
function sentence(words: string[]): string {
  return words
    .join(" ")
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, 200);
}

async function show({ db }: PaymentContext, id: string): Promise<CommandResult> {
  const found = await showToStaff(db, id);
  if (!found) return { message: "Nothing is known under this id.", done: false };
  return { message: JSON.stringify(found, null, 2), done: true };
}

async function rejectAll(context: PaymentContext, who: string, really: boolean): Promise<CommandResult> {
  const message = await rejectCodes(context, who, really);
  return message === undefined ? refused("there is no such account.") : { message, done: true };
}

async function lists({ db }: PaymentContext, which: ListName[]): Promise<string> {
  const parts: string[] = [];
  for (const name of which) {
    const rows: StaffRow[] = [];
    for (let after: string | undefined; ; ) {
      const page = await listForStaff(db, name, { after });
      rows.push(...page.rows);
      after = page.next;
      if (after === undefined) break;
    }
    parts.push([`${TITLES[name]}: ${rows.length}`, ...rows.map(lineOf)].join("\n"));
  }
  return parts.join("\n\n");
}

function lineOf(row: StaffRow): string {
  const { id, kind, method, state, amount, why, orderId, paymentId, code, refund, createdAt, account } = row;
  return [
    `  ${id}`,
    createdAt.toISOString().slice(0, 16).replace("T", " "),
    kind === "payment" ? method : kind,
    state,
    amount === null ? "Ksh ?" : `Ksh ${amount}`,
    code && code !== id && `code ${code}`,
    refund && `refund ${refund}`,
    orderId && `order ${orderId}`,
    paymentId && paymentId !== id && `payment ${paymentId}`,
    account && `account ${account.email}, ${ageInWords(account.age)} old`,
    why,
  ]
    .filter(Boolean)
    .join(" · ");
}
