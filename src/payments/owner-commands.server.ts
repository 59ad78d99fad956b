import { parseArgs } from "node:util";
import { ShopError } from "../platform/shop-error.ts";
import type { Desk } from "./desk.server.ts";
import { acceptPaid, closeUnpaid } from "./staff.server.ts";
import { LISTS, type ListName, listForStaff, type StaffRow, showToStaff } from "./staff-list.server.ts";
import { closeByStaff, tryAgain } from "./staff-money.server.ts";
import { markRefunded, refundByStaff } from "./staff-refund.server.ts";

const USAGE = `npm run payments                              what waits for you
npm run payments -- doubtful | unmatched | messages | codes
                                              one list of it: payments in doubt; money that fits no payment; messages
                                              that could not be read; codes nobody found
npm run payments -- show <id>                 all that is known of it
npm run payments -- paid <payment> [code]     you have seen the money: it becomes its order
npm run payments -- unpaid <payment>          no money came
npm run payments -- refund <id> <why>         give the money back; an order that has not left is cancelled
    --receipt <code>                          the code it came under, where the shop has not seen it
    --amount <KES>                            what came, or the part to give back
    --first-did-not-go-through                your word on an earlier refund of which the provider says nothing
npm run payments -- refunded <id> [code]      you gave it back by hand
npm run payments -- close <id> <why>          you have looked into it: money or a message that needs nothing more
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
      },
    });
    const [act = "list", id = "", ...rest] = positionals;
    return { act, id, rest, stated: values };
  } catch {
    return undefined;
  }
}

type Command = NonNullable<ReturnType<typeof readCommand>>;

/**
 * Does what the owner says, and answers in sentences, also to what makes no sense.
 * @throws what the database throws
 */
export async function obeyOwner(desk: Desk, words: string[]): Promise<string> {
  const command = readCommand(words);
  if (!command) return USAGE;
  const { act, id } = command;
  const which = LISTS.filter((name) => act === "list" || act === name);
  if (which.length > 0) return lists(desk, which);
  const deed = deedOf(desk, command);
  if (!deed || id === "") return USAGE;
  if (!ID.test(id)) return "Nothing was changed: this is no id of a payment and no M-Pesa code.";
  try {
    return await deed();
  } catch (error) {
    if (error instanceof ShopError) return `Nothing was changed. ${error.message}`;
    throw error;
  }
}

function deedOf(desk: Desk, { act, id, rest, stated }: Command): (() => Promise<string>) | undefined {
  const why = sentence(rest);
  const deeds: Record<string, () => Promise<boolean>> = {
    paid: () => acceptPaid(desk, id, rest[0]),
    unpaid: () => closeUnpaid(desk, id),
    refund: () =>
      refundByStaff(desk, id, why || "returned by the shop", {
        receipt: stated.receipt,
        amount: amountOf(stated.amount),
        firstDidNotGoThrough: stated["first-did-not-go-through"],
      }),
    refunded: () => markRefunded(desk, id, rest[0]),
    close: () => closeByStaff(desk, id, why),
    again: () => tryAgain(desk, id),
  };
  if (act === "show") return () => show(desk, id);
  const deed = Object.hasOwn(deeds, act) ? deeds[act] : undefined;
  return deed && (async () => ((await deed()) ? "Done." : NOTHING));
}

const NOTHING = "Nothing was changed: it is not there, or not in a state that allows it.";

/** What the owner wrote as one line that a mail and a table can keep. */
function sentence(words: string[]): string {
  return words
    .join(" ")
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, 200);
}

/** Digits alone: what is no sum is refused where sums are. */
function amountOf(typed: string | undefined): number | undefined {
  if (typed === undefined) return undefined;
  return /^\d{1,9}$/.test(typed) ? Number(typed) : Number.NaN;
}

async function show({ db }: Desk, id: string): Promise<string> {
  const found = await showToStaff(db, id);
  return found ? JSON.stringify(found, null, 2) : "Nothing is known under this id.";
}

async function lists({ db }: Desk, which: ListName[]): Promise<string> {
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
  const { id, kind, method, state, amount, why, orderId, paymentId, code, refund, createdAt } = row;
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
    why,
  ]
    .filter(Boolean)
    .join(" · ");
}
