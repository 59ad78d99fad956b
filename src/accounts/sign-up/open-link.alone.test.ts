import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ACCOUNT_TEXTS } from "../rules.ts";
import { guestToken, signIn, signOut, token } from "../sign-in/sign-in.ts";
import { openLink, reopenLink, verify } from "./open-link.ts";
import { signedUpHere } from "./sign-up-origin.ts";

const said = vi.hoisted(() => vi.fn());
vi.mock("../../ui/toast.ts", () => ({ toast: said }));

const EMAIL = "Wanjiku@example.com";
/** A link is opened once in a page's life. */
let links = 0;
const newLink = () => `link ${++links}`;

/** What the shop answers to the question whose link it is, and to its use. */
let owner: () => Response;
let use: () => Response;
const used = vi.fn();

beforeEach(() => {
  said.mockClear();
  used.mockClear();
  owner = () => Response.json({ success: true, message: "", email: EMAIL, contested: false });
  use = () => Response.json({ success: true, message: ACCOUNT_TEXTS.verified, token: "of the account" });
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  vi.stubGlobal("fetch", async (path: string, { body }: { body: string }) => {
    if (path.endsWith("/verification-owner")) return owner();
    const { token: _link, device: _device, ...typed } = JSON.parse(body);
    used(typed);
    return use();
  });
});
afterEach(() => {
  signOut();
  signedUpHere.write(null);
  vi.unstubAllGlobals();
});

const refusing = (status: number, message: string) => () =>
  Response.json({ success: false, message }, { status });
const open = () => openLink(newLink(), signIn);

test("in the browser that signed up a link verifies and signs in by itself, once", async () => {
  signedUpHere.write(EMAIL.toLowerCase());
  const link = newLink();
  const [first, second] = await Promise.all([openLink(link, signIn), openLink(link, signIn)]);
  expect(first).toEqual({ is: "verified", text: ACCOUNT_TEXTS.verified, signedIn: true });
  expect(second).toBe(first);
  expect(used.mock.calls).toEqual([[{}]]);
  expect([token.read(), signedUpHere.read()]).toEqual(["of the account", null]);
});

describe("what is asked before a link is used", () => {
  test("the password where nobody signed up here, or somebody with another e-mail", async () => {
    const asking = { is: "asking", email: EMAIL, asked: "password" };
    expect(await open()).toEqual(asking);
    signedUpHere.write("achieng@example.com");
    expect(await open()).toEqual(asking);
  });

  test("a new password where it was signed up with several, here too", async () => {
    owner = () => Response.json({ success: true, message: "", email: EMAIL, contested: true });
    expect(await open()).toMatchObject({ asked: "new password" });
    signedUpHere.write(EMAIL.toLowerCase());
    expect(await open()).toMatchObject({ asked: "new password" });
  });

  test("only to go on where another account is signed in, which stays; a guest is none", async () => {
    signedUpHere.write(EMAIL.toLowerCase());
    token.write("of another");
    expect(await open()).toMatchObject({ asked: "nothing" });
    expect(await verify(newLink(), signIn)).toMatchObject({ is: "verified", signedIn: true });
    expect(token.read()).toBe("of another");
    signedUpHere.write(EMAIL.toLowerCase());
    guestToken.write("of another");
    expect(await open()).toMatchObject({ is: "verified", signedIn: true });
    expect(token.read()).toBe("of the account");
  });
});

describe("a link that fails", () => {
  test("for good when there is none, or the shop does not know it", async () => {
    expect(await openLink("", signIn)).toEqual({ is: "failed", retry: false });
    expect(said).toHaveBeenLastCalledWith("error", ACCOUNT_TEXTS.linkMissing);
    owner = refusing(400, ACCOUNT_TEXTS.linkExpired);
    use = refusing(400, ACCOUNT_TEXTS.linkExpired);
    expect(await open()).toEqual({ is: "failed", retry: false });
    expect(said).toHaveBeenLastCalledWith("error", ACCOUNT_TEXTS.verificationFailed);
  });

  test("one used before is answered by its use", async () => {
    owner = refusing(400, ACCOUNT_TEXTS.linkExpired);
    use = () => Response.json({ success: true, message: ACCOUNT_TEXTS.verifiedBefore });
    expect(await open()).toEqual({ is: "verified", text: ACCOUNT_TEXTS.verifiedBefore, signedIn: false });
  });

  test.each([
    ["without a connection", () => Promise.reject(new TypeError("no connection")) as never],
    ["when the shop is busy", refusing(429, "Too many requests.")],
    ["when the shop is broken", refusing(500, "Something went wrong.")],
  ])("%s it is tried again", async (_, answer) => {
    owner = answer;
    const link = newLink();
    expect(await openLink(link, signIn)).toEqual({ is: "failed", retry: true });
    expect(used).not.toHaveBeenCalled();
    owner = () => Response.json({ success: true, message: "", email: EMAIL, contested: false });
    expect(await reopenLink(link, signIn)).toMatchObject({ is: "asking" });
  });
});
