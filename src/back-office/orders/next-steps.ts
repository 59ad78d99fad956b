import { mayFollow, STATUSES, type Status, type StepStatus } from "../../ordering/rules.ts";

/** The steps an order may take next by a button; cancelling has one of its own. What is fetched is never out for delivery. */
export function nextSteps(status: Status, isPickUp: boolean): StepStatus[] {
  return STATUSES.filter(
    (to): to is StepStatus =>
      to !== "Cancelled" && !(isPickUp && to === "Out for delivery") && mayFollow(status, to),
  );
}
