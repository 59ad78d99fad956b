import { setTimeout as pause } from "node:timers/promises";
import { openSink } from "../../test/support/mail-sink.ts";
import { ask, connections, median } from "./load.ts";
import type { Figure, Stage } from "./stage.ts";

/** Order mails that wait, and people who sign up meanwhile, one after the other, and then while nothing waits. */
const WAITING = 1_300;
const SIGN_UPS = 5;
/** Mails a second to a server on this machine, and milliseconds from the server's answer to the link's arrival. */
const BUDGET = { perSecond: 50, link: 5_000 };

/** How fast the outbox empties, and how soon a link comes however much waits in it. */
export async function benchMails(stage: Stage): Promise<Figure[]> {
  const arrived = new Map<string, number[]>();
  const sink = await openSink({
    onData: (stream, { envelope }, done) => {
      stream.resume().on("end", () => {
        for (const { address } of envelope.rcptTo)
          arrived.set(address, [...(arrived.get(address) ?? []), performance.now()]);
        done();
      });
    },
  });
  const { url } = await stage.startShop({ SMTP_URL: sink.url });
  const signUp = async (name: string): Promise<number> => {
    const email = `${name}@example.com`;
    const agent = connections(1);
    const body = { name: "Wanjiku Otieno", email, password: `jembe na nyundo ${name}` };
    const headers = { "x-forwarded-for": `10.0.0.${arrived.size % 250}` };
    const answer = await ask(url, agent, { path: "/api/user/register", headers, body });
    agent.destroy();
    if (answer.status !== 200) throw new Error(`a sign-up answered ${answer.status}: ${answer.body}`);
    const answered = performance.now();
    while (!arrived.has(email)) await pause(5);
    return Math.max(0, (arrived.get(email)?.[0] ?? 0) - answered);
  };
  await stage.query(FILL, [WAITING]);
  const begun = performance.now();
  const busy: number[] = [];
  for (let turn = 0; turn < SIGN_UPS; turn += 1) busy.push(await signUp(`busy${turn}`));
  const left = await countWaiting(stage);
  while ((await countWaiting(stage)) > 0) await pause(20);
  const seconds = (performance.now() - begun) / 1_000;
  const idle: number[] = [];
  for (let turn = 0; turn < SIGN_UPS; turn += 1) idle.push(await signUp(`idle${turn}`));
  await stage.stopShop();
  await sink.close();
  return [
    {
      what: "mails sent, to a server on this machine",
      got: WAITING / seconds,
      atLeast: BUDGET.perSecond,
      unit: "/s",
    },
    {
      what: `a link asked for while ${left} to ${WAITING} order mails wait, slowest of ${SIGN_UPS}`,
      got: Math.max(...busy),
      budget: BUDGET.link,
      unit: "ms",
    },
    { what: "a link asked for while none waits, median", got: median(idle), unit: "ms" },
    {
      what: "mails sent twice or not at all",
      got: WAITING + 2 * SIGN_UPS - [...arrived.values()].filter((times) => times.length === 1).length,
      budget: 0,
      unit: "",
    },
  ];
}

/** About as long as the mail of an order. */
const FILL = `
  insert into outbox (id, event, recipient, subject, html, text, next_attempt_at)
  select 'bench' || n, 'bench:' || n, 'order' || n || '@example.com', 'Your order', repeat('<p>A line of an order.</p>', 300),
    repeat('A line of an order.', 60), now() - interval '1 hour'
  from generate_series(1, $1::int) as n`;

async function countWaiting({ query }: Stage): Promise<number> {
  const [row] = await query<{ count: number }>(
    "select count(*)::int from outbox where not urgent and state <> 'sent'",
  );
  return row?.count ?? 0;
}
