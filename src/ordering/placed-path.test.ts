import { expect, test } from "vitest";
import { placedIn, placedPath } from "./placed-path.ts";

const named = (path: string) => placedIn(new URL(path, "http://shop").searchParams);

test("the address of a placed order names it, and nothing else does", () => {
  const id = "01M855VDQNYT1WE8PTX3QS8HM0";
  expect(named(placedPath(id))).toEqual({ id });
  expect(named("/orders")).toBeUndefined();
  for (const wrong of ["", "1", `${id}0`, id.toLowerCase(), "a".repeat(5_000)])
    expect(named(placedPath(wrong))).toEqual({ id: undefined });
});
