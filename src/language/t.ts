import type { sw } from "./sw.ts";

/** A sentence of the storefront, in English. */
export type Sentence = keyof typeof sw;
/** A sentence without `{names}`. */
export type PlainSentence = Exclude<Sentence, `${string}{${string}`>;
/** The sentences of another language, by the English ones. */
type Translation = Readonly<Record<Sentence, string>>;

/** The names that a sentence has: "Pay {amount}" has `amount`. */
export type NamesIn<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type Values<S extends string> = [NamesIn<S>] extends [never] ? [] : [Record<NamesIn<S>, string | number>];

/** Another language: its sentences, and a function that translates English messages of the server. */
export type Spoken = { sentences: Translation; message: (english: string) => string };

let language: () => Spoken | undefined = () => undefined;

/** Sets the function that finds the current translation; it gives undefined for English, which needs none. */
export function translateFrom(find: () => Spoken | undefined): void {
  language = find;
}

/** The current language; undefined for English. */
export function currentLanguage(): "sw" | undefined {
  return language() && "sw";
}

/** A sentence in the current language, with its `{names}` still in it. */
export function translated(sentence: Sentence): string {
  return language()?.sentences[sentence] ?? sentence;
}

/** A sentence in the current language, with its values put in. */
export function t<const S extends Sentence>(sentence: S, ...[values]: Values<S>): string {
  const said = translated(sentence);
  return values ? said.replace(/\{(\w+)\}/g, (_, name: NamesIn<S>) => String(values[name])) : said;
}

/** A message of the server or the platform, which is in English, in the current language. */
export function tMessage(english: string): string {
  return language()?.message(english) ?? english;
}
