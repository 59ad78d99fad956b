import { createElement } from "react";
import type * as Toastify from "react-toastify";
import { t, tMessage } from "../language/t.ts";
import { Link } from "./link.tsx";

type Kind = "success" | "error" | "info";
type Library = typeof Toastify;

let library: Library | undefined;
const listeners = new Set<() => void>();

/** What is on the screen, when it was said, and whether it failed without a connection: the library knows neither. */
const shown = new Map<Toastify.Id, { message: string; at: number; offline: boolean }>();
/** A toast younger than this when the page changes may be why it did, and has not been read: milliseconds. */
const UNREAD = 1_000;

type ToastOptions = {
  /** Not while the same words are on the screen. */
  once?: boolean | undefined;
  /** The words stand in the page too, in an alert that screen readers hear. */
  silent?: boolean;
  /** Where a link behind the words leads. */
  link?: { to: string; name: string };
};

/** Shows a toast; one asked for before the library or its container is there waits for them. Never fails. */
export function toast(kind: Kind, message: string, { once, silent, link }: ToastOptions = {}): void {
  void loadToasts().then((loaded) => {
    if (!loaded) return;
    const words = tMessage(message);
    const content = link
      ? createElement(
          "span",
          null,
          words,
          " ",
          linkTo(link, () => endToast(message)),
        )
      : words;
    const id = loaded.toast[kind](content, {
      ...(once && { toastId: message }),
      ...(silent && { role: "none" }),
      // its parts are drawn after it says that it is open
      onOpen: () => setTimeout(nameParts),
      onClose: () => shown.delete(id),
    });
    shown.set(id, { message, at: Date.now(), offline: kind === "error" && !navigator.onLine });
  });
}

/** Takes a toast away whose cause is mended. */
export function endToast(message: string): void {
  for (const [id, each] of shown) if (each.message === message) library?.toast.dismiss(id);
}

/** Takes away the toasts of the page before, once they could be read there. */
export function endEarlierToasts(): void {
  for (const [id, { at }] of shown) if (Date.now() - at > UNREAD) library?.toast.dismiss(id);
}

/** Takes away what failed for want of a connection that is there again. */
export function endOfflineToasts(): void {
  for (const [id, { offline }] of shown) if (offline) library?.toast.dismiss(id);
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

/** The library names its parts in English, and has no option for it. */
function nameParts(): void {
  name("Toastify__close-button", t("close"));
  name("Toastify__progress-bar", t("notification timer"));
}

function name(part: string, label: string): void {
  for (const each of document.querySelectorAll(`.${part}[aria-label]`))
    each.setAttribute("aria-label", label);
}

function linkTo({ to, name }: { to: string; name: string }, onClick: () => void) {
  return createElement(Link, { to, onClick }, name);
}

const fetchLibrary = () => import("react-toastify");
const nothing = () => undefined;
