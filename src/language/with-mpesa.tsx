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
