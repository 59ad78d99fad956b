import type { Cloth, Focus, View } from "./scene.ts";
import type { Garment } from "./tops.ts";

/** How one product is drawn: its cut and cloth, what is printed where, and where the close-up looks. */
export type Goods = {
  cut: Garment;
  cloth: Cloth;
  both?: readonly string[];
  front?: readonly string[];
  back?: readonly string[];
  close: Focus & { view?: View };
};
