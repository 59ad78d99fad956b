import { crowd, type Person } from "../../test/people.ts";
import type { Stage } from "./stage.ts";

/** A crowd of shoppers who have all paid here before: so many codes of one that nobody has found yet are taken. */
export async function regulars(stage: Stage, count: number): Promise<Person[]> {
  const people = await crowd(stage, count);
  await stage.query(
    `insert into payments (id, user_id, method, state, active, checkout, draft, lines, subtotal, delivery_fee, amount, reference, paid_at)
     select 'before-' || id, id, 'mpesa', 'refunded', false, 'before', 'before', '[]', 1, 0, 1, 'before-' || id, now()
     from unnest($1::text[]) as id`,
    [people.map(({ userId }) => userId)],
  );
  return people;
}
