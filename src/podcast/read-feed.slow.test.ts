import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { drip, plain, reset, silent, startFakeProvider, truncated } from "../../test/fake-provider.ts";
import { openTestShop } from "../../test/shop.ts";
import { parseEpisodes } from "./parse-feed.server.ts";
import { readFeed } from "./read-feed.server.ts";
import { slugOf } from "./rules.ts";

let host: Awaited<ReturnType<typeof startFakeProvider>>;
const shop = await openTestShop();
beforeEach(async () => {
  host = await startFakeProvider();
});
afterEach(async () => {
  await host.close();
  await shop.query("delete from episodes");
  await shop.query("delete from podcast_feeds");
});
afterAll(() => shop.close());

const item = (guid: string, title: string, more = "") =>
  `<item><title>${title}</title><guid isPermaLink="false">${guid}</guid>${more}</item>`;
const AUDIO = '<enclosure url="https://cdn.example/33.mp3" type="audio/mpeg" length="9"/>';
const feed = (...items: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Mtaa</title>${items.join("")}</channel></rss>`;
const HERE = "http://localhost:3000";
const read = (publicUrl = HERE) => readFeed({ ...shop, publicUrl }, `${host.url}/feed.xml`);
const serve = (body: string, headers = {}) => host.play("/feed.xml", plain(200, body, headers));
const kept = () => shop.query("select guid, slug, title, link, audio from episodes order by id");
const standing = () =>
  shop.query("select fault, read_at is not null as read, etag, modified from podcast_feeds");

describe("the podcast's feed", () => {
  test("gives its episodes, oldest first, each with an address of its own", async () => {
    const dated = "<link>https://mtaa.example/33</link><pubDate>Tue, 17 Nov 2026 06:00:00 +0300</pubDate>";
    serve(feed(item("b", "33: Ngũgĩ &amp; us", dated + AUDIO), item("a", "Karibu")));
    expect(await read()).toEqual({ fault: null });
    expect(await kept()).toEqual([
      { guid: "a", slug: "karibu", title: "Karibu", link: null, audio: null },
      {
        guid: "b",
        slug: "33-ngugi-us",
        title: "33: Ngũgĩ & us",
        link: "https://mtaa.example/33",
        audio: "https://cdn.example/33.mp3",
      },
    ]);
    const dates = await shop.query("select published_at from episodes where guid = 'b'");
    expect(dates).toEqual([{ published_at: new Date("2026-11-17T03:00:00Z") }]);
  });

  test("An episode keeps its address, and what the feed no longer names", async () => {
    serve(feed(item("b", "Two"), item("a", "One")));
    await read();
    serve(feed(item("c", "Two"), item("b", "Two, again")));
    await read();
    expect((await kept()).map(({ guid, slug, title }) => [guid, slug, title])).toEqual([
      ["a", "one", "One"],
      ["b", "two", "Two, again"],
      ["c", "two-2", "Two"],
    ]);
  });

  test("is asked for only when there is another, by what its server said of the last", async () => {
    serve(feed(item("a", "One")), { etag: '"x1"', "last-modified": "Tue, 17 Nov 2026 03:00:00 GMT" });
    await read();
    host.play("/feed.xml", plain(304, ""));
    expect(await read()).toEqual({ fault: null });
    expect(host.on("/feed.xml")[1]?.headers).toMatchObject({
      "if-none-match": '"x1"',
      "if-modified-since": "Tue, 17 Nov 2026 03:00:00 GMT",
    });
    expect(await kept()).toHaveLength(1);
    expect(await standing()).toMatchObject([{ fault: null, etag: '"x1"' }]);
  });

  test.each([
    ["is away", plain(503, "busy"), "The feed's server answered 503."],
    ["is gone", plain(404, ""), "The feed's server answered 404."],
    ["breaks off", truncated, "The feed's server could not be reached."],
    ["cuts the line", reset, "The feed's server could not be reached."],
    [
      "gives a page",
      plain(200, "<!doctype html><p>Not here"),
      "What stands at this address is no podcast feed (RSS).",
    ],
    ["gives nothing", plain(200, ""), "What stands at this address is no podcast feed (RSS)."],
    ["gives too much", plain(200, "x".repeat(10 * 1024 * 1024 + 1)), "The feed is larger than 10 MB."],
  ])("A broken feed changes no episode, and the owner reads why: %s", async (_, fault, said) => {
    serve(feed(item("a", "One")));
    await read();
    host.play("/feed.xml", fault);
    expect(await read()).toEqual({ fault: said });
    expect(await kept()).toHaveLength(1);
    expect(await standing()).toMatchObject([{ fault: said, read: true }]);
    serve(feed(item("a", "One")));
    await read();
    expect(await standing()).toMatchObject([{ fault: null }]);
  });

  test.each([
    ["says nothing", silent],
    ["never ends", drip],
  ])("A feed's server that stalls or never ends is given up in time: %s", async (_, response) => {
    host.play("/feed.xml", response);
    expect(await readFeed({ ...shop, publicUrl: HERE }, `${host.url}/feed.xml`, { seconds: 0.3 })).toEqual({
      fault: "The feed's server did not answer in time.",
    });
  });

  test("A moved feed is followed, but not in a circle", async () => {
    const moved = (to: string) => plain(302, "", { location: to });
    host.play("/feed.xml", moved("/new"), moved("/new"), moved("/feed.xml"));
    host.play("/new", moved(`${host.url}/newest`), moved("/feed.xml"));
    host.play("/newest", plain(200, feed(item("a", "One"))));
    expect(await read()).toEqual({ fault: null });
    expect(await read()).toEqual({
      fault: "The feed's address leads from one address to the next, without end.",
    });
    expect(await kept()).toHaveLength(1);
  });

  test("A public shop reads its feed from the internet only", async () => {
    serve(feed(item("a", "One")));
    expect(await read("https://sauti.example")).toEqual({
      fault: "The feed's address does not lead to a server of the internet.",
    });
    expect(host.received).toEqual([]);
    expect(await kept()).toEqual([]);
  });

  test("An episode exists once, also when two read the feed at once", async () => {
    serve(feed(item("b", "Same"), item("a", "Same")));
    await Promise.all([read(), read(), read()]);
    expect((await kept()).map(({ slug }) => slug)).toEqual(["same", "same-2"]);
  });

  test("of another encoding is read by it", async () => {
    const xml = feed(item("a", "Café")).replace("UTF-8", "ISO-8859-1");
    host.play(
      "/feed.xml",
      (response) =>
        void response.writeHead(200, { "content-type": "text/xml" }).end(Buffer.from(xml, "latin1")),
    );
    await read();
    expect(await kept()).toMatchObject([{ title: "Café", slug: "cafe" }]);
  });
});

describe("what a feed may hold", () => {
  test("names without a letter, doubles, moments and addresses that are none", async () => {
    const odd = [
      item("a", "First"),
      item("a", "Second of one name"),
      item("b", ""),
      item("c", "Script", "<link>javascript:alert(1)</link><pubDate>yesterday</pubDate>"),
      item("", "Nothing to know it by"),
      item("d", `${"x".repeat(300)}`),
    ];
    expect(await parseEpisodes(feed(...odd))).toEqual([
      { guid: "a", title: "First", link: null, audio: null, publishedAt: null },
      { guid: "c", title: "Script", link: null, audio: null, publishedAt: null },
      { guid: "d", title: "x".repeat(200), link: null, audio: null, publishedAt: null },
    ]);
  });

  test("what looks like an episode within a comment, a text or nowhere's end is none", async () => {
    const xml = feed(
      item("a", "One", "<description><![CDATA[<item><title>No</title></item>]]></description>"),
      "<!-- <item><title>Nor this</title><guid>x</guid></item> -->",
      item("b", "Two"),
      "<item><title>It breaks off</title><guid>c</guid>",
    );
    expect((await parseEpisodes(xml)).map(({ title }) => title)).toEqual(["One", "Two"]);
  });

  test("of Atom too, and nothing yet", async () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Mtaa</title><entry><id>urn:1</id><title>One</title>
      <link rel="enclosure" type="audio/mpeg" href="https://cdn.example/1.mp3"/><published>2026-11-17T03:00:00Z</published></entry></feed>`;
    expect(await parseEpisodes(atom)).toMatchObject([
      {
        guid: "urn:1",
        title: "One",
        audio: "https://cdn.example/1.mp3",
        publishedAt: new Date("2026-11-17T03:00:00Z"),
      },
    ]);
    expect(await parseEpisodes(feed())).toEqual([]);
  });

  test.each([
    "Tue, 17 Nov 2026 06:00:00 EAT",
    "Tue, 17 Nov 2026 06:00 eat",
    "<![CDATA[17 Nov 2026 06:00:00 EAT]]>",
    "Tue, 17 Nov 2026 06:00:00 (EAT)",
    "Tue, 17 Nov 2026 05:00:00 CAT",
    "Tue, 17 Nov 2026 05:00:00 SAST",
    "Tue, 17 Nov 2026 04:00:00 WAT",
    "Tue, 17 Nov 2026 06:00:00 GMT+3",
    "Tue, 17 Nov 2026 06:00:00 +0300 (EAT)",
  ])("A feed's times are read as East Africa Time: %s", async (date) => {
    const dated = item("a", "At 9 EAT", `<pubDate>${date}</pubDate>`);
    expect(await parseEpisodes(feed(dated))).toMatchObject([
      { title: "At 9 EAT", publishedAt: new Date("2026-11-17T03:00:00Z") },
    ]);
  });

  test.each([
    ["https://cdn.example/33.mp3", ""],
    ["https://cdn.example/33.M4A?from=feed", 'type="application/octet-stream"'],
    ["https://cdn.example/a.jpg/33.opus#t=1", 'type=""'],
  ])("Audio of unnamed type is known by its ending: %s", async (url, type) => {
    const files = `<enclosure url="https://cdn.example/33.pdf?of=33.mp3" type="application/pdf"/><enclosure url="${url}" ${type}/>`;
    expect(await parseEpisodes(feed(item("a", "One", files)))).toMatchObject([{ audio: url }]);
  });

  test("The shop answers while thousands of episodes are read", async () => {
    const many = Array.from({ length: 3_000 }, (_, at) =>
      item(
        `g${at}`,
        "Same",
        `<link>https://mtaa.example/${at}</link><description>${"word ".repeat(100)}</description>`,
      ),
    );
    let turns = 0;
    let reading = true;
    const takeTurns = () => {
      turns += 1;
      if (reading) setImmediate(takeTurns);
    };
    setImmediate(takeTurns);
    const heard = await parseEpisodes(feed(...many));
    reading = false;
    expect(heard).toHaveLength(3_000);
    expect(turns).toBeGreaterThan(100);
    serve(feed(...many));
    expect(await read()).toEqual({ fault: null });
    expect((await kept()).at(-1)).toMatchObject({ guid: "g0", slug: "same-3000" });
  });

  // what took the square of it would not end
  test.each([
    ["ends of nothing", "</b>".repeat(300_000), 1],
    ["elements of one name", "<link>https://mtaa.example</link>".repeat(100_000), 1],
    ["elements in each other", "<b>".repeat(100) + "</i>".repeat(300_000), 1],
    ["a text that never ends", "<![CDATA[".repeat(200_000), 0],
    ["a comment that never ends", "<!--".repeat(300_000), 0],
  ])("Reading a feed takes time by its length only: %s", async (_, odd, episodes) => {
    expect(await parseEpisodes(feed(item("a", "One", odd)))).toHaveLength(episodes);
  });

  test.each([
    ["a page of any length", `<html>${"<p>Not here</p>".repeat(10_000)}</html>`],
    ["elements in each other without end", feed(item("a", "One", "<b>".repeat(300_000)))],
  ])("%s is no feed", async (_, xml) => {
    await expect(parseEpisodes(xml)).rejects.toThrow("no podcast feed");
  });

  test("Expanding entities in a feed stay small", async () => {
    const swell = Array.from(
      { length: 9 },
      (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`,
    ).join("");
    const xml = `<!DOCTYPE rss [<!ENTITY e0 "lol">${swell}]>${feed(item("a", "&e9;")).split("?>")[1]}`;
    expect(JSON.stringify(await parseEpisodes(xml)).length).toBeLessThan(1_000);
  });

  test.each([
    ["33: Ngũgĩ & us", "33-ngugi-us"],
    ["  —Habari!— ", "habari"],
    ["日本", ""],
    [`${"word ".repeat(20)}`, "word-word-word-word-word-word-word-word-word-word-word-word"],
    ["x".repeat(100), "x".repeat(60)],
  ])("%s has the address %s", (title, slug) => expect(slugOf(title)).toBe(slug));
});
