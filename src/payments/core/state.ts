/** Every state of a payment, in the order of its life. What each means: docs/payments.md, "States". */
export const STATES = [
  "created",
  "submitting",
  "pending",
  "rejected",
  "submit_unknown",
  "failed",
  "expired_unknown",
  "paid_held",
  "paid",
  "needs_review",
] as const;
export type State = (typeof STATES)[number];

type Moves = Partial<Record<State, State>>;

/** The states a payment may be proven in. */
const UNPAID = [
  "created",
  "submitting",
  "pending",
  "rejected",
  "submit_unknown",
  "failed",
  "expired_unknown",
  "paid_held",
  "needs_review",
] as const satisfies State[];

const all = (from: readonly State[], to: State): Moves =>
  Object.fromEntries(from.map((state) => [state, to]));
const stay = (from: readonly State[]): Moves => Object.fromEntries(from.map((state) => [state, state]));

/**
 * Every event of a payment, and the state it leads to from each state that takes it; from any other it changes nothing. Where
 * the state stays the same, the other columns of the event are still written.
 */
export const EVENTS = {
  /** Its request is about to be sent to the provider. */
  submit: { created: "submitting" },
  /** It was refused before it was sent, or by the answer to the request: nobody was asked for money. */
  reject: all(["created", "submitting", "submit_unknown"], "rejected"),
  /** The answer to its request was lost: it may have arrived. */
  lose_answer: { submitting: "submit_unknown", submit_unknown: "submit_unknown" },
  /** The provider is being asked about it; a request that never came back counts as lost. */
  ask: {
    ...stay(["pending", "submit_unknown", "failed", "expired_unknown", "paid_held", "needs_review"]),
    submitting: "submit_unknown",
  },
  /** The provider mentions it: so its request arrived, even if it was thought lost or refused. */
  acknowledge: { ...stay(STATES), ...all(["submitting", "submit_unknown", "rejected"], "pending") },
  /** A final "no"; no money was seen. */
  fail: all(["pending", "submit_unknown", "failed", "expired_unknown", "needs_review"], "failed"),
  /** Money was seen, and something does not fit. */
  hold: all(UNPAID, "paid_held"),
  /** Its schedule ended, and the provider never reported anything about it. */
  expire: { pending: "expired_unknown" },
  /** Its outcome could not be found out, and staff must decide. */
  review: all(
    ["pending", "submit_unknown", "failed", "expired_unknown", "paid_held", "needs_review"],
    "needs_review",
  ),
  /** The report of money turned out wrong: it is checked as before, unless staff must decide by now. */
  reopen: { paid_held: "pending", needs_review: "needs_review" },
  /** The code of a refused order is typed again for another. */
  retype: all(["pending", "paid_held", "needs_review"], "pending"),
  /** Its money is proven; what happens to it from then on is its transaction's. */
  complete: all(UNPAID, "paid"),
  /** The owner knows that no money came. */
  close: all(["pending", "submit_unknown", "expired_unknown", "paid_held", "needs_review"], "failed"),
} as const satisfies Record<string, Moves>;
export type StateEvent = keyof typeof EVENTS;

/** The state an event leads to; undefined where it changes nothing. */
export function nextState(from: State, event: StateEvent): State | undefined {
  return (EVENTS[event] as Moves)[from];
}

/** The states that take an event. */
export function statesTaking(event: StateEvent): State[] {
  return STATES.filter((state) => nextState(state, event) !== undefined);
}

/** The states and moves as a Mermaid diagram: one arrow per pair of states, named by its events. */
export function stateDiagram(): string {
  const arrows = STATES.flatMap((from) =>
    STATES.flatMap((to) => {
      const events = (Object.keys(EVENTS) as StateEvent[]).filter(
        (event) => from !== to && nextState(from, event) === to,
      );
      return events.length > 0 ? `  ${from} --> ${to}: ${events.join(", ")}` : [];
    }),
  );
  return [
    "stateDiagram-v2",
    "  [*] --> created: a push",
    "  [*] --> pending: a card, a typed code",
    ...arrows,
  ].join("\n");
}
