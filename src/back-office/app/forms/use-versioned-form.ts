import { useState } from "react";
import type { CallError } from "../../../platform/browser/call.ts";
import type { StaffContract } from "../../staff-route.server.ts";
import { useAction } from "../action.tsx";
import type { AnswerTo, StaffCall } from "../calls/call-staff.ts";

/** What a form holds, and the version of what it was made of: a call refuses another one. */
type Versioned<T> = { typed: T; version: number };
/** What a save is made of: what the form held before, and what it holds now. */
type Edit<T> = Versioned<T> & { base: T };

type Options<T, Shown> = {
  /** As the page shows it, and as a refusal (409 `current`) says that it is now. */
  shown: Shown;
  read: (shown: Shown) => Versioned<T>;
  /** What is typed, over what a colleague has saved meanwhile. */
  merge: (typed: T, base: T, theirs: T) => T;
  /** Says that it is saved; nothing once something else is typed. */
  say: (words: string) => void;
  saved?: string | undefined;
};

/**
 * A form of something that colleagues may change too. `theirs`: how it is now, after a save that was refused for that; the next
 * save is made of it, so that nothing typed is lost and nothing of theirs is taken back.
 */
export function useVersionedForm<T, Shown>(options: Options<T, Shown>) {
  const { read, merge, say, saved = "Saved." } = options;
  const { start, revalidate, ...action } = useAction();
  const { failure, forget } = action;
  const shown = read(options.shown);
  const [base, setBase] = useState(shown);
  const [typed, setTyped] = useState(shown.typed);
  // what nobody typed into follows the page; what was typed stays, and a save of it is told what changed beside it
  if (shown.version > base.version && isSame(typed, base.typed)) {
    setBase(shown);
    setTyped(shown.typed);
  }
  const theirs = isStale(failure) ? read(failure.answer.current as Shown) : undefined;

  function put(change: (typed: T) => T): void {
    setTyped(change);
    say("");
    // what was asked was about other values
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

/** Not where something is asked, or a field is refused: those come with how it is now as well. */
function isStale(failure: CallError | undefined): failure is CallError {
  const { current, confirm, fields } = failure?.answer ?? {};
  return failure?.status === 409 && !confirm && !fields && typeof current === "object" && current !== null;
}

/** What was changed beside the form, as its pictures or whether it is on, is no change of what the form holds. */
function newestVersion<T>(base: Versioned<T>, shown: Versioned<T>): number {
  return isSame(base.typed, shown.typed) ? Math.max(base.version, shown.version) : base.version;
}

function isSame<T>(one: T, other: T): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
