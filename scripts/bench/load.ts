import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, type IncomingHttpHeaders, request } from "node:http";

/** Milliseconds of load after which V8 has compiled what it meets all day: a shop that stands open is measured. */
export const WARM_MS = 15_000;

/** What came back, and after how many milliseconds; status 0 when nothing did. */
export type Answered = { status: number; ms: number; headers: IncomingHttpHeaders; body: string };
export type Asked = { path: string; method?: string; headers?: Record<string, string>; body?: object };

/** Connections that are kept open, as a browser's are. */
export function connections(count: number): Agent {
  return new Agent({ keepAlive: true, maxSockets: count });
}

/** One request, to its last byte. */
export function ask(url: string, agent: Agent, asked: Asked): Promise<Answered> {
  const payload = asked.body === undefined ? undefined : JSON.stringify(asked.body);
  const begun = performance.now();
  return new Promise((resolve) => {
    const settle = (status: number, headers: IncomingHttpHeaders, body: string) =>
      resolve({ status, headers, body, ms: performance.now() - begun });
    const sending = request(
      url + asked.path,
      {
        agent,
        method: asked.method ?? (payload === undefined ? "GET" : "POST"),
        headers: {
          "accept-encoding": "br",
          ...(payload !== undefined && {
            "content-type": "application/json",
            "content-length": Buffer.byteLength(payload),
          }),
          ...asked.headers,
        },
      },
      (response) => {
        let body = "";
        response.on("data", (chunk) => {
          body += chunk;
        });
        response.on("end", () => settle(response.statusCode ?? 0, response.headers, body));
        response.on("error", () => settle(0, {}, ""));
      },
    );
    sending.on("error", () => settle(0, {}, ""));
    sending.end(payload);
  });
}

/** So many at once, each asking again when answered, for so many milliseconds. */
export async function askInTurn(
  url: string,
  given: { at: number; ms: number; next: (turn: number) => Asked },
): Promise<Answered[]> {
  const agent = connections(given.at);
  const until = performance.now() + given.ms;
  const answers: Answered[] = [];
  let turn = 0;
  await Promise.all(
    Array.from({ length: given.at }, async () => {
      while (performance.now() < until) {
        turn += 1;
        answers.push(await ask(url, agent, given.next(turn)));
      }
    }),
  );
  agent.destroy();
  return answers;
}

/** So many each second however long the answers take, for so many milliseconds: a crowd does not wait for its turn. */
export async function askAtRate(
  url: string,
  given: { perSecond: number; ms: number; agent: Agent; next: (turn: number) => Asked | undefined },
): Promise<Answered[]> {
  const begun = performance.now();
  const asked: Promise<Answered>[] = [];
  while (performance.now() - begun < given.ms) {
    const due = ((performance.now() - begun) / 1000) * given.perSecond;
    while (asked.length < due) asked.push(ask(url, given.agent, given.next(asked.length) ?? { path: "/" }));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return Promise.all(asked);
}

export type AskedAtRate = {
  url: string;
  sockets: number;
  perSecond: number;
  ms: number;
  asks: Asked[];
  /** Not before that moment, in milliseconds since 1970. */
  startAt?: number;
  /** What each connection has asked before, so that all of them are open. */
  before?: Asked;
};

/** As `askAtRate`, these one after the other and then from the first again, from a process of its own. Without bodies. */
export async function askAside(given: AskedAtRate): Promise<Answered[]> {
  const child = fork("scripts/bench/load-aside.ts", { execArgv: ["--import", "tsx"] });
  child.send(given);
  const [answers] = await once(child, "message");
  return answers;
}

/** The value that so many of a hundred do not exceed. */
export function percentile(values: number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}

export function median(values: number[]): number {
  return percentile(values, 50);
}
