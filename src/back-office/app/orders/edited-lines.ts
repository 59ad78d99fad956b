import { newId } from "../../../platform/browser/new-id.ts";
import { readWhole } from "../../../platform/whole-number.ts";
import type { StaffOrder } from "../shown.ts";
import type { Goods } from "./goods.ts";

/** A line as it is being changed, its pieces as they are typed; `key` tells it from others of the same product. */
export type EditedLine = { key: string; _id: string; name: string; size: string; pieces: string };

export function linesOf({ items }: StaffOrder): EditedLine[] {
  return items.map(({ line, _id, name, size, quantity }) => ({
    key: String(line),
    ...{ _id, name, size, pieces: String(quantity) },
  }));
}

/** One more piece of a product, in the first size that is there. */
export function withGoods(lines: EditedLine[], { _id, name, sizes, stock }: Goods): EditedLine[] {
  const size = sizes.find((each) => (stock[each] ?? 0) > 0) ?? sizes[0] ?? "";
  return [...lines, { key: newId(), _id, name, size, pieces: "1" }];
}

/** As the call takes them. */
export function itemsOf(lines: EditedLine[]) {
  return lines.map(({ _id, size, pieces }) => ({ _id, size, quantity: readWhole(pieces) }));
}

/** The sizes to choose from: those on sale, and the one it has. */
export function sizesOf({ _id, size }: EditedLine, goods: Goods[]): string[] {
  const sizes = goods.find((each) => each._id === _id)?.sizes ?? [];
  return sizes.includes(size) ? sizes : [size, ...sizes];
}
