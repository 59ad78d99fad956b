import type { Cloth, Drawing, View } from "./scene.ts";
import { type UpperSpec, upper } from "./upper.ts";
export type Garment = (cloth: Cloth, view: View) => Drawing;
export function tee(spec: UpperSpec): Garment {
  return (cloth, view) => upper(spec, cloth, view).drawing;
}
