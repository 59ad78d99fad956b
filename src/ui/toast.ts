import type * as Toastify from "react-toastify";
import { tMessage } from "../language/t.ts";

type Kind = "success" | "error" | "info";
type Library = typeof Toastify;

let library: Library | undefined;
const listeners = new Set<() => void>();

/**
 * Shows a toast; one asked for before the library or its container is there waits for them. Never fails. `once`: not while
 * the same words are on the screen.
 */
export function toast(kind: Kind, message: string, once?: boolean): void {
  void loadToasts().then((loaded) =>
    loaded?.toast[kind](tMessage(message), once ? { toastId: message } : {}),
  );
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
