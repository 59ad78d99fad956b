import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ADDRESS } from "../../../test/people.ts";
import { guestToken, signIn, signOut, token } from "../../accounts/sign-in/sign-in.ts";
import { checkoutDraft, paymentBegun } from "../../cart/checkout-storage.ts";
import { sw } from "../../language/sw.ts";
import { translateFrom } from "../../language/t.ts";
import { STOPPED_TRYING } from "../../platform/browser/line-back.ts";
import { notePayment } from "./checkout-status.ts";
import { haveSession } from "./guest-session.ts";

vi.mock("../../platform/browser/line-back.ts", async (actual) => ({
  ...(await actual<object>()),
  watchLine: () => ({ back: async () => false, end: () => {} }),
}));

const having = () => ({ checkoutId: "c1", onWaiting: () => {}, signal: new AbortController().signal });

const keys: (string | undefined)[] = [];
let renewals = 0;
let hasLine = true;
beforeEach(() => {
  keys.length = 0;
  renewals = 0;
  hasLine = true;
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  // the shop knows no session: it makes a guest of who sends none
  vi.stubGlobal("fetch", async (path: string, { headers }: { headers: Record<string, string> }) => {
    // the cart asks too where another test has loaded it; a 401 would end this sign-in
    if (!path.endsWith("/api/user/guest")) throw new TypeError("no connection");
    if (headers.token) renewals += 1;
    if (!hasLine) throw new TypeError("no connection");
    if (headers.token) return Response.json({ success: false, message: "Please log in." }, { status: 401 });
    keys.push(headers["idempotency-key"]);
    return Response.json({ success: true, message: "", token: "of the next", guest: true });
  });
  guestToken.write("ended");
  signIn("ended");
});
afterEach(() => {
  paymentBegun.write(null);
  // the key of a guest that was not made is kept with the draft, and in memory where there is no storage
  checkoutDraft.write(null);
  signOut();
  vi.unstubAllGlobals();
});

test("A guest whose session ended becomes another guest", async () => {
  await haveSession(ADDRESS, having());
  expect(token.read()).toBe("of the next");
  expect(keys).toEqual([expect.any(String)]);
});

test("A guest who may have paid becomes nobody else on that device", async () => {
  notePayment("c1");
  await expect(haveSession({ ...ADDRESS, firstName: "Achieng" }, having())).rejects.toMatchObject({
    status: 401,
  });
  expect([token.read(), keys]).toEqual([null, []]);
});

test("details that could not be renewed are sent again by the next step, and then no more", async () => {
  hasLine = false;
  const details = { ...ADDRESS, lastName: "Wairimu" };
  await haveSession(details, having());
  await haveSession(details, having());
  expect([token.read(), renewals]).toEqual(["ended", 2]);
  hasLine = true;
  await haveSession(details, having());
  await haveSession(details, having());
  expect([token.read(), renewals]).toEqual(["of the next", 3]);
});

test("what stopped it is said in English, for its page to translate", async () => {
  translateFrom(() => ({ sentences: sw, message: (english) => english }));
  hasLine = false;
  signOut();
  await expect(haveSession(ADDRESS, having())).rejects.toThrow(STOPPED_TRYING);
  translateFrom(() => undefined);
});
