import { sql } from "drizzle-orm";
import { users } from "../../../accounts/tables.server.ts";
import { hasPaidOrder } from "../../../ordering/has-paid-order.server.ts";
import { orders } from "../../../ordering/tables.server.ts";
import type { Tx } from "../../../platform/database/db.server.ts";
import { TooManyRequests } from "../../../platform/http/limits.server.ts";
import { payments } from "../../core/tables.server.ts";
import { PAYMENT_TEXTS } from "../../rules.ts";
import { lockAddress } from "../lock-address.server.ts";

/** How many phones guests without a paid order may ring in an hour: from one network address, and in all. */
const FROM_ADDRESS = 5;
const FROM_ALL = 200;
const HOUR = 3_600;
/** From this number on guests are counted one at a time; fewer than the 60 left can be under way at once in all processes. */
const NEAR_ALL = FROM_ALL - 60;

type GuestPrompt = { userId: string; phone: string; placedFrom: string };
/** Seconds since the last prompt to each phone, the newest first. */
type Rung = { isGuest: boolean; here: number[]; everywhere: number[] };

/** Makes the second of two guests count the first. Take it after the shopper's row, before phone and goods are locked. */
export async function lockGuestPrompts(tx: Tx, prompt: GuestPrompt): Promise<void> {
  await lockAddress(tx, prompt.placedFrom);
  const { everywhere } = await phonesRung(tx, prompt);
  if (everywhere.length >= NEAR_ALL)
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('prompts of guests', 0))`);
}

/**
 * Keeps guests from ringing strangers' phones, as a new guest costs nothing. A prompt that is paid, or that M-Pesa has reported as
 * paid, does not count, nor does one to this same phone. @throws ShopError 429: the shopper may pay at the till
 */
export async function demandFewPhones(tx: Tx, prompt: GuestPrompt): Promise<void> {
  const { isGuest, here, everywhere } = await phonesRung(tx, prompt);
  if (!isGuest) return;
  const wait = Math.max(until(here, FROM_ADDRESS), until(everywhere, FROM_ALL));
  if (wait > 0) throw new PayByTill(Math.ceil(wait));
}

class PayByTill extends TooManyRequests {
  override message = PAYMENT_TEXTS.manyPhones;
}

/** Seconds until fewer than `phones` phones were rung in the last hour. */
function until(ages: number[], phones: number): number {
  return HOUR - (ages[phones - 1] ?? HOUR);
}

async function phonesRung(tx: Tx, { userId, phone, placedFrom }: GuestPrompt): Promise<Rung> {
  const { rows } = await tx.execute<Rung>(sql`
    with rung as (
      select p.phone, p.placed_from = ${placedFrom} as is_here, extract(epoch from now() - max(p.created_at))::float8 as age
      from ${payments} p join ${orders} o on o.id = p.order_id
      where p.created_at > now() - make_interval(secs => ${HOUR}) and p.method = 'mpesa' and p.paid_at is null
        and p.state not in ('rejected', 'paid_held') and coalesce(p.callback->>'code', '') <> '0' and p.phone <> ${phone}
        and (o.guest_email is not null or exists (select from ${users} u where u.id = o.user_id and u.guest_email is not null))
        and not ${hasPaidOrder(sql`o.user_id`)}
      group by 1, 2
    )
    select coalesce((select array_agg(age order by age) from rung where is_here), '{}') as here,
      coalesce((select array_agg(age order by age) from (select min(age) as age from rung group by phone) each), '{}') as everywhere,
      exists (select from ${users} me where me.id = ${userId} and me.guest_email is not null
        and not ${hasPaidOrder(sql`me.id`)}) as "isGuest"`);
  return rows[0] ?? { isGuest: false, here: [], everywhere: [] };
}
