import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fetchAccountDetails } from "./address.ts";

/** What the shop answers by path; what it does not know fails. */
let answers: Record<string, object>;
beforeEach(() => {
  answers = {
    "/api/user/profile": { user: { name: " Wanjiku  wa Otieno ", email: "w@example.com" } },
    "/api/order/userOrders": { orders: [{ address: { phone: "0712345678" } }, { address: {} }] },
  };
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  vi.stubGlobal("fetch", async (path: string) => {
    const answer = answers[path];
    return answer
      ? Response.json({ success: true, message: "", ...answer })
      : Response.json({ success: false, message: "" }, { status: 500 });
  });
});
afterEach(() => vi.unstubAllGlobals());

const person = { firstName: "Wanjiku", lastName: "wa Otieno", email: "w@example.com" };

test("name and e-mail are the account's, the phone is that of its last order", async () => {
  expect(await fetchAccountDetails()).toEqual({ ...person, phone: "0712345678" });
});

test("an account that does not come says nothing", async () => {
  delete answers["/api/user/profile"];
  expect(await fetchAccountDetails()).toBeUndefined();
});
