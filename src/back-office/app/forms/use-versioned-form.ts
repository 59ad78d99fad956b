import { useState } from "react";
import type { CallError } from "../../../platform/browser/call.ts";
import type { StaffContract } from "../../staff-route.server.ts";
import { useAction } from "../action.tsx";
import type { AnswerTo, StaffCall } from "../calls/call-staff.ts";

/** The contents of a form, and the version they are based on: a call refuses another version. */
type Versioned<T> = { typed: T; version: number };
/** What a save is based on: the contents before, and now. */
type Edit<T> = Versioned<T> & { base: T };

type Options<T, Shown> = {
  /** What the page shows, and what a refusal (409 `current`) returns as the current state. */
  shown: Shown;
  read: (shown: Shown) => Versioned<T>;
  /** Overlays what a colleague has saved meanwhile with what is typed. */
  merge: (typed: T, base: T, theirs: T) => T;
  /** Announces that it is saved; called with an empty text once something else is typed. */
  say: (words: string) => void;
  saved?: string | undefined;
};

/**
 * A form of something that colleagues may change too. `theirs`: the current state, after a save was refused because of it; the
 * next save is based on that, so that nothing typed is lost and no change of theirs is undone.
 */
export function useVersionedForm<T, Shown>(options: Options<T, Shown>) {
  const { read, merge, say, saved = "Saved." } = options;
  const { start, revalidate, ...action } = useAction();
  const { failure, forget } = action;
  const shown = read(options.shown);
  const [base, setBase] = useState(shown);
  const [typed, setTyped] = useState(shown.typed);
  // an unedited form follows the page; an edited one stays, and saving it shows what changed meanwhile
  if (shown.version > base.version && isSame(typed, base.typed)) {
    setBase(shown);
    setTyped(shown.typed);
  }
  const theirs = isStale(failure) ? read(failure.answer.current as Shown) : undefined;

  function put(change: (typed: T) => T): void {
    setTyped(change);
    say("");
    // the question was about other values
    if (failure?.answer.confirm) forget();
  }

  function save<C extends StaffContract>(
    callOf: (edit: Edit<T>) => StaffCall<C>,
    savedIn: (answer: AnswerTo<C>) => Shown,
  ): void {
    const from = theirs ?? { ...base, version: newestVersion(base, shown) };
    const edited = theirs ? merge(typed, base.typed, theirs.typed) : typed;
    setBase(from);
    setTyped(edited);
    start<C>(callOf({ base: from.typed, typed: edited, version: from.version }), (answer) => {
      const now = read(savedIn(answer));
      setBase(now);
      // what was typed while it was being saved stays
      setTyped((current) => merge(current, edited, now.typed));
      say(saved);
      return revalidate();
    });
  }

  return { ...action, base: base.typed, typed, theirs: theirs?.typed, put, save };
}

/** Not for a question or a refused field, which come with the current state as well. */
function isStale(failure: CallError | undefined): failure is CallError {
  const { current, confirm, fields } = failure?.answer ?? {};
  return failure?.status === 409 && !confirm && !fields && typeof current === "object" && current !== null;
}

/** A change of something that the form does not hold, such as pictures, does not make its contents stale. */
function newestVersion<T>(base: Versioned<T>, shown: Versioned<T>): number {
  return isSame(base.typed, shown.typed) ? Math.max(base.version, shown.version) : base.version;
}

function isSame<T>(one: T, other: T): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
