import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { CallError } from "../../platform/browser/call.ts";
import { dropSignIn, endsSignIn, guestToken, signIn, signOut, signUpOrigin, token } from "./sign-in.ts";

const kept = () => [token, guestToken, signUpOrigin].map((each) => each.read());

beforeEach(() => {
  guestToken.write("a guest's");
  token.write("a guest's");
  signUpOrigin.write("/place-order");
});
// without a browser's storage they are kept in memory, which the next file in this process would find
afterAll(() => signOut());

describe("the guest's token and where a sign-up began go with the sign-in", () => {
  test.each([
    ["at a log-out", () => signOut()],
    ["when the server has ended it", () => dropSignIn("a guest's")],
    ["at a call that says so", () => endsSignIn(new CallError(401, ""), "a guest's")],
  ])("A guest's data leave the device with the sign-in: %s", (_, end) => {
    end();
    expect(kept()).toEqual([null, null, null]);
  });
});

test("a late answer about an earlier sign-in takes nothing away", () => {
  const before = kept();
  dropSignIn("an earlier one");
  expect(endsSignIn(new CallError(401, ""), "an earlier one")).toBe(false);
  expect(endsSignIn(new CallError(500, ""), "a guest's")).toBe(false);
  expect(kept()).toEqual(before);
});

test("a log-in to an account forgets the guest's token", () => {
  signIn("an account's");
  expect(kept()).toEqual(["an account's", null, "/place-order"]);
});
