import { createElement } from "react";
import type * as Toastify from "react-toastify";
import { t, tMessage } from "../language/t.ts";
import { Link } from "./link.tsx";

type Kind = "success" | "error" | "info";
type Library = typeof Toastify;

let library: Library | undefined;
const listeners = new Set<() => void>();

/** Toasts on the screen: the text, when it was shown, and whether it is about a lost connection. The library knows neither. */
const shown = new Map<Toastify.Id, { message: string; at: number; offline: boolean }>();
/** Milliseconds: when the page changes, a toast younger than this stays, as it may be about that and has not been read. */
const UNREAD = 1_000;

type ToastOptions = {
  /** Not shown while the same text is on the screen. */
  once?: boolean | undefined;
  /** The text is also in the page, in an alert that screen readers read. */
  silent?: boolean;
  /** A link after the text. */
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

/** Removes a toast whose cause is gone. */
export function endToast(message: string): void {
  for (const [id, each] of shown) if (each.message === message) library?.toast.dismiss(id);
}

/** Removes the toasts of the previous page, once they could be read there. */
export function endEarlierToasts(): void {
  for (const [id, { at }] of shown) if (Date.now() - at > UNREAD) library?.toast.dismiss(id);
}

/** Removes toasts about a lost connection, when it is back. */
export function endOfflineToasts(): void {
  for (const [id, { offline }] of shown) if (offline) library?.toast.dismiss(id);
}

/** Loads the toast library, which no page waits for; undefined when that failed, and the next toast tries again. */
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

/** Calls `listener` once the library is loaded; returns a function that stops it. */
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
