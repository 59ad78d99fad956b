import { Writable } from "node:stream";
import { afterAll, expect, test } from "vitest";
import { freshCode, mailedToken, orderOf, PASSWORD } from "../../test/people.ts";
import { openTestShop } from "../../test/shop.ts";
import { freshEmail } from "../../test/support/account-rows.ts";
import { buildApp } from "../app.server.ts";
import { createLog } from "../platform/log.server.ts";
import { startOutbox } from "../platform/mail/send.server.ts";

const shop = await openTestShop();
afterAll(() => shop.close());

type Sent = { path: string; status: number; text: string };

/** Everything a customer does, right and wrong, through an app that logs at `trace`; gives log, answers and secrets. */
async function walkThrough() {
  let logged = "";
  const log = createLog(
    "trace",
    new Writable({
      write: (chunk, _encoding, done) => {
        logged += String(chunk);
        done();
      },
    }),
  );
  const { http } = await buildApp({ config: shop.config, log, database: shop.database });
  const answers: Sent[] = [];
  const post = async (path: string, payload: object, token?: string) => {
    const response = await http.inject({
      method: "POST",
      url: path,
      payload,
      headers: { "content-type": "application/json", ...(token ? { token } : {}) },
    });
    answers.push({ path, status: response.statusCode, text: response.body });
    return response.json();
  };
  const email = freshEmail();
  const code = freshCode();
  const renewed = "mpya kabisa 9";
  const links: string[] = [];
  const nextLink = async () => {
    links.push(await mailedToken(shop, email));
    return links.at(-1) ?? "";
  };

  await post("/api/user/register", { name: "Wanjiku Otieno", email, password: PASSWORD });
  await post("/api/user/register", { name: "Wanjiku Otieno", email, password: "short" });
  await post("/api/user/login", { email, password: PASSWORD });
  await post("/api/user/login", { email, password: "canary guess" });
  await post("/api/user/verify-email", { token: "canary-link" });
  const verified = await post("/api/user/verify-email", { token: await nextLink() });
  await post("/api/user/profile", {}, verified.token);
  const { products } = (await http.inject("/api/product/list")).json();
  const tee = products.find((product: { stock: object }) =>
    Object.values(product.stock).some((left) => left > 5),
  );
  const size = Object.keys(tee.stock).find((each) => tee.stock[each] > 5) ?? "";
  await post("/api/order/placeOrder", orderOf({ ...tee, size }, { mpesaCode: code }), verified.token);
  await post(
    "/api/order/placeOrder",
    { ...orderOf({ ...tee, size }), mpesaCode: code, amount: "canary" },
    verified.token,
  );
  await post("/token/stkpush", { amount: "10", phoneNumber: "254712345678" }, verified.token);
  const changed = await post(
    "/api/user/change-password",
    { currentPassword: PASSWORD, newPassword: renewed },
    verified.token,
  );
  await post("/api/user/forgot-password", { email });
  await post("/api/user/reset-password", { token: await nextLink(), password: "jipya tena 10" });
  await http.inject(`/verify-email?token=${links[0]}&email=${email}`);
  // a statement that fails carries what was typed
  await shop.query("alter table users rename to users_away");
  await post("/api/user/login", { email, password: PASSWORD });
  await shop.query("alter table users_away rename to users");
  const stop = startOutbox({
    db: shop.db,
    config: { SMTP_URL: "smtp://127.0.0.1:1", MAIL_FROM: "Sauti <duka@sauti.example>" },
    log,
  });
  await expect.poll(() => logged).toContain("a mail was not sent");
  await stop();
  await http.close();
  return {
    logged,
    answers,
    links,
    secrets: {
      email,
      code,
      phone: "712345678",
      "phone as typed": "0712345678",
      password: PASSWORD,
      "new password": renewed,
      "third password": "jipya tena 10",
      "wrong guess": "canary guess",
      "session of the link": String(verified.token),
      "session of the change": String(changed.token),
      "verification link": links[0] ?? "",
      "reset link": links[1] ?? "",
      "wrong link": "canary-link",
    },
  };
}

test("Tables hold no usable password, token or link; no call returns a mailed secret", async () => {
  const { logged, answers, links, secrets } = await walkThrough();
  expect(logged.split("\n").length).toBeGreaterThan(15);
  expect(logged).toContain("answered");
  expect(logged).toContain("request failed");
  for (const [what, secret] of Object.entries(secrets)) {
    expect(secret.length, what).toBeGreaterThan(6);
    expect(logged.includes(secret), `${what} in the log`).toBe(false);
  }

  // a mailed secret is in the mail only
  for (const link of links) expect(JSON.stringify(answers)).not.toContain(link);

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
