import { createElement } from "react";
import { Link } from "react-router";
import type * as Toastify from "react-toastify";
import { tMessage } from "../language/t.ts";

type Kind = "success" | "error" | "info";
type Library = typeof Toastify;

let library: Library | undefined;
const listeners = new Set<() => void>();

/** Errors on the screen, and when each was said: the library knows of no time. */
const errors = new Map<Toastify.Id, { message: string; at: number }>();
/** An error younger than this when the page changes may be why it did, and has not been read: milliseconds. */
const UNREAD = 1_000;

type ToastOptions = {
  /** Not while the same words are on the screen. */
  once?: boolean | undefined;
  /** Where a link behind the words leads. */
  link?: { to: string; name: string };
};

/** Shows a toast; one asked for before the library or its container is there waits for them. Never fails. */
export function toast(kind: Kind, message: string, { once, link }: ToastOptions = {}): void {
  void loadToasts().then((loaded) => {
    if (!loaded) return;
    const words = tMessage(message);
    const content = link
      ? createElement("span", null, words, " ", createElement(Link, { to: link.to }, link.name))
      : words;
    const id = loaded.toast[kind](content, {
      ...(once && { toastId: message }),
      onClose: () => errors.delete(id),
    });
    if (kind === "error") errors.set(id, { message, at: Date.now() });
  });
}

/** Takes an error away whose cause is mended. */
export function endToast(message: string): void {
  for (const [id, error] of errors) if (error.message === message) library?.toast.dismiss(id);
}

/** Takes away the errors of the page before, once they could be read there. */
export function endEarlierToasts(): void {
  for (const [id, { at }] of errors) if (Date.now() - at > UNREAD) library?.toast.dismiss(id);
}

/** Fetches the toast library, which no page waits for; undefined when it could not be had, and the next toast tries again. */
export async function loadToasts(): Promise<Library | undefined> {
  if (library) return library;
  const loaded = await fetchLibrary().catch(fetchLibrary).catch(nothing);
  if (!loaded || library) return library;
  library = loaded;
  for (const listener of listeners) listener();
  return library;
}

export function loadedToasts(): Library | undefined {
  return library;
}

/** Calls `listener` once the library is there; gives what ends that. */
export function onToastsLoaded(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const fetchLibrary = () => import("react-toastify");
const nothing = () => undefined;
