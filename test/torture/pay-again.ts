import type { Visit } from "./visit.ts";
import { payByCard, payByCode, payByPush } from "./ways.ts";

/** Seconds of the shop's time after which nothing that went wrong before may keep a shopper from paying. */
export const PAY_AGAIN_AFTER = 600;

/**
 * Every shopper pays for the same goods once more, in one of the three ways, and this time it goes well. A way that does
 * not open is one who cannot pay; what M-Pesa itself refuses, pauses between prompts to one phone, and codes that wait
 * unfound, are no bar as long as a card opens.
 */
export async function payAgain(visit: Visit): Promise<void> {
  const again: Visit = { ...visit, key: `${visit.key}-again`, again: true };
  const way = visit.random.pick(["push", "card", "code"] as const);
  const first = await payBy(again, way);
  const isLimited = (way === "code" ? [409, 429] : [429, 502, 503]).includes(first.status);
  const { status, message } = isLimited ? await payBy(again, "card") : first;
  // 0: the prompt is on its way, and its answer late
  if (status !== 200 && status !== 0)
    visit.observed.barred.push(`${isLimited ? "card" : way} after ${visit.key}: ${status} ${message}`);
}

function payBy(visit: Visit, way: "push" | "card" | "code") {
  if (way === "push") return payByPush(visit, "001");
  return way === "card" ? payByCard(visit, "001") : payByCode(visit);
}
