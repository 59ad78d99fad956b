import { useState } from "react";
import { formatPrice } from "../../../catalogue/rules.ts";
import type { Question } from "../../../payments/staff/refusals.server.ts";
import { Sheet } from "../../../ui/sheet.tsx";
import type { StaffContract } from "../../staff-route.server.ts";
import { ActionButton, useAction } from "../action.tsx";
import type { AnswerTo, StaffCall } from "./call-staff.ts";

const WAYS: Record<string, string> = {
  provider: "It goes back to the phone or card that paid.",
  ask: "It is asked first whether the money arrived. Only if it did not, it is sent again.",
  hand: "You send it yourself, and type the code afterwards.",
  done: "Nothing is sent: you have sent it already.",
  order: "It is counted as paid to this order.",
  close: "It is not refunded, and leaves the list.",
  reject: "Their shoppers are told by mail.",
};

/**
 * An action that moves money: its first answer says the sum, to whom and how, which `dialog` asks; confirmed, it is sent
 * again with what was seen, and asked once more where that is not so any more. Where the answer to that is lost the question stays, so that "Yes" sends the same once more, under the same key.
 */
export function useConfirmed() {
  const { start, failure, ...action } = useAction();
  const [asked, setAsked] = useState<{ title: string; again: (seen: unknown) => void }>();
  const [answer, setAnswer] = useState<Record<string, unknown>>();
  const question = answer?.confirm as Question | undefined;
  const isUnknown = failure !== undefined && (failure.status === 0 || failure.status >= 500);
  const next = failure?.status === 409 && failure.answer.confirm ? failure.answer : undefined;
  if (next !== answer && !isUnknown) setAnswer(next);

  function begin<C extends StaffContract>(
    title: string,
    callOf: (confirmed: boolean | string) => StaffCall<C>,
    onDone?: (answer: AnswerTo<C>) => unknown,
  ) {
    const send = (confirmed: boolean | string) => start<C>(callOf(confirmed), onDone);
    setAsked({ title, again: (seen) => send(typeof seen === "string" ? seen : true) });
    setAnswer(undefined);
    send(false);
  }

  /** It may have been done, which the failure still says: reloading the page's data shows it. */
  function close() {
    setAnswer(undefined);
    if (isUnknown) void action.revalidate();
    else action.forget();
  }

  const dialog = question && asked && (
    <Sheet
      title={asked.title}
      onClose={close}
      foot={
        <div className="row">
          <ActionButton
            className="button button-danger"
            busy={action.busy}
            onClick={() => asked.again(answer?.seen)}
          >
            Yes, {asked.title.toLowerCase()}
          </ActionButton>
          <ActionButton onClick={close}>No</ActionButton>
        </div>
      }
    >
      <p>
        <strong className="price">{formatPrice(question.amount)}</strong>, {question.to}.
      </p>
      <p>{WAYS[question.method]}</p>
      {isUnknown && (
        <p className="notice notice-error" role="alert">
          No answer came, so it may be done. Press Yes again: however often it arrives, it is done once.
        </p>
      )}
      {question.conflicts.length > 0 && (
        <ul className="notice notice-error">
          {question.conflicts.map((conflict) => (
            <li key={conflict}>{conflict}</li>
          ))}
        </ul>
      )}
    </Sheet>
  );
  return { ...action, failure: question ? undefined : failure, begin, start, dialog };
}
