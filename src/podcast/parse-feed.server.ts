import { setImmediate } from "node:timers/promises";
import { parseFeed } from "@rowanmanning/feed-parser";
import { FeedFault } from "./fetch-feed.server.ts";
import { sliceFeed, slimFeed } from "./slice-feed.ts";

export type FeedEpisode = {
  guid: string;
  title: string;
  link: string | null;
  audio: string | null;
  publishedAt: Date | null;
};

/** Longer names of episodes are cut. */
const TITLE_MAX = 200;
const ADDRESS_MAX = 2_000;

/** Characters around the episodes, and of one: the largest podcasts' stay under a tenth of it. */
const AROUND_MAX = 64 * 1024;
const ITEM_MAX = 256 * 1024;
/** Episodes that are parsed before other requests have their turn. */
const AT_ONCE = 20;

/**
 * The episodes of an RSS or Atom feed, each once. One without a name, or without anything to know it by, is left out, and
 * one of inordinate length; addresses that are not of the web, and moments that are none, count as absent. Long feeds are
 * read a part at a time, while the shop goes on answering.
 * @throws FeedFault when it is no feed
 */
export async function parseEpisodes(xml: string): Promise<FeedEpisode[]> {
  const { head, items, tail } = sliceFeed(xml);
  if (head.length + tail.length > AROUND_MAX) throw noFeed();
  const whole = items.filter(({ length }) => length <= ITEM_MAX);
  const [before, after] = [slimFeed(head), slimFeed(tail)];
  const episodes = new Map<string, FeedEpisode>();
  // one without an episode is read too: it may be no feed
  for (let at = 0; at === 0 || at < whole.length; at += AT_ONCE) {
    const part = whole.slice(at, at + AT_ONCE).map(slimFeed);
    for (const episode of episodesIn(before + part.join("") + after))
      if (!episodes.has(episode.guid)) episodes.set(episode.guid, episode);
    await setImmediate();
  }
  return [...episodes.values()];
}

function episodesIn(xml: string): FeedEpisode[] {
  return itemsOf(xml).flatMap((item) => {
    const audio = webAddress(audioOf(item.media)?.url);
    const link = webAddress(item.url);
    const guid = storable(item.id ?? audio ?? link, ADDRESS_MAX);
    const title = storable(item.title, TITLE_MAX);
    return guid && title ? [{ guid, title, link, audio, publishedAt: moment(item.published) }] : [];
  });
}

type Item = ReturnType<typeof parseFeed>["items"][number];

/** Some hosts say nothing of a file's type, or "application/octet-stream": its ending then names it. */
function audioOf(media: Item["media"]): Item["media"][number] | undefined {
  return media.find(({ type }) => type === "audio") ?? media.find(({ url }) => AUDIO.test(url));
}

const AUDIO = /^[^?#]*\.(mp3|m4a|m4b|aac|oga|ogg|opus|wav|flac)(?:[?#]|$)/i;

/** Hours ahead of UTC of Africa's zones by the names that feeds use and JavaScript does not know. */
const ZONES: Record<string, string> = { EAT: "+0300", CAT: "+0200", SAST: "+0200", WAT: "+0100" };
const NAMED_ZONE =
  /(<(?:\w+:)?(?:pubDate|date|published|issued)(?=[\s>])[^>]*>(?:<!\[CDATA\[)?[^<+]*?\d:\d\d(?::\d\d)?\s*)\(?(EAT|CAT|SAST|WAT)\b\)?/gi;

function itemsOf(xml: string): Item[] {
  try {
    return parseFeed(xml.replace(NAMED_ZONE, (_, date, zone) => date + ZONES[zone.toUpperCase()])).items;
  } catch {
    throw noFeed();
  }
}

function noFeed(): FeedFault {
  return new FeedFault("What stands at this address is no podcast feed (RSS).");
}

/** As one line that PostgreSQL can keep; null where nothing is left. */
function storable(text: string | null | undefined, max: number): string | null {
  const plain = (text ?? "")
    .replace(/[\s\p{Cc}\p{Surrogate}]+/gu, " ")
    .trim()
    .slice(0, max);
  return plain.replace(/\p{Surrogate}/gu, "") || null;
}

function webAddress(found: string | null | undefined): string | null {
  const url = URL.parse(found ?? "");
  return url && /^https?:$/.test(url.protocol) && url.href.length <= ADDRESS_MAX ? url.href : null;
}

function moment(found: Date | null): Date | null {
  return found && Math.abs(found.getTime()) < Date.UTC(3000, 0) ? found : null;
}
