import { vi } from "vitest";

/** A browser's storage that holds what is in the map, until globals are as they were. */
export function stubStorage(): Map<string, string> {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  });
  return stored;
}
