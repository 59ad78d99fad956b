import { afterAll, expect, test } from "vitest";
import { mailedToken, PASSWORD } from "../../test/people.ts";
import { openTestShop } from "../../test/shop.ts";
import { freshEmail } from "../../test/support/account-rows.ts";
import { startOutbox } from "../platform/mail/send.server.ts";

const lines: string[] = [];
const shop = await openTestShop({ LOG_LEVEL: "trace" }, { log: { write: (line) => void lines.push(line) } });
afterAll(() => shop.close());

/** Everything a person does with an account, right and wrong; gives answers and secrets. */
async function walkThrough() {
  const answers: string[] = [];
  const post = async (call: string, payload: object, token?: string) => {
    const { text, body } = await shop.post(`/api/user/${call}`, payload, token);
    answers.push(text);
    return String(body.token);
  };
  const email = freshEmail();
  const renewed = "mpya kabisa 9";
  const links: string[] = [];
  const nextLink = async () => {
    links.push(await mailedToken(shop, email));
    return links.at(-1) ?? "";
  };

  await post("register", { name: "Wanjiku Otieno", email, password: PASSWORD });
  await post("register", { name: "Wanjiku Otieno", email, password: "short" });
  await post("login", { email, password: PASSWORD });
  await post("login", { email, password: "canary guess" });
  await post("verify-email", { token: "canary-link" });
  const verified = await post("verify-email", { token: await nextLink() });
  await post("profile", {}, verified);
  const change = { currentPassword: PASSWORD, newPassword: renewed };
  const changed = await post("change-password", change, verified);
  await post("forgot-password", { email });
  await post("reset-password", { token: await nextLink(), password: "jipya tena 10" });
  await shop.get(`/verify-email?token=${links[0]}&email=${email}`);
  // a statement that fails carries what was typed
  await shop.query("alter table users rename to users_away");
  await post("login", { email, password: PASSWORD });
  await shop.query("alter table users_away rename to users");
  const config = { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "Sauti <duka@sauti.example>" };
  const stop = startOutbox({ db: shop.db, config, log: shop.log });
  await expect.poll(() => lines.join("")).toContain("a mail was not sent");
  await stop();
  return {
    answers,
    links,
    secrets: {
      email,
      password: PASSWORD,
      "new password": renewed,
      "third password": "jipya tena 10",
      "wrong guess": "canary guess",
      "session of the link": verified,
      "session of the change": changed,
      "verification link": links[0] ?? "",
      "reset link": links[1] ?? "",
      "wrong link": "canary-link",
    },
  };
}

test("Tables hold no usable password, token or link; no call returns a mailed secret", async () => {
  const { answers, links, secrets } = await walkThrough();
  const logged = lines.join("");
  expect(logged).toContain("answered");
  expect(logged).toContain("request failed");
  for (const [what, secret] of Object.entries(secrets)) {
    // "undefined" would be no secret
    expect(secret.length, what).toBeGreaterThan(9);
    expect(logged.includes(secret), `${what} in the log`).toBe(false);
  }

  // a mailed secret is in the mail only
  for (const link of links) expect(answers.join()).not.toContain(link);

  // what a stolen dump would hold
  const dump = JSON.stringify(
    await Promise.all(
      ["users", "sessions", "mail_links", "tried_passwords", "devices", "rate_limits"].map((table) =>
        shop.query(`select * from ${table}`),
      ),
    ),
  );
  for (const secret of [secrets["session of the link"], secrets["session of the change"], ...links, PASSWORD])
    expect(dump).not.toContain(secret);
});
