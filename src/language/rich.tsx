import { Fragment, type ReactNode } from "react";
import { type NamesIn, type Sentence, translated } from "./t.ts";

const NAME = "M-Pesa";

/** A text whose every "M-Pesa" stays in one piece: browsers break lines at its hyphen, and another hyphen is another text. */
export function WithMpesa({ children: text }: { children: string }) {
  const at = text.indexOf(NAME);
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <span className="unbroken">{NAME}</span>
      <WithMpesa>{text.slice(at + NAME.length)}</WithMpesa>
    </>
  );
}

/** A sentence in the current language with elements put in, each under the name it has there. */
export function Rich<const S extends Sentence>({
  sentence,
  ...values
}: { sentence: S } & Record<NamesIn<S>, ReactNode>) {
  const parts = translated(sentence).split(/\{(\w+)\}/);
  return parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence never change places
    <Fragment key={at}>
      {at % 2 ? (values as Record<string, ReactNode>)[part] : <WithMpesa>{part}</WithMpesa>}
    </Fragment>
  ));
}
