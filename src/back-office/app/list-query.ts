/** What of a list page's address goes on to its call; an empty field of its form says nothing. */
export function readListQuery({ url }: Request, names: string[]): URLSearchParams {
  const given = [...new URL(url).searchParams];
  return new URLSearchParams(given.filter(([name, value]) => names.includes(name) && value.trim() !== ""));
}
