import { eq, sql } from "drizzle-orm";
import { EMAIL } from "../../accounts/queries.server.ts";
import { users } from "../../accounts/tables.server.ts";
import { orders } from "../../ordering/tables.server.ts";
import type { Db } from "../../platform/database/db.server.ts";
import type { PaymentContext } from "../core/payment-context.server.ts";
import { payments, UNFOUND } from "../core/tables.server.ts";
import { ageInWords } from "./age-in-words.ts";
import { rejectCode } from "./decide-payment.server.ts";

type Account = { id: string; email: string; isGuest: boolean; age: number };
type Waiting = {
  id: string;
  typedCode: string | null;
  amount: number;
  orderId: string | null;
  status: string | null;
};

/**
 * Rejects all codes of one account that nobody found, each as `rejectCode` does and in a transaction of its own. Without
 * `really` it only says what it would do. `who`: the account's e-mail or id, or a guest's id. Undefined: there is no such account.
 */
export async function rejectCodes(
  context: PaymentContext,
  who: string,
  really: boolean,
): Promise<string | undefined> {
  const account = await findAccount(context.db, who);
  if (!account) return undefined;
  const waiting = await waitingOf(context.db, account.id);
  const name = `the ${account.isGuest ? "guest" : "account"} ${account.email} (${account.id}, made ${ageInWords(account.age)} ago)`;
  if (waiting.length === 0) return `No codes of ${name} wait.`;
  const lines: string[] = [];
  for (const code of waiting) lines.push(lineOf(code, really ? await reject(context, code) : planOf(code)));
  const [count, wait] = waiting.length === 1 ? ["1 code", "waits"] : [`${waiting.length} codes`, "wait"];
  const head = really ? `${count} of ${name}:` : `${count} of ${name} ${wait}:`;
  // several guests may have one e-mail
  const again = account.isGuest ? account.id : account.email;
  const foot = `Nothing was changed yet. To reject them all: npm run payments -- reject-codes ${again} --yes`;
  return [head, ...lines, ...(really ? [] : [foot])].join("\n");
}

async function findAccount(db: Db, who: string): Promise<Account | undefined> {
  const [found] = await db
    .select({
      id: users.id,
      email: EMAIL,
      isGuest: sql<boolean>`${users.guestEmail} is not null`,
      age: sql<number>`extract(epoch from now() - ${users.joinedAt})::float8`,
    })
    .from(users)
    .where(who.includes("@") ? sql`lower(${users.email}) = lower(${who})` : eq(users.id, who));
  return found;
}

async function waitingOf(db: Db, userId: string): Promise<Waiting[]> {
  return db
    .select({
      id: payments.id,
      typedCode: payments.typedCode,
      amount: payments.amount,
      orderId: payments.orderId,
      status: orders.status,
    })
    .from(payments)
    .leftJoin(orders, eq(orders.id, payments.orderId))
    .where(sql`${payments.userId} = ${userId} and ${UNFOUND}`)
    .orderBy(payments.id);
}

/** Orders that have left are not called back. */
const LEFT = ["Shipped", "Out for delivery", "Delivered"];

function planOf({ orderId, status }: Waiting): string {
  if (orderId === null || status === "Cancelled")
    return "no order hangs on it; it would be looked for no more";
  if (LEFT.includes(status ?? ""))
    return `its order is ${status?.toLowerCase()}, and stays; it would be looked for no more`;
  return "its order would be cancelled, the goods go back on the shelf, and a mail says so";
}

async function reject(context: PaymentContext, { id }: Waiting): Promise<string> {
  const done = await rejectCode(context, id);
  if (!done) return "found, or decided, in the meantime: nothing was changed";
  return done.cancelled ? "rejected; its order is cancelled, and a mail says so" : "rejected";
}

function lineOf({ id, typedCode, amount, orderId }: Waiting, what: string): string {
  const order = orderId === null ? "" : ` · order ${orderId}`;
  return `  ${id} · code ${typedCode} · Ksh ${amount}${order}: ${what}`;
}
