import { foldText } from "../platform/fold-text.ts";

/** Characters of a slug, at most. */
const MAX = 60;

/** An episode's name as a part of an address: "33: Ngũgĩ & us" → "33-ngugi-us". Empty where no character can be used. */
export function slugOf(title: string): string {
  const words = foldText(title).match(/[a-z0-9]+/g);
  const slug = (words ?? []).join("-");
  return slug.length <= MAX ? slug : slug.slice(0, MAX + 1).replace(/-?[^-]*$/, "") || slug.slice(0, MAX);
}

/** Seconds of a clip, at most. */
export const CLIP_MAX = 30;
export const QUOTE_MAX = 300;
/** Episodes that the home page links to, at most. */
export const LATELY_SHOWN = 3;
/** Episodes of one product, at most. */
export const EPISODES_MAX = 5;

/** A part of an episode's audio: its address, where it begins, and how long it is; both in seconds. */
export type Clip = { audio: string; from: number; seconds: number };

/** An episode on a product's page. */
export type HeardIn = {
  slug: string;
  title: string;
  quote: string;
  /** The part of the audio to play, if any. */
  clip: Clip | null;
};

/** `link` leads to the episode's own page; `products` are the ids of the products in it, on sale or not. */
export type Episode = { title: string; link: string | null; products: string[] };

/**
 * The address that plays only this part (w3.org/TR/media-frags); with https, which the shop's pages require, as do browsers for a
 * page that was itself loaded by https.
 */
export function clipAddress({ audio, from, seconds }: Clip): string {
  return `${audio.split("#", 1)[0]?.replace(/^http:/, "https:")}#t=${from},${from + seconds}`;
}
