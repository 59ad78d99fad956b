import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { useRevalidator } from "react-router";
import { type GoodsPicture, picturesOf } from "./goods-pictures.ts";
import { PictureEdits } from "./picture-edits.ts";
import { onSaved, savePictures } from "./save-pictures.ts";

export type PicturedProduct = { _id: string; images: string[]; alts: string[] };

/** The pictures of a product that somebody changes, with those that arrive meanwhile. */
export function usePictures(product: PicturedProduct) {
  const { _id } = product;
  const [edits] = useState(
    () => new PictureEdits(picturesOf(product), (change) => savePictures(_id, change)),
  );
  useEffect(() => edits.adopt(picturesOf(product)), [edits, product]);
  const { revalidate } = useRevalidator();
  const adoptSaved = useEffectEvent((pictures: GoodsPicture[]) => {
    edits.adopt(pictures);
    // what else the screen says of them
    void revalidate();
  });
  useEffect(() => onSaved((productId, pictures) => productId === _id && adoptSaved(pictures)), [_id]);
  const edited = useSyncExternalStore(edits.subscribe, edits.edited, edits.edited);
  return { edits, ...edited };
}
