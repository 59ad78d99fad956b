import { slugOf } from "../../podcast/rules.ts";
import type { Policy } from "../../policies/rules.ts";
import type { SettingChange } from "./contract.ts";

/** A page as it is typed; `key`: its address when the form was opened, which may be typed over. */
export type Draft = Policy & { key: string };

export function draftsOf(pages: readonly Policy[]): Draft[] {
  return pages.map((page) => ({ ...page, key: page.slug }));
}

/** As it is saved. */
export function pagesOf(drafts: readonly Draft[]): Policy[] {
  return drafts.map(({ slug, title, text }) => ({ slug, title, text }));
}

/** With one more page, still empty. */
export function withNew(drafts: readonly Draft[]): Draft[] {
  const news = drafts.map(({ key }) => /^\+(\d+)$/.exec(key)?.[1] ?? 0).map(Number);
  return [...drafts, { key: `+${Math.max(0, ...news) + 1}`, slug: "", title: "", text: "" }];
}

export function isNew({ key }: Draft): boolean {
  return key.startsWith("+");
}

/** A new page has its title's address until another one is typed. */
export function withTitle(draft: Draft, title: string): Draft {
  const follows = isNew(draft) && draft.slug === slugOf(draft.title);
  return { ...draft, title, ...(follows && { slug: slugOf(title) }) };
}

export function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, at) => at !== from);
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)];
}

/** Pages that stand otherwise in `after` than in `before`, or are in one of them alone. */
export function changedPages(before: readonly Policy[], after: readonly Policy[]): string[] {
  const slugs = [...new Set([...before, ...after].map(({ slug }) => slug))];
  return slugs.filter((slug) => !isSame(pageAt(before, slug), pageAt(after, slug)));
}

/**
 * What is saved when somebody was quicker: each page changed here as it is typed, every other one as it stands now; in the
 * order of here where that was changed.
 */
export function merged(
  drafts: readonly Draft[],
  before: readonly Policy[],
  theirs: readonly Policy[],
): Draft[] {
  const changed = (draft: Draft) => !isSame(pageAt(before, draft.key), draft);
  const kept = drafts.flatMap((draft) => {
    if (changed(draft)) return [draft];
    const page = pageAt(theirs, draft.key);
    return page ? [{ ...page, key: page.slug }] : [];
  });
  const isHere = (slug: string) => kept.some(({ key }) => key === slug);
  const added = draftsOf(theirs.filter(({ slug }) => !isHere(slug) && !pageAt(before, slug)));
  const all = [...kept, ...added];
  if (!isSameOrder(drafts, before)) return all;
  const place = ({ key }: Draft) => {
    const at = theirs.findIndex(({ slug }) => slug === key);
    return at < 0 ? theirs.length : at;
  };
  return all.sort((one, other) => place(one) - place(other));
}

export function pageAt(pages: readonly Policy[], slug: string): Policy | undefined {
  return pages.find((page) => page.slug === slug);
}

function isSame(one: Policy | undefined, other: Policy | undefined): boolean {
  return one?.slug === other?.slug && one?.title === other?.title && one?.text === other?.text;
}

/** Of those that were there before. */
function isSameOrder(drafts: readonly Draft[], before: readonly Policy[]): boolean {
  const here = drafts.filter((draft) => !isNew(draft)).map(({ key }) => key);
  const was = before.map(({ slug }) => slug).filter((slug) => here.includes(slug));
  return here.every((key, at) => key === was[at]);
}

type Said = { title?: string; text?: string };

/** A change in the history: "Terms: text changed; Gift cards: added". */
export function sayChange({ before, after }: SettingChange): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const said = names.filter((name) => name !== "order").map((name) => sayPage(before[name], after[name]));
  return said.length > 0 ? said.join("; ") : "other order";
}

function sayPage(was: unknown, is: unknown): string {
  const [one, other] = [was as Said | undefined, is as Said | undefined];
  if (!one) return `${other?.title}: added`;
  if (!other) return `${one.title}: removed`;
  const title = one.title === other.title ? [] : [`now called ${other.title}`];
  const text = one.text === other.text && title.length > 0 ? [] : ["text changed"];
  return `${one.title}: ${[...title, ...text].join(", ")}`;
}
