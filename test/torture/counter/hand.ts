import { setTimeout as pause } from "node:timers/promises";
import { may } from "../../../src/back-office/rights.ts";
import type { Environment } from "../environment.ts";
import type { Observations } from "../invariants.ts";
import type { Random } from "../random.ts";
import { type Answer, callStaff, type Member } from "./crew.ts";
import type { Rush, StaffAction } from "./order-actions.ts";

/** What came of all actions, to be held against the audit log. */
export type Tally = {
  actions: number;
  answers: Record<string, number>;
  /** By action and subject: how often it was done, and how often nobody knows. */
  done: Map<string, number>;
  unknown: Map<string, number>;
  faults: string[];
};

export function emptyTally(): Tally {
  return { actions: 0, answers: {}, done: new Map(), unknown: new Map(), faults: [] };
}

export type Hand = {
  environment: Environment;
  random: Random;
  crew: Member[];
  observed: Observations;
  tally: Tally;
  rush: Rush;
};

const WAYS = ["alone", "alone", "twice", "at once", "at once", "two people", "without a key"] as const;

/**
 * Does an action in one of the ways people do: once, again with the same Idempotency-Key, twice at once, or two people at once.
 * What got no answer is sent again with its key, as the page does.
 */
export async function perform(hand: Hand, action: StaffAction, number: number): Promise<void> {
  const { random, tally } = hand;
  const way = random.pick(WAYS);
  const [one, other] = [memberFor(hand, action), memberFor(hand, action)];
  const key = `action-${number}`;
  tally.actions += 1;
  if (way === "two people") {
    const answers = await Promise.all([
      sendOnce(hand, action, one, key),
      sendOnce(hand, action, other, `${key}-other`),
    ]);
    for (const sent of answers) count(hand, action, [sent]);
    return;
  }
  if (way === "without a key") {
    const answer = await send(hand, action, one);
    return count(hand, action, [{ answer, isLost: mayBeDone(answer) }]);
  }
  const answers =
    way === "at once"
      ? await Promise.all([1, 2, 3].map(() => sendOnce(hand, action, one, key)))
      : [await sendOnce(hand, action, one, key)];
  if (way === "twice") answers.push(await sendOnce(hand, action, one, key));
  const said = new Set(
    answers.flatMap(({ answer }) => (answer?.status === 200 ? JSON.stringify(answer.body) : [])),
  );
  if (said.size > 1) tally.faults.push(`one key, two answers: ${action.path} ${[...said].join(" and ")}`);
  count(hand, action, answers);
}

/** Whose role allows it; one in ten has another role, and is refused. */
function memberFor({ crew, random }: Hand, { right }: StaffAction): Member {
  const able = crew.filter(({ role }) => may(role, right));
  const from = random.chance(90) && able.length > 0 ? able : crew;
  const member = from[random.below(from.length)];
  if (!member) throw new Error("nobody works here");
  return member;
}

/** An answer, and whether one before it was lost: the action may have been done then. */
type Sent = { answer: Answer; isLost: boolean };

/** Sends again what got no answer, with the key that makes it one action. */
async function sendOnce(hand: Hand, action: StaffAction, by: Member, key: string): Promise<Sent> {
  let isLost = false;
  for (let attempt = 0; attempt < 60; attempt++) {
    const answer = await send(hand, action, by, key);
    isLost ||= mayBeDone(answer);
    if (answer && !mayBeDone(answer) && !isStillDone(answer)) return { answer, isLost };
    if (answer && isStillDone(answer) && attempt > 3) await forget(hand, by, key);
    await pause(100 + 20 * attempt);
  }
  hand.tally.faults.push(`no answer to ${action.path}`);
  return { answer: undefined, isLost: true };
}

/** The process or the database died over it. */
function mayBeDone(answer: Answer): boolean {
  return answer === undefined || answer.status === 503;
}

function isStillDone({ status, body }: NonNullable<Answer>): boolean {
  return status === 409 && String(body.message).startsWith("This is still being worked on");
}

/** A minute later: the process that worked on it has died, for no statement takes as long as this. */
async function forget({ environment }: Hand, { id }: Member, key: string): Promise<void> {
  await environment.query(
    "update staff_answers set at = at - interval '70 seconds' where staff_id = $1 and key = $2 and status is null and at < now() - interval '6 seconds'",
    [id, key],
  );
}

async function send(hand: Hand, { path, body }: StaffAction, by: Member, key?: string): Promise<Answer> {
  const { environment, random, tally } = hand;
  const answer = await callStaff(environment, random, `POST ${path}`, { cookie: by.cookie, body, key });
  const status = String(answer?.status ?? "none");
  tally.answers[status] = (tally.answers[status] ?? 0) + 1;
  if (answer?.status === 500) tally.faults.push(`500 from ${path}: ${JSON.stringify(answer.body)}`);
  if (answer?.status === 401) tally.faults.push(`${by.name} was signed out: ${JSON.stringify(answer.body)}`);
  return answer;
}

/** One execution, however often it was sent. */
function count({ tally, observed }: Hand, { action, subjects, note }: StaffAction, sent: Sent[]): void {
  const isDone = sent.some(({ answer }) => answer?.status === 200);
  const isUnknown = !isDone && sent.some(({ isLost }) => isLost);
  if (isDone || isUnknown) note?.(observed);
  if (!action) return;
  for (const subject of subjects) {
    const key = `${action} ${subject}`;
    const map = isDone ? tally.done : tally.unknown;
    if (isDone || isUnknown) map.set(key, (map.get(key) ?? 0) + 1);
  }
}
