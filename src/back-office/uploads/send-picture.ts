import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { z } from "zod";
import { CallError } from "../../platform/browser/call.ts";
import { shrinkPicture } from "../../platform/browser/shrink-picture.ts";
import { kindOf, NAME_MAX, sizeFault, TELLING, UPLOAD_TEXTS } from "../../uploads/rules.ts";
import { addressOf, answeredStaff, NOT_SAVED, readAnswer } from "../app/calls/call-staff.ts";
import type * as contract from "./contract.ts";

/** A picture that somebody chose for a product, until the product has it. */
export type ChosenPicture = {
  key: string;
  productId: string;
  /** The file's name, to show to people. */
  name: string;
  /** When it was chosen, in milliseconds: they are sent in this order. */
  at: number;
  file: Blob;
  /** The file has been made small already. */
  isSmall?: true;
};

/** The chosen pictures stored in this browser, also while the page is closed. All calls reject where it stores nothing. */
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

/** Pixels of the longer side, over twice what is shown; and bytes, which a slow connection sends in seconds. */
const SHRUNK = { longest: 2_000, most: 300_000 };

/**
 * Makes a chosen file small for sending. `why` says, before anything is sent, why that is refused: the kind is recognised by
 * the file's bytes, as on the server. A HEIC is sent as JPEG where this browser can read it.
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

/** A file to be sent to the shop, and its name. */
export type SentFile = { file: Blob; name: string };
/** `onSent` gets how many bytes were sent; `signal` aborts. */
export type SendWatch = { onSent: (bytes: number) => void; signal: AbortSignal };

/** Milliseconds: the shop waits 30 s for the bytes, and at most eight other pictures are processed first. */
const WAIT = 60_000;

/** Sends a whole file; when the connection was cut, call it again. @throws CallError */
export function sendFile(
  { file, name }: SentFile,
  watch: SendWatch,
): Promise<z.output<typeof contract.sendFile.answer>> {
  const address = addressOf({ path: "/api/staff/uploads", query: { kind: "picture", name: sendable(name) } });
  return answeredStaff<typeof contract.sendFile>(() => postBytes(address, file, watch));
}

/** Uses XMLHttpRequest, as only that reports how much of a body was sent. */
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

/** A name that the shop accepts: without characters that no database stores, and cut to the allowed length. */
function sendable(name: string): string {
  return name
    .slice(0, NAME_MAX)
    .replaceAll("\0", "")
    .replace(/\p{Surrogate}/gu, "");
}
