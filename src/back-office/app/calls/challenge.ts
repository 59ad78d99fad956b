/** What somebody at work is asked for over the page: to sign in again, or the code of their app alone. */
export type Challenge = "sign-in" | "code";
type OpenChallenge = { what: Challenge; answer: (passed: boolean) => void };

let asked: OpenChallenge | undefined;
const listeners = new Set<() => void>();

/** Asks over the page; true once it is passed, false when it is closed. Calls that come meanwhile wait for the same answer. */
export function challenge(what: Challenge): Promise<boolean> {
  const before = asked;
  return new Promise((resolve) => {
    set({
      what: before?.what === "sign-in" ? "sign-in" : what,
      answer(passed) {
        set(undefined);
        before?.answer(passed);
        resolve(passed);
      },
    });
  });
}

export function openChallenge(): OpenChallenge | undefined {
  return asked;
}

export function onChallenge(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: OpenChallenge | undefined): void {
  asked = next;
  for (const listener of listeners) listener();
}
