import { setImmediate } from "node:timers/promises";
import { decodeHTML } from "entities";
import { Parser } from "htmlparser2";
import { FeedFault } from "./fetch-feed.server.ts";

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

/** Characters that are parsed before other requests get their turn. */
const AT_ONCE = 16 * 1024;
/** How deep elements may be nested: each closing tag is compared with all open elements. */
const DEPTH_MAX = 200;

/**
 * The episodes of an RSS or Atom feed, each once. An episode without a name or an identifier, or one that is cut off, is left out;
 * addresses that are not of the web, and dates that are invalid, count as absent. A feed is parsed in parts, so that the shop can
 * answer requests in between.
 * @throws FeedFault when it is no feed
 */
export async function parseEpisodes(xml: string): Promise<FeedEpisode[]> {
  const episodes = new Map<string, FeedEpisode>();
  const reader = createReader((item) => {
    const episode = episodeOf(item);
    if (episode && !episodes.has(episode.guid)) episodes.set(episode.guid, episode);
  });
  const parser = new Parser(reader, { xmlMode: true });
  for (let at = 0; at < xml.length; at += AT_ONCE) {
    parser.write(xml.slice(at, at + AT_ONCE));
    await setImmediate();
  }
  parser.end();
  if (!reader.isFeed()) throw noFeed();
  return [...episodes.values()];
}

type Attributes = Record<string, string>;
/** An episode's elements: the first text of each by its name in small letters, without a prefix; links and files. */
type Item = { texts: Map<string, string>; links: Attributes[]; files: { url: string; type: string }[] };

/** Calls `onItem` with each episode at its end. @throws FeedFault elements are nested too deep */
function createReader(onItem: (item: Item) => void) {
  const open: string[] = [];
  let isFeed = false;
  let item: Item | undefined;
  let depth = 0;
  let text = "";
  return {
    isFeed: () => isFeed,
    onopentag(name: string, attributes: Attributes): void {
      const local = localName(name);
      if (open.length === 0) isFeed ||= /^(rss|rdf|feed)$/.test(local);
      if (open.push(local) > DEPTH_MAX) throw noFeed();
      if (!item && /^(item|entry)$/.test(local)) {
        item = { texts: new Map(), links: [], files: [] };
        depth = open.length;
      } else if (open.length === depth + 1) {
        text = "";
        if (local === "link") item?.links.push(attributes);
      }
      const file = fileOf(name, attributes);
      if (file && (open.length === depth + 1 || open[depth] === "group")) item?.files.push(file);
    },
    ontext(data: string): void {
      if (item) text += data;
    },
    onclosetag(_name: string, isImplied: boolean): void {
      if (item && open.length === depth) {
        if (!isImplied) onItem(item);
        item = undefined;
      }
      const local = open.pop() ?? "";
      if (open.length === depth && text.trim() && !item?.texts.has(local))
        item?.texts.set(local, text.trim());
    },
  };
}

function localName(name: string): string {
  return name.toLowerCase().replace(/^.*:/, "");
}

/** The file that an Atom link, an RSS enclosure or a media element names. */
function fileOf(
  name: string,
  { rel, href, url, medium, type = "" }: Attributes,
): Item["files"][number] | undefined {
  const isFile = /^(enclosure|media:content)$/i.test(name);
  const address = isFile ? url : rel === "enclosure" ? href : undefined;
  return address ? { url: address, type: (medium ?? type).toLowerCase() } : undefined;
}

function episodeOf({ texts, links, files }: Item): FeedEpisode | undefined {
  const audio = webAddress(audioOf(files)?.url);
  const page = links.find(({ rel }) => rel === "alternate") ?? links.find(({ rel }) => rel === undefined);
  const link = webAddress(texts.get("link") ?? page?.href);
  const guid = storable(texts.get("guid") ?? texts.get("id") ?? audio ?? link, ADDRESS_MAX);
  const title = storable(texts.get("title"), TITLE_MAX);
  if (!guid || !title) return undefined;
  const moments = ["pubdate", "date", "published", "issued"].map((name) => momentOf(texts.get(name)));
  return { guid, title, link, audio, publishedAt: moments.find((found) => found !== null) ?? null };
}

/** The audio file; where a host gives no useful type ("application/octet-stream"), it is recognised by its ending. */
function audioOf(files: Item["files"]): Item["files"][number] | undefined {
  return files.find(({ type }) => /^audio\b/.test(type)) ?? files.find(({ url }) => AUDIO.test(url));
}

const AUDIO = /^[^?#]*\.(mp3|m4a|m4b|aac|oga|ogg|opus|wav|flac)(?:[?#]|$)/i;

function noFeed(): FeedFault {
  return new FeedFault("What stands at this address is no podcast feed (RSS).");
}

/** The text as one line that PostgreSQL can store; null where nothing is left. */
function storable(text: string | null | undefined, max: number): string | null {
  const plain = decodeHTML(text ?? "")
    .replace(/[\s\p{Cc}\p{Surrogate}]+/gu, " ")
    .trim()
    .slice(0, max);
  return plain.replace(/\p{Surrogate}/gu, "") || null;
}

function webAddress(found: string | null | undefined): string | null {
  const url = URL.parse(found ?? "");
  return url && /^https?:$/.test(url.protocol) && url.href.length <= ADDRESS_MAX ? url.href : null;
}

/** Offsets from UTC of Africa's time zones that feeds name and JavaScript does not know. */
const ZONES: Record<string, string> = { EAT: "+0300", CAT: "+0200", SAST: "+0200", WAT: "+0100" };

function momentOf(written = ""): Date | null {
  const known = written.replace(
    /^([^+]*?\d:\d\d(?::\d\d)?\s*)\(?(EAT|CAT|SAST|WAT)\b\)?/i,
    (_, date, zone) => date + ZONES[zone.toUpperCase()],
  );
  const found = new Date(known);
  return Math.abs(found.getTime()) < Date.UTC(3000, 0) ? found : null;
}
