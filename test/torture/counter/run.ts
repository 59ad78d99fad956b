import { setTimeout as pause } from "node:timers/promises";
import { checkInvariants } from "../checker.ts";
import type { Environment } from "../environment.ts";
import type { Observations } from "../invariants.ts";
import { planRefunds } from "../outages.ts";
import { type Random, randomFrom } from "../random.ts";
import { staffFaults } from "./books.ts";
import { openDay } from "./buyers.ts";
import { openCrew } from "./crew.ts";
import type { Draw } from "./deeds.ts";
import * as orderDeeds from "./deeds.ts";
import * as goodsDeeds from "./goods-deeds.ts";
import { emptyTally, type Hand, perform, type Tally } from "./hand.ts";
import * as moneyDeeds from "./money-deeds.ts";

/** What a day at the counter came to; `wrong` in words. */
export type Day = {
  deeds: number;
  /** Rows of the audit log: deeds that changed something. */
  done: Record<string, number>;
  answers: Tally["answers"];
  deaths: number;
  orders: number;
  refunds: number;
  wrong: string[];
};

/** People who work at once, and deaths of a process or of the database while they do. */
const HANDS = 6;
const DEATHS = 7;
const VICTIMS = ["shop", "shop", "shop", "backend", "everything"] as const;
/** Seconds after which all is settled. */
const AFTERWARDS = [60, 60, 360, 2_400, 4_000, 90_000, 60];

const DEEDS: readonly [Draw, ...Draw[]] = [
  orderDeeds.step,
  ...Array<Draw>(4).fill(orderDeeds.step),
  ...Array<Draw>(2).fill(orderDeeds.steps),
  ...Array<Draw>(2).fill(orderDeeds.undo),
  orderDeeds.note,
  orderDeeds.address,
  ...Array<Draw>(2).fill(orderDeeds.edit),
  orderDeeds.cancel,
  ...Array<Draw>(2).fill(moneyDeeds.confirmCode),
  moneyDeeds.rejectCode,
  moneyDeeds.askAgain,
  moneyDeeds.check,
  ...Array<Draw>(2).fill(moneyDeeds.accept),
  moneyDeeds.close,
  ...Array<Draw>(4).fill(moneyDeeds.refund),
  moneyDeeds.settleLoose,
  ...Array<Draw>(2).fill(moneyDeeds.refunded),
  ...Array<Draw>(3).fill(goodsDeeds.moveStock),
  goodsDeeds.changeCoupon,
];

/** So many random deeds of staff beside fifty buyers, processes killed in between; and then the world is left alone. */
export async function runDay(
  environment: Environment,
  observed: Observations,
  { seed, deeds }: { seed: number; deeds: number },
): Promise<Day> {
  environment.begin();
  const random = randomFrom(seed);
  const crew = await openCrew(environment, random.fork());
  const day = await openDay(environment, observed, random.fork(), seed);
  const refunds = planRefunds(environment, random, 70);
  const tally = emptyTally();
  const rush = { orderId: "", until: 0 };
  let isOver = false;
  const time = passTime(environment, random.fork(), { refunds, isOver: () => isOver });
  const deaths = killSome(environment, random.fork(), () => isOver);
  const bought = day.buy();
  await workUntil(deeds, () => ({ environment, random: random.fork(), crew, observed, tally, rush }));
  await bought;
  isOver = true;
  await Promise.all([time, deaths]);
  await environment.whenUp();
  refunds.end();
  for (const seconds of AFTERWARDS) await environment.pass(seconds);
  await moneyDeeds.readHands({ environment }, observed);
  const verdict = await checkInvariants(environment, observed);
  const { lost, doubled, unlisted, drift, broken, others } = verdict;
  const staff = await staffFaults(environment, tally);
  const wrong = [...lost, ...doubled, ...unlisted, ...drift, ...broken, ...others, ...staff, ...tally.faults];
  return {
    deeds: tally.deeds,
    done: await countDone(environment),
    answers: tally.answers,
    deaths: environment.deaths.length,
    orders: verdict.orders,
    refunds: verdict.refunds,
    wrong: await Promise.all(wrong.map((line) => explain(environment, tally, line))),
  };
}

/** The line with how the payment it names stands, what became of each of its refunds, and what was sent about it. */
async function explain({ query }: Environment, { sent }: Tally, line: string): Promise<string> {
  const [id] = /[0-9A-Z]{26}/.exec(line) ?? [];
  const known = await query<{ words: string }>(
    `select concat_ws(' ', p.method, p.id, p.state, p.why, 'Ksh', p.amount, 'came', p.details->>'amount', p.receipt, 'of order',
         o.status, o.amount, (select json_agg(json_build_array(r.number, r.amount, r.reason, r.way, r.state, r.result, r.tries,
           'given up', r.given_up_at, 'by', r.by_name, (select json_agg(json_build_array(a.way, a.amount, a.state, a.reference, a.started_at)
             order by a.started_at) from refund_attempts a where a.refund_id = r.id)) order by r.number) from refunds r where r.payment_id = p.id)) as words
     from payments p left join orders o on o.id = p.order_id where $1 in (p.id, p.order_id)`,
    [id ?? ""],
  );
  const audits = await query<{ words: string }>(
    "select concat_ws(' ', at, staff_name, action, reason, after) as words from audit where subject_id = $1 order by id",
    [id ?? ""],
  );
  const about = sent.filter((each) => id !== undefined && each.includes(id));
  return [line, ...[...known, ...audits].map(({ words }) => words), ...about].join("\n    ");
}

async function countDone({ query }: Environment): Promise<Record<string, number>> {
  const rows = await query<{ action: string; count: number }>(
    "select action, count(*)::int from audit where subject_kind <> 'person' group by 1 order by 1",
  );
  return Object.fromEntries(rows.map(({ action, count }) => [action, count]));
}

async function workUntil(deeds: number, hand: () => Hand): Promise<void> {
  let next = 0;
  const work = async (own: Hand) => {
    while (next < deeds) {
      const number = ++next;
      const deed = await drawOne(own, number);
      if (deed) await perform(own, deed, number);
    }
  };
  await Promise.all(Array.from({ length: HANDS }, () => work(hand())));
}

/** Something that can be done now; before the first orders there is nothing. */
async function drawOne({ environment, random, rush }: Hand, number: number) {
  for (let attempt = 0; attempt < 200; attempt++) {
    const deed = await random.pick(DEEDS)({ environment, random, number, rush });
    if (deed) return deed;
    await pause(20);
  }
  return undefined;
}

/** Rows age with the providers' clock; now and then steps are older than two minutes, and their mails leave. */
async function passTime(
  environment: Environment,
  random: Random,
  { refunds, isOver }: { refunds: ReturnType<typeof planRefunds>; isOver: () => boolean },
): Promise<void> {
  while (!isOver()) {
    // they fail for a while, and go through again
    if (random.chance(15)) random.pick([refunds.begin, refunds.end])();
    await environment.pass(3);
    if (random.chance(25)) await ageSteps(environment);
    await pause(150);
  }
}

async function ageSteps({ query }: Environment): Promise<void> {
  const aged = `with steps as (update order_events set at = at - interval '130 seconds' where kind = 'step')
    update outbox set next_attempt_at = next_attempt_at - interval '130 seconds' where state = 'waiting'`;
  // who changes many rows at once gives way
  await query(aged).catch(() => {});
}

async function killSome(environment: Environment, random: Random, isOver: () => boolean): Promise<void> {
  for (let deaths = 0; deaths < DEATHS; deaths++) {
    const until = performance.now() + 800 + random.below(2_500);
    while (performance.now() < until && !isOver()) await pause(50);
    if (isOver()) return;
    const shop = environment.shops[random.below(environment.shops.length)];
    if (shop) await environment.kill(random.pick(VICTIMS), shop);
  }
}
