import { type DBSchema, type IDBPDatabase, openDB } from "idb";

/** A picture that somebody chose for a product, until it is the product's. */
export type ChosenPicture = {
  key: string;
  productId: string;
  /** Of its file, for people. */
  name: string;
  /** When it was chosen, in milliseconds: they are sent in this order. */
  at: number;
  file: Blob;
  /** The file is as small as it is sent. */
  isSmall?: true;
};

/** Chosen pictures as this browser keeps them, also while the page is closed. Everything rejects where it keeps nothing. */
export type ChosenPictures = {
  keep: (picture: ChosenPicture) => Promise<unknown>;
  has: (key: string) => Promise<boolean>;
  ofProduct: (productId: string) => Promise<ChosenPicture[]>;
  forget: (key: string) => Promise<void>;
};

interface Schema extends DBSchema {
  pictures: { key: string; value: ChosenPicture; indexes: { productId: string } };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;

function open(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>("staff-pictures", 1, {
    upgrade(database) {
      const pictures = database.createObjectStore("pictures", { keyPath: "key" });
      pictures.createIndex("productId", "productId");
    },
    terminated: forgetOpened,
  });
  opened.catch(forgetOpened);
  return opened;
}

function forgetOpened(): void {
  opened = undefined;
}

export const chosenPictures: ChosenPictures = {
  keep: async (picture) => (await open()).put("pictures", picture),
  has: async (key) => (await (await open()).count("pictures", key)) > 0,
  async ofProduct(productId) {
    const pictures = await (await open()).getAllFromIndex("pictures", "productId", productId);
    return pictures.sort((a, b) => a.at - b.at);
  },
  forget: async (key) => (await open()).delete("pictures", key),
};
