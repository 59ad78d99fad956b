import { Fragment, type ReactNode } from "react";
import { type NamesIn, type Sentence, translated } from "./t.ts";
import { WithMpesa } from "./with-mpesa.tsx";

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
