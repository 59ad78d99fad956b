import { tMessage } from "../language/t.ts";

/** What is wrong with a field, or why a call failed, announced as it comes; nothing where there is none. */
export function Fault({ id, text }: { id?: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <p className="field-fault" id={id} role="alert">
      {tMessage(text)}
    </p>
  );
}
