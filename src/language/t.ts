import type { sw } from "./sw.ts";

/** A sentence of the storefront, in English. */
export type Sentence = keyof typeof sw;
/** Another language's sentences, by their English. */
type Translation = Readonly<Record<Sentence, string>>;

/** The names a sentence has room for: "Pay {amount}" has `amount`. */
export type NamesIn<S extends string> = S extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;
type Values<S extends string> = [NamesIn<S>] extends [never] ? [] : [Record<NamesIn<S>, string | number>];

let translation: () => Translation | undefined = () => undefined;

/** Says where the sentences of the language spoken now are found; undefined for English, which needs none. */
export function speakFrom(find: () => Translation | undefined): void {
  translation = find;
}

/** The language spoken now; undefined for English. */
export function spokenLanguage(): "sw" | undefined {
  return translation() && "sw";
}

/** A sentence in the language spoken now, with its `{names}` still in it. */
export function spoken(sentence: Sentence): string {
  return translation()?.[sentence] ?? sentence;
}

/** The same with its values put in. */
export function t<const S extends Sentence>(sentence: S, ...[values]: Values<S>): string {
  const said = spoken(sentence);
  return values ? said.replace(/\{(\w+)\}/g, (_, name: NamesIn<S>) => String(values[name])) : said;
}
