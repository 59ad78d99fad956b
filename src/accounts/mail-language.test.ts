import { afterAll, beforeEach, expect, test } from "vitest";
import { mailedToken, PASSWORD } from "../../test/people.ts";
import { openTestShop } from "../../test/shop.ts";
import { forgetLimits, freshEmail, signUps } from "../../test/support/account-rows.ts";
import { ACCOUNT_TEXTS } from "./rules.ts";

const shop = await openTestShop();
beforeEach(() => forgetLimits(shop));
afterAll(() => shop.close());

const { mailsTo } = signUps(() => shop);
const SW = { cookie: "lang=sw" };
const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
  await forgetLimits(shop);
  const answer = await shop.post(`/api/user/${path}`, body, undefined, headers);
  expect(answer.status).toBe(200);
  return answer.body;
};
const signUp = (email: string, headers?: Record<string, string>) =>
  post("register", { name: "Wanjiku Otieno", email, password: PASSWORD }, headers);
const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);

test("a sign-up in Kiswahili is verified in Kiswahili, and its answer stays English", async () => {
  const email = freshEmail();
  const { message } = await signUp(email, SW);
  expect(message).toBe(ACCOUNT_TEXTS.checkYourMail);
  const [mail] = await mailsTo(email);
  expect(mail?.subject).toBe("Thibitisha barua pepe yako ya Sauti");
  expect(mail?.text).toContain("Karibu!\n\nBonyeza kitufe kuthibitisha barua pepe yako");
  expect(mail?.text).toMatch(/Thibitisha barua pepe yangu:\nhttp\S+token=/);
});

test("without a choice it is English, word for word", async () => {
  const email = freshEmail();
  await signUp(email);
  const [mail] = await mailsTo(email);
  expect(mail?.subject).toBe("Verify your email for Sauti");
  expect(mail?.text).toContain(
    "Tap the button to verify your email and start shopping. The link works once, within 24 hours.",
  );
});

test("the account keeps the language; a choice at the moment goes first; a stranger's does not count", async () => {
  const email = freshEmail();
  await signUp(email, SW);
  await post("verify-email", { token: await mailedToken(shop, email) });
  await post("forgot-password", { email });
  await post("forgot-password", { email }, { cookie: "lang=en" });
  await signUp(email, { cookie: "lang=en" });
  expect((await subjectsTo(email)).slice(1)).toEqual([
    "Weka nenosiri jipya la Sauti",
    "Set a new password for Sauti",
    "Tayari una akaunti ya Sauti",
  ]);
  const token = await mailedToken(shop, email);
  await post("reset-password", { token, password: "mwiko wa ugali 9" });
  expect((await mailsTo(email)).at(-1)).toMatchObject({
    subject: "Nenosiri lako la Sauti limebadilishwa",
    text: expect.stringContaining("Habari Wanjiku Otieno,"),
  });
});

test("a guest keeps it as well, and changes it with the details", async () => {
  const guest = { firstName: "Wanjiku", lastName: "Otieno", email: freshEmail(), phone: "0712345678" };
  const languageNow = async () =>
    (await shop.query("select language from users where guest_email = $1", [guest.email]))[0];
  const { token } = await post("guest", guest, SW);
  expect(await languageNow()).toEqual({ language: "sw" });
  await shop.post("/api/user/guest", guest, String(token));
  expect(await languageNow()).toEqual({ language: "sw" });
  await shop.post("/api/user/guest", guest, String(token), { cookie: "lang=en" });
  expect(await languageNow()).toEqual({ language: "en" });
});

test("an account keeps what is chosen at a log-in, and within the hour what is chosen while signed in", async () => {
  const email = freshEmail();
  const languageNow = async () =>
    (await shop.query("select language from users where email = $1", [email]))[0]?.language;
  await signUp(email);
  await post("verify-email", { token: await mailedToken(shop, email) });
  const { token } = await post("login", { email, password: PASSWORD }, SW);
  expect(await languageNow()).toBe("sw");
  await post("login", { email, password: PASSWORD });
  expect(await languageNow()).toBe("sw");
  const ask = (headers: Record<string, string> = {}) =>
    shop.post("/api/user/profile", {}, String(token), headers);
  await ask({ cookie: "lang=en" });
  expect(await languageNow()).toBe("sw");
  await shop.query("update sessions set seen_at = seen_at - interval '61 minutes'");
  await ask({ cookie: "lang=en" });
  expect(await languageNow()).toBe("en");
  await shop.query("update sessions set seen_at = seen_at - interval '61 minutes'");
  await ask();
  expect(await languageNow()).toBe("en");
});
