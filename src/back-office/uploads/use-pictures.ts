import { useEffect, useEffectEvent, useState, useSyncExternalStore } from "react";
import { useRevalidator } from "react-router";
import type { CallError } from "../../platform/browser/call.ts";
import { callStaff, failureOf } from "../app/calls/call-staff.ts";
import type * as contract from "../products/contract.ts";

/** A picture of a product: its address, and its alt text, which may be empty. */
export type GoodsPicture = { url: string; alt: string };
export type Change = (pictures: GoodsPicture[]) => GoodsPicture[];

/** A product's pictures with their alt texts. */
export function picturesOf({ images, alts }: { images: string[]; alts: string[] }): GoodsPicture[] {
  return images.map((url, at) => ({ url, alt: alts[at] ?? "" }));
}

/** Moves a picture to a place, counted from 0; those between shift by one. */
export function movedTo(url: string, place: number): Change {
  return (pictures) => {
    const moved = pictures.find((each) => each.url === url);
    if (!moved) return pictures;
    const others = pictures.filter((each) => each !== moved);
    return [...others.slice(0, place), moved, ...others.slice(place)];
  };
}

export function without(url: string): Change {
  return (pictures) => pictures.filter((each) => each.url !== url);
}

/** Adds a picture, at the end or at `place`; one that is there already stays where it is. */
export function withPicture(picture: GoodsPicture, place = Number.POSITIVE_INFINITY): Change {
  return (pictures) =>
    pictures.some(({ url }) => url === picture.url)
      ? pictures
      : [...pictures.slice(0, place), picture, ...pictures.slice(place)];
}

/** Sets the alt text of a picture. */
export function described(url: string, alt: string): Change {
  return (pictures) => pictures.map((each) => (each.url === url ? { ...each, alt } : each));
}

function applied(pictures: GoodsPicture[], changes: readonly Change[]): GoodsPicture[] {
  return changes.reduce((changed, change) => change(changed), pictures);
}

type Listener = (productId: string, pictures: GoodsPicture[]) => void;
const listeners = new Set<Listener>();
let turn: Promise<unknown> = Promise.resolve();

/** Attempts to save; each one that fails means that another person's change was saved. */
const TRIES_MAX = 5;

/**
 * Applies `change` to a product's pictures as they are stored now, whatever a screen shows. Changes of this tab take turns; when
 * another tab or phone was faster, the change is applied again to what was saved there, so none undoes another. @throws CallError
 */
export function savePictures(productId: string, change: Change): Promise<GoodsPicture[]> {
  const saved = turn.then(() => save(productId, change));
  turn = saved.catch(() => undefined);
  return saved;
}

/** Calls `listener` with a product's pictures after each change; returns a function that stops it. */
function onSaved(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function save(productId: string, change: Change): Promise<GoodsPicture[]> {
  for (let tries = 1; ; tries++)
    try {
      const after = await changeOnce(productId, change);
      for (const listener of listeners) listener(productId, after);
      return after;
    } catch (error) {
      // another person was faster: the change is applied to what they saved
      if (failureOf(error).status !== 409 || tries === TRIES_MAX) throw error;
    }
}

async function changeOnce(productId: string, change: Change): Promise<GoodsPicture[]> {
  const { product } = await callStaff<typeof contract.showProduct>({
    method: "GET",
    path: `/api/staff/goods/${productId}`,
  });
  const before = picturesOf(product);
  const after = change(before);
  // nothing changes, so nothing is sent
  if (JSON.stringify(after) === JSON.stringify(before)) return after;
  const { images, alts } = product;
  await callStaff<typeof contract.arrangePictures>({
    path: `/api/staff/goods/${productId}/pictures`,
    body: {
      order: after.map(({ url }) => url),
      alts: after.map(({ alt }) => alt),
      expected: { images, alts },
    },
  });
  return after;
}

type Edited = {
  pictures: GoodsPicture[];
  /** Why the last change could not be saved. */
  failure: CallError | undefined;
  busy: boolean;
};

/**
 * A product's pictures while somebody edits them: every change is shown and saved immediately. A change that could not be
 * saved is still shown, and is saved with the next change or by `save`.
 */
export class PictureEdits {
  readonly #savePictures: (change: Change) => Promise<GoodsPicture[]>;
  #saved: GoodsPicture[];
  #unsaved: readonly Change[] = [];
  #edited: Edited;
  /** The outcome of the save under way, or of the last one. */
  #outcome: Promise<boolean> = Promise.resolve(true);
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

  /** Takes over what is saved now, also by colleagues. */
  adopt(saved: GoodsPicture[]): void {
    this.#saved = saved;
    this.#publish({});
  }

  /** Resolves to true once it is saved, with all changes that were not saved before. */
  change(change: Change): Promise<boolean> {
    this.#unsaved = [...this.#unsaved, change];
    this.#publish({});
    return this.save();
  }

  /** Resolves to true once all changes are saved; a save under way also saves what was changed meanwhile. */
  save(): Promise<boolean> {
    if (!this.#edited.busy) this.#outcome = this.#saveUnsaved();
    return this.#outcome;
  }

  async #saveUnsaved(): Promise<boolean> {
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

/** A product's pictures for editing, with those that arrive meanwhile. */
export function usePictures(product: PicturedProduct) {
  const { _id } = product;
  const [edits] = useState(
    () => new PictureEdits(picturesOf(product), (change) => savePictures(_id, change)),
  );
  useEffect(() => edits.adopt(picturesOf(product)), [edits, product]);
  const { revalidate } = useRevalidator();
  const adoptSaved = useEffectEvent((pictures: GoodsPicture[]) => {
    edits.adopt(pictures);
    // refreshes what else the screen shows of the pictures
    void revalidate();
  });
  useEffect(() => onSaved((productId, pictures) => productId === _id && adoptSaved(pictures)), [_id]);
  const edited = useSyncExternalStore(edits.subscribe, edits.edited, edits.edited);
  return { edits, ...edited };
}
