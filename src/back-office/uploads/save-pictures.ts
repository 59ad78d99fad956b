import { callStaff } from "../app/calls/call-staff.ts";
import type * as contract from "../products/contract.ts";
import { type Change, type GoodsPicture, picturesOf } from "./goods-pictures.ts";

type Listener = (productId: string, pictures: GoodsPicture[]) => void;
const listeners = new Set<Listener>();
let turn: Promise<unknown> = Promise.resolve();

/**
 * Changes a product's pictures as they are now, whatever a screen shows: a picture that arrives and one that is moved take
 * turns, and neither undoes the other. @throws CallError
 */
export function savePictures(productId: string, change: Change): Promise<GoodsPicture[]> {
  const saved = turn.then(() => save(productId, change));
  turn = saved.catch(() => undefined);
  return saved;
}

/** Calls back with what a product's pictures are after each change; gives what ends that. */
export function onSaved(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function save(productId: string, change: Change): Promise<GoodsPicture[]> {
  const params = { id: productId };
  const { product } = await callStaff<typeof contract.showProduct>({
    method: "GET",
    path: "/api/staff/goods/:id",
    params,
  });
  const before = picturesOf(product);
  const after = change(before);
  const body = { order: after.map(({ url }) => url), alts: after.map(({ alt }) => alt) };
  // as it is already: nothing to say
  if (JSON.stringify(after) !== JSON.stringify(before))
    await callStaff<typeof contract.arrangePictures>({ path: "/api/staff/goods/:id/pictures", params, body });
  for (const listener of listeners) listener(productId, after);
  return after;
}
