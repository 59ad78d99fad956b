import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { plain, startFakeProvider } from "../../../test/fake-provider.ts";
import { addProduct, type Goods } from "../../../test/goods.ts";
import { saveSetting } from "../../../test/saved-setting.ts";
import { openTestShop } from "../../../test/shop.ts";
import { signInStaff } from "../../../test/support/back-office.ts";

let tee: Goods;
const shop = await openTestShop();
const owner = await signInStaff(shop);
const host = await startFakeProvider();
beforeEach(async () => {
  tee = await addProduct(shop, { name: "Mic tee", stock: { M: 5 } });
  await shop.query("delete from product_episodes");
  await shop.query("delete from episodes");
  await shop.query(
    `insert into episodes (id, guid, slug, title, audio) values
     ('00e1', 'g1', 'one', 'One', 'https://cdn.example/1.mp3'), ('00e2', 'g2', 'two', 'Two 100%', null)`,
  );
});
afterAll(async () => {
  await host.close();
  await shop.close();
});

const tie = (episodes: object[]) => owner.post(`/goods/${tee._id}/episodes`, { episodes });
const tied = async () => (await owner.get(`/goods/${tee._id}/episodes`)).body.episodes;
const FEED = `<rss version="2.0"><channel><title>Mtaa</title>
<item><title>Thirty-three</title><guid isPermaLink="false">g3</guid></item></channel></rss>`;
const CLIP = { from: 62, seconds: 30 };

describe("a product's episodes", () => {
  test("are tied in their order, with a quote and a clip, and written into the audit log", async () => {
    const wanted = [
      { _id: "00e2", quote: " Wear it. " },
      { _id: "00e1", clip: CLIP },
    ];
    const answer = await tie(wanted);
    const now = [
      { _id: "00e2", title: "Two 100%", quote: "Wear it.", clip: null },
      { _id: "00e1", title: "One", quote: "", clip: CLIP },
    ];
    expect(answer.body).toMatchObject({ success: true, episodes: now });
    expect(await tied()).toEqual(now);
    const [action] = await shop.query("select action, before, after from audit where subject_id = $1", [
      tee._id,
    ]);
    expect(action).toEqual({
      action: "product.episodes",
      before: { episodes: [] },
      after: { episodes: now },
    });
    await tie([]);
    expect(await tied()).toEqual([]);
  });

  test.each([
    [[{ _id: "00e9" }], "There is no such episode."],
    [[{ _id: "00e1" }, { _id: "00e1" }], "Each episode can be named once."],
    [[{ _id: "00e2", clip: CLIP }], "The feed names no audio of this episode to play."],
    [[{ _id: "00e1", clip: { from: 0, seconds: 31 } }], "A clip has 30 seconds at most."],
    [[{ _id: "00e1", clip: { from: -1, seconds: 5 } }], undefined],
    [[{ _id: "00e1", quote: "x".repeat(301) }], undefined],
    [Array.from({ length: 6 }, (_, at) => ({ _id: `00e${at}` })), undefined],
  ])("A clip has 30 seconds at most: %j", async (wanted, said) => {
    await tie([{ _id: "00e1" }]);
    const answer = await tie(wanted);
    expect(answer.status).toBe(400);
    if (said) expect(answer.text).toContain(said);
    expect(await tied()).toMatchObject([{ _id: "00e1" }]);
  });

  test("Two people who link episodes to a product never overwrite each other unseen", async () => {
    const one = { _id: "00e1", quote: "Loud.", clip: CLIP };
    const save = (episodes: object[], seen: object[]) =>
      owner.post(`/goods/${tee._id}/episodes`, { episodes, seen });
    expect((await save([one], [])).status).toBe(200);
    const late = await save([{ _id: "00e2" }], []);
    expect([late.status, late.body]).toMatchObject([
      409,
      { current: [{ ...one, title: "One" }], by: owner.name, at: expect.any(Number) },
    ]);
    expect(await tied()).toEqual([{ ...one, title: "One" }]);
    expect((await save([{ _id: "00e2" }], [{ ...one, title: "Renamed" }])).status).toBe(200);
    const answers = await Promise.all(
      ["a", "b", "c"].map((quote) => save([{ ...one, quote }], [{ _id: "00e2" }])),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  test("saved as they are leave nothing in the audit log", async () => {
    await tie([{ _id: "00e1", clip: CLIP }]);
    await tie([{ _id: "00e1", clip: CLIP }]);
    expect(await shop.query("select 1 from audit where subject_id = $1", [tee._id])).toHaveLength(1);
  });
});

describe("the list of episodes", () => {
  test("is searched by name as it is typed, and counts the goods", async () => {
    await tie([{ _id: "00e1" }]);
    const { body } = await owner.get("/episodes");
    expect(body).toMatchObject({
      rows: [
        { _id: "00e2", title: "Two 100%", slug: "two", audio: false, goods: 0 },
        { _id: "00e1", title: "One", slug: "one", audio: true, goods: 1 },
      ],
      next: null,
      feed: null,
    });
    const found = async (q: string) =>
      ((await owner.get(`/episodes?q=${encodeURIComponent(q)}`)).body.rows as { _id: string }[]).map(
        ({ _id }) => _id,
      );
    expect(await found("100%")).toEqual(["00e2"]);
    expect(await found("ONE")).toEqual(["00e1"]);
    expect(await found("%")).toEqual(["00e2"]);
    const page = (await owner.get("/episodes?limit=1")).body;
    expect(page.next).toBe("00e2");
    expect((await owner.get("/episodes?limit=1&after=00e2")).body).toMatchObject({
      rows: [{ _id: "00e1" }],
      next: null,
    });
  });

  test("the feed that is set is read when it is asked for, and by the hour; why it fails is said", async () => {
    host.play("/feed.xml", plain(200, FEED), plain(500, "down"));
    await saveSetting(shop, "podcast", { feed: `${host.url}/feed.xml` });
    expect((await owner.post("/episodes/read", {})).body.message).toBe("The feed was read.");
    const { body } = await owner.get("/episodes");
    expect(body.rows).toMatchObject([{ title: "Thirty-three", slug: "thirty-three" }, {}, {}]);
    const failed = await owner.post("/episodes/read", {});
    expect([failed.status, failed.body.message]).toEqual([502, "The feed's server answered 500."]);
    expect((await owner.get("/episodes")).body.feed).toMatchObject({
      fault: "The feed's server answered 500.",
    });
    host.play("/feed.xml", plain(200, FEED));
    // by the hour it is read as soon as this process was notified of the setting
    await expect
      .poll(async () => {
        await shop.jobs.cron.hour();
        return (await owner.get("/episodes")).body.feed;
      })
      .toMatchObject({ fault: null });
    await shop.query("delete from settings");
    expect((await owner.get("/episodes")).body.feed).toBeNull();
  });

  test("The feed is read at the address saved last", async () => {
    for (const [version, name] of ["former", "latter"].entries()) {
      host.play(`/${name}.xml`, plain(200, FEED.replace("Thirty-three", name)));
      const saved = await owner.post("/settings/podcast", {
        value: { feed: `${host.url}/${name}.xml` },
        version,
      });
      expect(saved.status, saved.text).toBe(200);
      expect((await owner.post("/episodes/read", {})).body.message).toBe("The feed was read.");
      const { rows, feed } = (await owner.get(`/episodes?q=${name}`)).body;
      expect([rows, feed]).toMatchObject([[{ title: name }], { address: `${host.url}/${name}.xml` }]);
    }
    await shop.query("delete from settings");
  });

  test("without a feed's address nothing is asked", async () => {
    const answer = await owner.post("/episodes/read", {});
    expect([answer.status, answer.body.message]).toEqual([
      409,
      "Set the address of the podcast's feed first.",
    ]);
  });
});
