import type { GoodsState } from "../../catalogue/staff/rules.ts";

/** Whether shoppers see a product, in a word. */
export const STATES: Record<GoodsState, { name: string; kind: string }> = {
  shown: { name: "Shown", kind: "badge-success" },
  hidden: { name: "Hidden", kind: "badge-warning" },
  archived: { name: "Archived", kind: "badge-neutral" },
};
