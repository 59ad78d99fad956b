import { type Answer, invalidField, ok, Refusal, spikeArrest } from "./answers.ts";
import { demandMerchant, type Fields, reader } from "./fields.ts";
import { queryWords } from "./scenarios.ts";
import type { Prompt, World } from "./world.ts";

/** Five per minute with a burst of one is one in twelve seconds, in milliseconds. */
const BETWEEN = 12_000;

/** The gateway's limit, before anything is read. Refused calls do not count. */
export function queryLimit(world: World): Answer | undefined {
  const now = world.clock.now();
  if (world.switches.queryLimit && now - world.queriedAt < BETWEEN) return spikeArrest();
  world.queriedAt = now;
  return undefined;
}

/** Seconds for which a prompt can be queried. */
const RETENTION = 24 * 3600;

/** STK query: the ResultCode as a string once there is one, and never an amount or a receipt. */
export function query(world: World, fields: Fields): Answer {
  demandMerchant(world, fields);
  const id = reader(fields).text("CheckoutRequestID", 1, 100);
  const prompt = world.prompts.find((made) => made.checkoutRequestId === id);
  const age = prompt ? (world.clock.now() - prompt.at) / 1000 : 0;
  if (!prompt || age > RETENTION) throw inProgress("The transaction does not Exist");
  return hindered(prompt, age) ?? answered(prompt);
}

function hindered(prompt: Prompt, age: number): Answer | undefined {
  const { query: manner } = prompt.plan;
  prompt.queries += 1;
  if (manner === "limited" && age < 60) return spikeArrest();
  if (manner === "unknown-at-first" && age < 3) throw invalidField("CheckoutRequestID");
  if (manner === "mixed" && prompt.queries % 2 === 1) throw inProgress("The transaction is being processed");
  if (manner === "empty" && !prompt.code) throw new Refusal(200, "500.001.1001", "");
  return undefined;
}

function answered({ merchantRequestId, checkoutRequestId, code }: Prompt): Answer {
  return ok({
    ResponseCode: "0",
    ResponseDescription: "The service request has been accepted successfully",
    MerchantRequestID: merchantRequestId,
    CheckoutRequestID: checkoutRequestId,
    ResultCode: code ?? "4999",
    ResultDesc: code ? queryWords(code) : "The transaction is still under processing",
  });
}

const inProgress = (message: string) => new Refusal(500, "500.001.1001", message);
