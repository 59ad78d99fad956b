import { expect, test } from "vitest";
import { type FakeResponse, json, plain } from "../../../test/fake-provider.ts";
import { ACCEPTED, error, mpesaScenes, PUSH, STALE, start, TOKEN } from "../../../test/support/safaricom.ts";
import { PAYMENT_TEXTS } from "../rules.ts";

const { world, scene } = mpesaScenes();

test("a token that is accepted no more is renewed once, and the push sent again once", async () => {
  scene.safaricom.play(PUSH, STALE, json(200, ACCEPTED));
  expect(await start(scene)).toMatchObject({ started: { type: "accepted" }, sent: 1 });
  expect(scene.safaricom.on(PUSH).map(({ headers }) => headers.authorization)).toEqual([
    "Bearer golden-token-1",
    "Bearer golden-token-2",
  ]);
});

test.each([STALE, error(400, "400.003.01"), plain(401, ""), error(401, "401.002.01")])(
  "a token never accepted is not asked for in circles (%#)",
  async (stale) => {
    scene.safaricom.play(PUSH, stale);
    expect(await start(scene)).toEqual({
      started: { type: "refused", status: 502, message: PAYMENT_TEXTS.refused, code: "9999" },
      sent: 1,
    });
    expect([scene.safaricom.on(TOKEN).length, scene.safaricom.on(PUSH).length]).toEqual([2, 2]);
  },
);

test("twenty calls of two processes fetch one token, and a stale one is renewed once", async () => {
  const second = await world.shop.second();
  const other = scene.open({}, second.db);
  const { safaricom } = scene;
  const slowly: FakeResponse = (response, heard) => {
    const token = json(200, { access_token: `golden-token-${safaricom.on(TOKEN).length}`, expires_in: 3599 });
    setTimeout(() => token(response, heard), 300);
  };
  safaricom.play(TOKEN, slowly);
  safaricom.play(PUSH, json(200, ACCEPTED));
  const all = () =>
    Promise.all(Array.from({ length: 20 }, (_, one) => start(scene, one % 2 ? scene.provider : other)));
  for (const { started } of await all()) expect(started).toMatchObject({ type: "accepted" });
  expect(scene.safaricom.on(TOKEN)).toHaveLength(1);

  // what all hold is ended from elsewhere
  scene.safaricom.play(PUSH, (response, heard) =>
    (heard.headers.authorization === "Bearer golden-token-1" ? STALE : json(200, ACCEPTED))(response, heard),
  );
  for (const { started } of await all()) expect(started).toMatchObject({ type: "accepted" });
  expect(scene.safaricom.on(TOKEN)).toHaveLength(2);
  await second.close();
});

test("hearing late that a token is stale does not end the new one", async () => {
  const { safaricom } = scene;
  let say = () => {};
  const said = new Promise<void>((resolve) => {
    say = resolve;
  });
  const late: FakeResponse = (response, heard) => void said.then(() => STALE(response, heard));
  safaricom.play(PUSH, late, STALE, json(200, ACCEPTED));
  const slow = start(scene);
  await expect.poll(() => safaricom.on(PUSH).length).toBe(1);
  expect(await start(scene)).toMatchObject({ started: { type: "accepted" } });
  say();
  expect(await slow).toMatchObject({ started: { type: "accepted" } });
  expect(safaricom.on(TOKEN)).toHaveLength(2);
});

test("a token is renewed a minute before its end", async () => {
  scene.safaricom.play(PUSH, json(200, ACCEPTED));
  await start(scene);
  await world.shop.query("update provider_tokens set expires_at = now() + interval '80 seconds'");
  await start(scene);
  expect(scene.safaricom.on(TOKEN)).toHaveLength(1);
  await world.shop.query("update provider_tokens set expires_at = now() + interval '59 seconds'");
  await start(scene);
  expect(scene.safaricom.on(TOKEN)).toHaveLength(2);
});

test("a process that died fetching a token holds nobody up for long", async () => {
  scene.safaricom.play(PUSH, json(200, ACCEPTED));
  await world.shop.query(
    "insert into provider_tokens (provider, fetching_until) values ('mpesa', now() + interval '1 second')",
  );
  expect(await start(scene)).toMatchObject({ started: { type: "accepted" } });
});
