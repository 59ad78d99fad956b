import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { z } from "zod";
import { CallError } from "../../platform/browser/call.ts";
import { shrinkPicture } from "../../platform/browser/shrink-picture.ts";
import { kindOf, NAME_MAX, sizeFault, TELLING, UPLOAD_TEXTS } from "../../uploads/rules.ts";
import { addressOf, answeredStaff, NOT_SAVED, readAnswer } from "../app/calls/call-staff.ts";
import type * as contract from "./contract.ts";

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

/** More than twice the pixels that are shown, and seconds of a slow line. */
const SHRUNK = { longest: 2_000, most: 300_000 };

/**
 * Makes a chosen file as small as it is sent. `why` says, before a byte leaves, why it is not: its bytes say what it is,
 * as in the shop. A HEIC goes along as JPEG where this browser can read it.
 */
export async function preparePicture(file: Blob): Promise<{ file: Blob } | { why: string }> {
  const kind = kindOf(lettersOf(await file.slice(0, TELLING).arrayBuffer()));
  if (!kind) return { why: UPLOAD_TEXTS.notAPicture };
  const shrunk = await shrinkPicture(file, { ...SHRUNK, always: kind === "heic" });
  if (kind === "heic" && shrunk === file) return { why: UPLOAD_TEXTS.heic };
  const why = sizeFault(shrunk.size);
  return why ? { why } : { file: shrunk };
}

function lettersOf(bytes: ArrayBuffer): string {
  return String.fromCharCode(...new Uint8Array(bytes));
}

/** A file on its way to the shop, and the name it had. */
export type SentFile = { file: Blob; name: string };
/** `onSent` gets how many bytes have left; `signal` ends it. */
export type SendWatch = { onSent: (bytes: number) => void; signal: AbortSignal };

/** Milliseconds: the shop waits 30 s for the bytes, and a picture has eight others before it at most. */
const WAIT = 60_000;

/** Sends a whole file; after a cut, call it again. @throws CallError */
export function sendFile(
  { file, name }: SentFile,
  watch: SendWatch,
): Promise<z.output<typeof contract.sendFile.answer>> {
  const address = addressOf({ path: "/api/staff/uploads", query: { kind: "picture", name: sendable(name) } });
  return answeredStaff<typeof contract.sendFile>(() => postBytes(address, file, watch));
}

/** By XMLHttpRequest, which alone says how much of a body has left. */
function postBytes(address: string, bytes: Blob, { onSent, signal }: SendWatch) {
  return new Promise<Awaited<ReturnType<typeof readAnswer>>>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open("POST", address);
    request.timeout = WAIT;
    request.setRequestHeader("x-staff", "1");
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onloadend = () => {
      signal.removeEventListener("abort", abort);
      const { status } = request;
      if (status === 0) reject(new CallError(0, NOT_SAVED));
      else resolve(readAnswer(new Response(request.responseText, { status })));
    };
    signal.addEventListener("abort", abort);
    request.send(bytes);
  });
}

/** A name as the shop takes it: what no database keeps is left out, and so is what is too long. */
function sendable(name: string): string {
  return name
    .slice(0, NAME_MAX)
    .replaceAll("\0", "")
    .replace(/\p{Surrogate}/gu, "");
}
