import { and, eq, or, type SQL, sql } from "drizzle-orm";
import { orders } from "../../../ordering/tables.server.ts";
import type { Tx } from "../../../platform/database/db.server.ts";
import { inWords, TooManyRequests } from "../../../platform/http/limits.server.ts";
import { ShopError } from "../../../platform/shop-error.ts";
import { countsTowardsLimitsOf } from "../../core/limit-scope.server.ts";
import { payments } from "../../core/tables.server.ts";
import { PAYMENT_TEXTS } from "../../rules.ts";
import { demandFewPhones, lockGuestPrompts } from "./strangers-phones.server.ts";

/** Seconds between two prompts to one phone; and how many prompts it gets in ten minutes. */
const APART = 60;
const IN_TEN_MINUTES = 3;
/** For a shopper who never paid with this phone: how many prompts it gets in a day, and the seconds to wait after each but the last. */
const A_DAY = 6;
const RESTS = [60, 120, 300, 900, 3_600];
/** Prompts of one shopper in ten minutes, whatever the phones. */
const BY_SHOPPER = 5;

const TEN_MINUTES = 600;
const DAY = 86_400;

type PromptRequest = { userId: string; phone: string; amount: number };

type Prompt = { userId: string; isGuest: boolean; phone: string; placedFrom: string };

/** Limits of one prompt: by how lately its phone got others, and for a guest by how many phones guests have rung. */
export function promptLimits(prompt: Prompt) {
  return {
    lock: async (tx: Tx) => {
      if (prompt.isGuest) await lockGuestPrompts(tx, prompt);
    },
    demand: async (tx: Tx, amount: number) => {
      await demandRest(tx, { ...prompt, amount });
      if (prompt.isGuest) await demandFewPhones(tx, prompt);
    },
  };
}

/**
 * Keeps phones from being rung again and again, above all by somebody who is a stranger to them (decision 14). Call it after
 * `resumeOrSupersede`, which locks the phone, so that two shoppers who name one phone at the same time are counted in turn.
 * @throws ShopError 429, with Retry-After; its text says how long this phone gets no prompt
 */
async function demandRest(tx: Tx, asked: PromptRequest): Promise<void> {
  const lately = await promptsLately(tx, asked);
  if (lately.justPaid) throw new ShopError(429, PAYMENT_TEXTS.phoneBusy);
  const wait = waitForPhone(lately);
  if (wait > 0) throw new PhoneRests(wait);
  const shopperWaits = until(lately.agesOfShopper, BY_SHOPPER, TEN_MINUTES);
  if (shopperWaits > 0) throw new ShopperWaits(Math.ceil(shopperWaits));
}

class PhoneRests extends TooManyRequests {
  constructor(seconds: number) {
    super(seconds);
    this.message = `You can send another prompt to this phone in ${inWords(seconds)}, or pay our till now.`;
  }
}

class ShopperWaits extends TooManyRequests {
  override message = PAYMENT_TEXTS.tooManyPrompts;
}

/** Seconds until the nth newest prompt is `rest` seconds old; 0 or less when it is, or when there are fewer prompts. */
function until(ages: number[], nth: number, rest: number): number {
  return rest - (ages[nth - 1] ?? rest);
}

/**
 * Seconds until a phone may be rung again, 0 for now; `ages`: how many seconds ago it got each of the day's prompts, newest first.
 * `everPaid`: the shopper who asks has paid with this phone before.
 */
export function waitForPhone({ ages, everPaid }: { ages: number[]; everPaid: boolean }): number {
  const waits = [0, until(ages, 1, APART), until(ages, IN_TEN_MINUTES, TEN_MINUTES)];
  if (!everPaid) waits.push(until(ages, A_DAY, DAY), until(ages, 1, RESTS[ages.length - 1] ?? 0));
  return Math.ceil(Math.max(...waits));
}

/** This shopper's and this phone's prompts of the last day, by the database's clock. One that was never sent does not count. */
async function promptsLately(tx: Tx, { userId, phone, amount }: PromptRequest) {
  const onPhone = sql`${payments.phone} = ${phone}`;
  const isShoppers = countsTowardsLimitsOf(userId);
  const ages = (which: SQL) => sql<number[]>`coalesce(array_agg(
    extract(epoch from now() - ${payments.createdAt})::float8 order by ${payments.createdAt} desc) filter (where ${which}), '{}')`;
  const [found] = await tx
    .select({
      agesOfShopper: ages(isShoppers),
      ages: ages(onPhone),
      justPaid: sql<boolean>`coalesce(bool_or(${onPhone} and ${payments.amount} = ${amount} and ${payments.paidAt} > now() - interval '120 seconds'), false)`,
      everPaid: sql<boolean>`exists (select from ${payments} earlier
          join ${orders} own on own.id = earlier.order_id
        where own.user_id = ${userId} and earlier.phone = ${phone} and earlier.method = 'mpesa' and earlier.paid_at is not null)`,
    })
    .from(payments)
    .where(
      and(
        eq(payments.method, "mpesa"),
        sql`${payments.state} not in ('rejected', 'created')`,
        or(isShoppers, onPhone),
        sql`${payments.createdAt} > now() - interval '24 hours'`,
      ),
    );
  return found ?? { agesOfShopper: [], ages: [], justPaid: false, everPaid: false };
}
