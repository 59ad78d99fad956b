/** PostgreSQL's channel for what shoppers see of the catalogue; the migration `catalogue-changes` sends on it. */
export const CATALOGUE_CHANGES = "catalogue_changes";

/**
 * A change of one product, and what it touches: `page` its own page alone; `look` whatever shows it; `name` searches, too;
 * `price` what is sorted by price, too; `place` everything, for it may come, go or move anywhere.
 */
export type Change = { id: string; touches: string[] };

/** What a note tells of; undefined when anything may have changed. */
export function readChange(note: string): Change | undefined {
  const [id = "", ...touches] = note.split(" ");
  return touches.length > 0 ? { id, touches } : undefined;
}
