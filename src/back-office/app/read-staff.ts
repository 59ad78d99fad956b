import { data, redirect } from "react-router";
import type { z } from "zod";
import { readDataRequest } from "../../platform/internals/data-request.ts";
import { type LoaderArgs, readListQuery } from "./page.ts";

type Answers = { answer: z.ZodType };
type ReadArgs = Pick<LoaderArgs, "context" | "request">;

/**
 * For a loader: the answer to GET `url`, typed by the call's contract. Who is not signed in is sent to do so and comes
 * back; what is missing, or not theirs to see, becomes the page's error.
 */
export async function readStaff<C extends Answers>(
  { context, request }: ReadArgs,
  url: string,
): Promise<z.output<C["answer"]>> {
  const { status, body } = await context.read(url);
  if (status === 200) return body as z.output<C["answer"]>;
  if (status === 401) throw redirect(signInPath(new URL(request.url), body.next === "code"));
  throw data({ message: String(body.message ?? "") }, { status });
}

/** For a list's loader: the page of it that the address asks for, with what it is searched and filtered by. */
export function readList<C extends Answers>(
  args: ReadArgs,
  path: string,
  filters: readonly { name: string }[] = [],
) {
  const query = readListQuery(args.request, [...filters.map(({ name }) => name), "after"]);
  return readStaff<C>(args, `${path}?${query}`);
}

/** Where one signs in, to come back to this page; with `half`, only the second factor is missing. */
function signInPath({ pathname, search }: URL, half: boolean): string {
  const { page } = readDataRequest(`${pathname}${search}`) ?? { page: `${pathname}${search}` };
  const next = page.replace(/^\/staff\/?/, "/");
  return `${half ? "/second-factor" : "/sign-in"}${next === "/" ? "" : `?${new URLSearchParams({ next })}`}`;
}
