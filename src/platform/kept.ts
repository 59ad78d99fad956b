/** Text kept in this browser under a name; in memory when storage is blocked or full, so that the shop still works. */
export function kept(name: string) {
  let memory: string | null = null;
  const listeners = new Set<() => void>();
  return {
    read(): string | null {
      try {
        return localStorage.getItem(name) ?? memory;
      } catch {
        return memory;
      }
    },
    write(value: string | null): void {
      memory = value;
      try {
        if (value === null) localStorage.removeItem(name);
        else localStorage.setItem(name, value);
      } catch {
        // storage is blocked or full: memory has it
      }
      for (const listener of listeners) listener();
    },
    /** Hears of changes made here and in other tabs. */
    subscribe(listener: () => void): () => void {
      const onStorage = (event: StorageEvent) => (event.key === name || event.key === null) && listener();
      listeners.add(listener);
      window.addEventListener("storage", onStorage);
      return () => {
        listeners.delete(listener);
        window.removeEventListener("storage", onStorage);
      };
    },
  };
}

/** The sign-in token (specification §4: in local storage), sent with every call. */
export const token = kept("token");
