/** Limits on the pages of policies; `bytes` of all of them together, so that they fit in one call. */
export const POLICY = { pages: 12, slug: 60, title: 60, text: 12_000, bytes: 48_000 } as const;

/** A page of the shop's policies; `text` is Markdown. */
export type Policy = { slug: string; title: string; text: string };

/** What a link to it needs. */
export type PolicyLink = Pick<Policy, "slug" | "title">;

/** Where shoppers read it. */
export function policyPath(slug: string): string {
  return `/policies/${slug}`;
}
