import { data, redirect, useRouteLoaderData } from "react-router";
import type { z } from "zod";
import { readDataRequest } from "../../platform/internals/data-request.ts";
import { shop } from "../../shop.ts";
import type { Right, Role } from "../rights.ts";

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

/**
 * For a loader: the answer to GET `path`, typed by the call's contract; its `:names` are the page's own. Who is not signed in
 * is sent to do so and comes back; what is missing, or not theirs to see, becomes the page's error.
 */
export async function readStaff<C extends { answer: z.ZodType }>(
  { context, request, params }: LoaderArgs,
  path: string,
): Promise<z.output<C["answer"]>> {
  const filled = path.replace(/\/:(\w+)/g, (_, name) => `/${encodeURIComponent(params[name] ?? "")}`);
  const { status, body } = await context.read(filled);
  if (status === 200) return body as z.output<C["answer"]>;
  if (status === 401) throw redirect(signInPath(new URL(request.url), body.next === "code"));
  throw data({ message: String(body.message ?? "") }, { status });
}

/** For a list's loader: the page of it that the address asks for, with what it is searched and filtered by. */
export function readList<C extends { answer: z.ZodType }>(
  args: LoaderArgs,
  path: string,
  filters: readonly { name: string }[] = [],
) {
  const names = ["after", ...filters.map(({ name }) => name)];
  // an empty field of its form says nothing
  const given = [...new URL(args.request.url).searchParams].filter(
    ([name, value]) => names.includes(name) && value.trim(),
  );
  return readStaff<C>(args, `${path}?${new URLSearchParams(given)}`);
}

/** Where one signs in, to come back to this page; with `half`, only the second factor is missing. */
function signInPath({ pathname, search }: URL, half: boolean): string {
  const { page } = readDataRequest(`${pathname}${search}`) ?? { page: `${pathname}${search}` };
  const next = page.replace(/^\/staff\/?/, "/");
  return `${half ? "/second-factor" : "/sign-in"}${next === "/" ? "" : `?${new URLSearchParams({ next })}`}`;
}

/** The page to go to after signing in: one of ours, whatever else the address may say. */
export function nextPath(query: URLSearchParams): string {
  const next = query.get("next") ?? "/";
  return /^\/[\w-]/.test(next) ? next : "/";
}

/** Who is signed in, and what they may do. */
export type Person = { staff: { _id: string; name: string; role: Role }; rights: Right[] };

/** Who is signed in; undefined on the pages before that. */
export function usePerson(): Person | undefined {
  return useRouteLoaderData<{ person: Person | undefined }>("root")?.person;
}

/** Whether they may do that. The server asks once more. */
export function useMay(): (right: Right) => boolean {
  const person = usePerson();
  return (right) => person?.rights.includes(right) ?? false;
}
