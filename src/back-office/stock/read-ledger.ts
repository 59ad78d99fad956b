import { data } from "react-router";
import type { z } from "zod";
import type { LoaderArgs } from "../app/page.ts";
import type * as contract from "./contract.ts";

export type Ledger = z.output<typeof contract.readStock.answer>;

/** What a product's stock panel shows, of the page of moves that the address asks for; null for those who may not see it. */
export async function readLedger({
  context,
  params,
  request,
}: Pick<LoaderArgs, "context" | "params" | "request">): Promise<Ledger | null> {
  const after = new URL(request.url).searchParams.get("moves");
  const query = new URLSearchParams(after ? { after } : {});
  const { status, body } = await context.read(
    `/api/staff/goods/${encodeURIComponent(params.id ?? "")}/stock?${query}`,
  );
  if (status === 200) return body as Ledger;
  // whether anybody may see the page at all is the product's own call to say
  if (status === 401 || status === 403 || status === 404) return null;
  throw data({ message: String(body.message ?? "") }, { status });
}
