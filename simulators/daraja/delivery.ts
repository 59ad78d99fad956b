import type { Logged, World } from "./world.ts";

/** Seconds between a callback not answered 200 and the next try, where retries are switched on. */
const RETRY_AFTER = 30;
/** Real milliseconds a receiver has to answer. */
const PATIENCE = 10_000;

/**
 * POSTs to the shop, unsigned as Daraja does, and logs how it went. Never throws.
 * @returns the receiver's status, 0 when there was no answer or deliveries are being dropped
 */
export async function deliver(
  world: World,
  url: string,
  text: string,
  { retries = 0, byHand = false }: { retries?: number; byHand?: boolean } = {},
): Promise<number> {
  const entry: Logged = {
    direction: "out",
    at: world.clock.now(),
    method: "POST",
    path: new URL(url).pathname,
    body: parsed(text),
    status: 0,
  };
  world.log.push(entry);
  if (world.dropping && !byHand) return 0;
  await post(world, url, text, entry);
  if (entry.status !== 200 && retries > 0)
    world.agenda.after(RETRY_AFTER, () => deliver(world, url, text, { retries: retries - 1 }));
  return entry.status;
}

async function post(world: World, url: string, text: string, entry: Logged): Promise<void> {
  const headers = {
    "Content-Type": "application/json;charset=UTF-8",
    Businessshortcode: world.setup.shortcode,
    Connection: "close",
  };
  const signal = AbortSignal.timeout(PATIENCE);
  try {
    const answer = await fetch(url, { method: "POST", headers, body: text, signal, redirect: "manual" });
    entry.status = answer.status;
    await answer.arrayBuffer();
  } catch {
    // nobody there, or too late: the status stays 0
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
