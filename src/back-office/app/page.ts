import { shop } from "../../shop.ts";

/** The title of a screen. None of them is for search engines. */
export function pageTitle(title: string) {
  return [{ title: `${title} | ${shop.name} staff` }, { name: "robots", content: "noindex" }];
}

/** As a page's `meta`, where the title is always the same. */
export const titled = (title: string) => () => pageTitle(title);

/** What a loader of the back office's pages is given. */
export type LoaderArgs = {
  request: Request;
  params: Record<string, string | undefined>;
  context: StaffReads;
};

export type StaffReads = {
  /** Puts an unexpected failure of a page into the log. */
  report(error: unknown): void;
  /** The answer to GET `url` below /api/staff, as it would be given to the browser that asks for the page. */
  read(url: string): Promise<{ status: number; body: Record<string, unknown> }>;
};

/** What of a list page's address goes on to its call; an empty field of its form says nothing. */
export function readListQuery({ url }: Request, names: string[]): URLSearchParams {
  const given = [...new URL(url).searchParams];
  return new URLSearchParams(given.filter(([name, value]) => names.includes(name) && value.trim() !== ""));
}

/** The page to go to after signing in: one of ours, whatever else the address may say. */
export function nextPath(query: URLSearchParams): string {
  const next = query.get("next") ?? "/";
  return /^\/[\w-]/.test(next) ? next : "/";
}
