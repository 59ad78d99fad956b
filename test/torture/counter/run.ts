import { setTimeout as pause } from "node:timers/promises";
import { pullTillPayments, registerPull } from "../../../src/payments/mpesa/pull.server.ts";
import { checkInvariants } from "../checker.ts";
import type { Environment } from "../environment.ts";
import type { Observations } from "../invariants.ts";
import { planRefunds } from "../outages.ts";
import { type Random, randomFrom } from "../random.ts";
import { staffFaults } from "./books.ts";
import { openDay } from "./buyers.ts";
import { openCrew } from "./crew.ts";
import { emptyTally, type Hand, perform } from "./hand.ts";
import type { Draw } from "./order-actions.ts";
import * as orderActions from "./order-actions.ts";
import * as paymentActions from "./payment-actions.ts";
import * as productActions from "./product-actions.ts";

/** What a day at the counter came to; `wrong` in words. */
export type Day = Awaited<ReturnType<typeof runDay>>;

/** People who work in parallel, and deaths of a process or of the database while they do. */
const HANDS = 6;
const DEATHS = 7;
const VICTIMS = ["shop", "shop", "shop", "backend", "everything"] as const;
/** Seconds until the night, and after it, when all is settled. */
const EVENING = [60, 60, 360, 2_400, 4_000];
const AFTERWARDS = [90_000, 60];

const ACTIONS: readonly [Draw, ...Draw[]] = [
  orderActions.step,
  ...Array<Draw>(4).fill(orderActions.step),
  ...Array<Draw>(2).fill(orderActions.steps),
  ...Array<Draw>(2).fill(orderActions.undo),
  orderActions.note,
  orderActions.address,
  ...Array<Draw>(2).fill(orderActions.edit),
  orderActions.cancel,
  ...Array<Draw>(2).fill(paymentActions.confirmCode),
  paymentActions.rejectCode,
  paymentActions.askAgain,
  paymentActions.check,
  ...Array<Draw>(2).fill(paymentActions.accept),
  paymentActions.callUnpaid,
  ...Array<Draw>(4).fill(paymentActions.refund),
  paymentActions.settleLoose,
  ...Array<Draw>(2).fill(paymentActions.refunded),
  paymentActions.repeat,
  ...Array<Draw>(3).fill(productActions.moveStock),
  productActions.changeCoupon,
];

/** So many random actions of staff beside fifty buyers, processes killed in between; and then the world is left alone. */
export async function runDay(
  environment: Environment,
  observed: Observations,
  { seed, actions }: { seed: number; actions: number },
) {
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
  await workUntil(actions, () => ({ environment, random: random.fork(), crew, observed, tally, rush }));
  await bought;
  isOver = true;
  await Promise.all([time, deaths]);
  await environment.whenUp();
  refunds.end();
  for (const seconds of EVENING) await environment.pass(seconds);
  await pullAtNight(environment);
  for (const seconds of AFTERWARDS) await environment.pass(seconds);
  await paymentActions.readHands({ environment }, observed);
  const verdict = await checkInvariants(environment, observed);
  const { lost, doubled, unlisted, drift, broken, others } = verdict;
  const staff = await staffFaults(environment, tally);
  const wrong = [...lost, ...doubled, ...unlisted, ...drift, ...broken, ...others, ...staff, ...tally.faults];
  return {
    actions: tally.actions,
    done: await countDone(environment),
    answers: tally.answers,
    deaths: environment.deaths.length,
    orders: verdict.orders,
    refunds: verdict.refunds,
    wrong,
  };
}

/** M-Pesa lists what came: of money that staff alone have seen, nobody else knows how much it was. */
async function pullAtNight(environment: Environment): Promise<void> {
  await registerPull(environment, "0712345678");
  const { reason } = await pullTillPayments(environment);
  if (reason) throw new Error(`the night's list could not be read: ${reason}`);
}

/** Rows of the audit log: actions that changed something. */
async function countDone({ query }: Environment): Promise<Record<string, number>> {
  const rows = await query<{ action: string; count: number }>(
    "select action, count(*)::int from audit where subject_kind <> 'person' group by 1 order by 1",
  );
  return Object.fromEntries(rows.map(({ action, count }) => [action, count]));
}

async function workUntil(actions: number, hand: () => Hand): Promise<void> {
  let next = 0;
  const work = async (own: Hand) => {
    while (next < actions) {
      const number = ++next;
      const action = await drawOne(own, number);
      if (action) await perform(own, action, number);
    }
  };
  await Promise.all(Array.from({ length: HANDS }, () => work(hand())));
}

/** Something that can be done now; before the first orders there is nothing. */
async function drawOne({ environment, random, rush }: Hand, number: number) {
  for (let attempt = 0; attempt < 200; attempt++) {
    const action = await random.pick(ACTIONS)({ environment, random, number, rush });
    if (action) return action;
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
  // a change of many rows gives way
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
