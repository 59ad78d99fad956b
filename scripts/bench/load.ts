import autocannon, { type Request } from "autocannon";

/** Connections of every row; each sends its next request when the last one is answered. */
export const CONNECTIONS = 16;

/** Sequences of requests a second, milliseconds within which 99 of 100 requests are answered, and requests refused (503). */
export type Load = { perSecond: number; p99: number; refused: number };

/** A request that is composed each time it is sent. */
export type Call = { path: string; method?: "POST"; headers?: Record<string, string>; body?: string };

/** What one connection remembers from the first request of a sequence to its last. */
export type Sequence = Record<string, number>;

/** The medians of several rounds, in seconds, after one that is not counted. */
export async function measure(
  url: string,
  requests: Request[],
  { warmUp = 3, rounds = 3, seconds = 3 } = {},
): Promise<Load> {
  await send(url, requests, warmUp);
  const loads: Load[] = [];
  for (let round = 0; round < rounds; round += 1) loads.push(await send(url, requests, seconds));
  return {
    perSecond: median(loads.map(({ perSecond }) => perSecond)),
    p99: median(loads.map(({ p99 }) => p99)),
    refused: loads.reduce((sum, { refused }) => sum + refused, 0),
  };
}

/**
 * Every connection sends these requests in turn, for so many seconds.
 * @throws Error when one is not answered, or neither with 2xx nor 503
 */
export async function send(url: string, requests: Request[], seconds: number): Promise<Load> {
  const result = await autocannon({
    url,
    requests,
    connections: CONNECTIONS,
    duration: seconds,
    headers: { "accept-encoding": "br" },
  });
  const { "2xx": done, non2xx, errors, duration, latency, statusCodeStats } = result;
  const refused = Number(statusCodeStats?.["503"]?.count ?? 0);
  if (errors > 0 || non2xx > refused)
    throw new Error(`${errors} requests failed; the answers were ${JSON.stringify(statusCodeStats)}`);
  return { perSecond: done / requests.length / duration, p99: latency.p99, refused };
}

/** A request whose path, headers and body `next` gives each time. */
export function composed(next: (sequence: Sequence) => Call): Request {
  return {
    setupRequest(request, sequence) {
      const call = next(sequence as Sequence);
      return { ...request, ...call, headers: { ...request.headers, ...call.headers } };
    },
  };
}

/** The middle value; of an even number of values the upper one of the two in the middle. */
export function median(values: number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
