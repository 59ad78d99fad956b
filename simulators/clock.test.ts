import { expect, test } from "vitest";
import { createClock } from "./clock.ts";

test("A clock that stands still moves by hand, doing what is due in order and awaiting it", async () => {
  const clock = createClock({ scale: 0, at: 1_000 });
  const done: string[] = [];
  const note = (name: string) => async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    done.push(`${name} at ${clock.now()}`);
  };
  clock.after(300, note("third"));
  clock.after(100, () => clock.after(100, note("second, planned on the way")));
  clock.after(100, note("first"));
  const cancel = clock.after(150, note("called off"));
  clock.after(301, note("not yet"));
  cancel();
  await clock.advance(300);
  expect(done).toEqual(["first at 1100", "second, planned on the way at 1200", "third at 1300"]);
  expect(clock.now()).toBe(1_300);
  clock.close();
});

test("Advances wait for each other and for what was already under way", async () => {
  const clock = createClock({ scale: 0, at: 0 });
  const seen: number[] = [];
  for (const due of [10, 20, 30]) clock.after(due, () => seen.push(clock.now()));
  await Promise.all([clock.advance(15), clock.advance(15)]);
  expect(seen).toEqual([10, 20, 30]);
  clock.close();
});
