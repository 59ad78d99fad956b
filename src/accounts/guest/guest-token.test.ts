import { afterEach, expect, test, vi } from "vitest";
import { isGuest, signIn, signOut, token } from "../sign-in/sign-in.ts";
import { orderAsGuest } from "./order-as-guest.ts";

const details = { firstName: "Wanjiku", lastName: "Otieno", email: "w@example.com", phone: "0712345678" };

afterEach(() => {
  signOut();
  vi.unstubAllGlobals();
});

/** The shop as it answers that call: with this token. */
function shopAnswers(given: string) {
  const fetched = vi.fn(async (..._sent: unknown[]) =>
    Response.json({ success: true, message: "", token: given, guest: true }),
  );
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  return fetched;
}

test("a guest is signed in as one, sends the details and this device alone, and is one until somebody logs in or out", async () => {
  const fetched = shopAnswers("of a guest");
  await orderAsGuest({ ...details, street: "12 Langata Road" } as typeof details);
  const [, sent] = fetched.mock.calls[0] ?? [];
  expect(JSON.parse(String((sent as RequestInit | undefined)?.body))).toEqual({
    ...details,
    device: expect.any(String),
  });
  expect([token.read(), isGuest()]).toEqual(["of a guest", true]);
  signIn("of an account");
  expect([token.read(), isGuest()]).toEqual(["of an account", false]);
  signOut();
  expect([token.read(), isGuest()]).toEqual([null, false]);
});

test("A late answer about a guest ends nobody's log-in", async () => {
  const fetched = shopAnswers("of a guest");
  fetched.mockImplementationOnce(async () => {
    signIn("of an account");
    return Response.json({ success: true, message: "", token: "of a guest", guest: true });
  });
  await orderAsGuest(details);
  expect([token.read(), isGuest()]).toEqual(["of an account", false]);
  signOut();
  const page = new AbortController();
  fetched.mockImplementationOnce(async () => {
    page.abort();
    return Response.json({ success: true, message: "", token: "of a guest", guest: true });
  });
  await orderAsGuest(details, { signal: page.signal });
  expect([token.read(), isGuest()]).toEqual([null, false]);
});
