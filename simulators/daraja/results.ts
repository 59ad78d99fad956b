import { type Answer, ok } from "./answers.ts";
import { deliver } from "./delivery.ts";
import { receiptDay } from "./ids.ts";
import type { World } from "./world.ts";

/** Seconds a request may wait before Safaricom's queue gives it up. */
const QUEUE_MAX = 30;

/** Where and about what a result is owed. */
export type Owed = { ids: Conversation; resultUrl: string; timeoutUrl: string };

type Conversation = { OriginatorConversationID: string; ConversationID: string };

/** A result as it is sent: the code as its JSON type says, with parameters on success. */
export type ProviderResult = {
  code: number | string;
  words: string;
  parameters?: Parameter[];
  reference: Parameter;
};

type Parameter = { Key: string; Value?: string | number };

export const DONE = "The service request is processed successfully.";

export function owe(world: World, resultUrl: string, timeoutUrl: string): Owed {
  const ids = {
    OriginatorConversationID: world.ids.originator(),
    ConversationID: world.ids.conversation(world.clock.now()),
  };
  return { ids, resultUrl, timeoutUrl };
}

export function acknowledge({ ids }: Owed): Answer {
  return ok({ ...ids, ResponseCode: "0", ResponseDescription: "Accept the service request successfully." });
}

/** Tells the result in so many seconds, as things stand then. */
export function sendResultLater(
  world: World,
  owed: Owed,
  seconds: number,
  result: () => ProviderResult,
): void {
  world.agenda.after(seconds, () => {
    const { code, words, parameters, reference } = result();
    return deliver(world, owed.resultUrl, resultText(world, owed, 0, code, words, parameters, reference));
  });
}

/** The queue's own word that nothing was done. Its shape is not documented; this is a result's. */
export function giveUpLater(world: World, owed: Owed): void {
  const words = "The request timed out in the queue.";
  const text = resultText(world, owed, 1, 1019, words, undefined, { Key: "QueueTimeoutURL" });
  world.agenda.after(QUEUE_MAX, () => deliver(world, owed.timeoutUrl, text));
}

function resultText(
  world: World,
  { ids }: Owed,
  type: 0 | 1,
  code: number | string,
  words: string,
  parameters: Parameter[] | undefined,
  reference: Parameter,
): string {
  return JSON.stringify({
    Result: {
      ResultType: type,
      ResultCode: code,
      ResultDesc: words,
      ...ids,
      TransactionID: `${receiptDay(world.clock.now())}0000000`,
      ...(parameters ? { ResultParameters: { ResultParameter: parameters } } : {}),
      ReferenceData: { ReferenceItem: reference },
    },
  });
}
