import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { useRevalidator } from "react-router";
import type { CallError } from "../../platform/browser/call.ts";
import { failureOf } from "../app/calls/call-staff.ts";
import { applied, type Change, type GoodsPicture, picturesOf } from "./goods-pictures.ts";
import { onSaved, savePictures } from "./save-pictures.ts";

type Edited = {
  pictures: GoodsPicture[];
  /** Why the last change is not saved. */
  failure: CallError | undefined;
  busy: boolean;
};

/**
 * A product's pictures while somebody changes them: every change is shown and saved immediately. What could not be saved
 * is still shown, and is saved with the next change or by `save`.
 */
export class PictureEdits {
  readonly #savePictures: (change: Change) => Promise<GoodsPicture[]>;
  #saved: GoodsPicture[];
  #unsaved: readonly Change[] = [];
  #edited: Edited;
  readonly #listeners = new Set<() => void>();

  constructor(saved: GoodsPicture[], savePictures: (change: Change) => Promise<GoodsPicture[]>) {
    this.#saved = saved;
    this.#savePictures = savePictures;
    this.#edited = { pictures: saved, failure: undefined, busy: false };
  }

  readonly edited = () => this.#edited;

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** What is saved by now, by colleagues too. */
  adopt(saved: GoodsPicture[]): void {
    this.#saved = saved;
    this.#publish({});
  }

  /** True once it is saved. */
  change(change: Change): Promise<boolean> {
    this.#unsaved = [...this.#unsaved, change];
    this.#publish({});
    return this.save();
  }

  async save(): Promise<boolean> {
    // the run that is under way takes it along
    if (this.#edited.busy) return true;
    this.#publish({ busy: true });
    try {
      while (this.#unsaved.length > 0) await this.#saveAll(this.#unsaved);
      this.#publish({ busy: false, failure: undefined });
      return true;
    } catch (error) {
      const failure = failureOf(error);
      this.#publish({ busy: false, failure });
      return false;
    }
  }

  async #saveAll(changes: readonly Change[]): Promise<void> {
    this.#saved = await this.#savePictures((pictures) => applied(pictures, changes));
    this.#unsaved = this.#unsaved.slice(changes.length);
    this.#publish({});
  }

  #publish(news: Partial<Edited>): void {
    this.#edited = { ...this.#edited, ...news, pictures: applied(this.#saved, this.#unsaved) };
    for (const listener of this.#listeners) listener();
  }
}

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
