/** My orders with what follows on this order: where every way to pay ends. */
export function placedPath(orderId: string): string {
  return `/orders?placed=${orderId}`;
}

/** The order that My orders' address names; undefined where none is named, and its `id` where it cannot be one. */
export function placedIn(query: URLSearchParams): { id: string | undefined } | undefined {
  const id = query.get("placed");
  if (id === null) return undefined;
  return { id: /^[0-9A-Z]{26}$/.test(id) ? id : undefined };
}
