import type { TestShop } from "../shop.ts";

/** What the audit log says of a subject, the oldest first. */
export function auditOf(
  shop: Pick<TestShop, "query">,
  subject: string,
  columns = "action, before, after, staff_name",
) {
  return shop.query(`select ${columns} from audit where subject_id = $1 order by id`, [subject]);
}
