type Options = {
  /** Which storage: local storage is shared by all tabs, session storage is this tab's and survives a reload. */
  area?: () => Storage;
  /** After so many days by this device's clock it is deleted unread; it is stored as "<milliseconds since 1970> <text>". */
  days?: number;
};

/** Text persisted in this browser under a name; in memory when storage is blocked or full, so that the shop still works. */
export function persisted(name: string, { area = () => localStorage, days }: Options = {}) {
  // set only while storage rejects the value, so that it never hides a change made in another tab
  let memory: string | null = null;
  const listeners = new Set<() => void>();
  const readStored = () => {
    if (memory !== null) return memory;
    try {
      return area().getItem(name);
    } catch {
      return null;
    }
  };
  const store = (text: string | null) => {
    memory = null;
    try {
      if (text === null) area().removeItem(name);
      else area().setItem(name, text);
    } catch {
      memory = text;
    }
  };
  return {
    read(): string | null {
      const text = readStored();
      if (text === null || days === undefined) return text;
      const [, at, kept = ""] = /^(\d+) (.*)$/s.exec(text) ?? [];
      if (Math.abs(Date.now() - Number(at)) <= days * DAY) return kept;
      store(null);
      return null;
    },
    write(value: string | null): void {
      store(value === null || days === undefined ? value : `${Date.now()} ${value}`);
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

const DAY = 86_400_000;
