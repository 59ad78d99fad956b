import type { sw } from "./sw.ts";

/** A sentence of the storefront, in English. */
export type Sentence = keyof typeof sw;
/** One without room for a name. */
export type PlainSentence = Exclude<Sentence, `${string}{${string}`>;
/** Another language's sentences, by their English. */
type Translation = Readonly<Record<Sentence, string>>;

/** The names a sentence has room for: "Pay {amount}" has `amount`. */
export type NamesIn<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type Values<S extends string> = [NamesIn<S>] extends [never] ? [] : [Record<NamesIn<S>, string | number>];

/** Another language: its sentences, and how a message is said that the server has put into English. */
export type Spoken = { sentences: Translation; message: (english: string) => string };

let language: () => Spoken | undefined = () => undefined;

/** The current translation; undefined for English, which needs nothing. */
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

/** The same with its values put in. */
export function t<const S extends Sentence>(sentence: S, ...[values]: Values<S>): string {
  const said = translated(sentence);
  return values ? said.replace(/\{(\w+)\}/g, (_, name: NamesIn<S>) => String(values[name])) : said;
}

/** What the server or the platform says, in the current language. */
export function tMessage(english: string): string {
  return language()?.message(english) ?? english;
}
