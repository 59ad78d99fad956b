/** The page to go to after signing in: one of ours, whatever else the address may say. */
export function nextPath(query: URLSearchParams): string {
  const next = query.get("next") ?? "/";
  return /^\/[\w-]/.test(next) ? next : "/";
}
