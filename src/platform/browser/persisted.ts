/**
 * Text persisted in this browser under a name; in memory when storage is blocked or full, so that the shop still works.
 * `area` is where: local storage is shared by all tabs, session storage is this tab's and survives a reload.
 */
export function persisted(name: string, area: () => Storage = () => localStorage) {
  // set only while storage rejects the value, so that it never hides a change made in another tab
  let memory: string | null = null;
  const listeners = new Set<() => void>();
  return {
    read(): string | null {
      if (memory !== null) return memory;
      try {
        return area().getItem(name);
      } catch {
        return null;
      }
    },
    write(value: string | null): void {
      memory = null;
      try {
        if (value === null) area().removeItem(name);
        else area().setItem(name, value);
      } catch {
        memory = value;
      }
      for (const listener of listeners) listener();
    },
    /** Whether storage rejected the value, so that it is lost with this page. */
    isInMemory(): boolean {
      return memory !== null;
    },
    /** Notifies of changes made here and in other tabs. */
    subscribe(listener: () => void): () => void {
      const onStorage = (event: StorageEvent) => {
        if (event.key !== name && event.key !== null) return;
        memory = null;
        listener();
      };
      listeners.add(listener);
      window.addEventListener("storage", onStorage);
      return () => {
        listeners.delete(listener);
        window.removeEventListener("storage", onStorage);
      };
    },
  };
}
