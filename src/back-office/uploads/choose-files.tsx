import { type ChangeEvent, useRef } from "react";
import { ActionButton } from "../app/action-button.tsx";

/** What the shop takes: an iPhone that reads this makes a JPEG of its HEIC. */
const TYPES = "image/jpeg,image/png,image/webp,image/avif";

type ChooseProps = {
  name: string;
  /** The id of what describes it. */
  hint: string;
  onChoose: (files: File[]) => void;
  multiple?: true;
  /** Opens the camera, on a device that a finger is used on. */
  capture?: "environment";
};

/** A button for a field that is hidden: the browser's own says "No file chosen", which is never true here. */
export function ChooseFiles({ name, hint, onChoose, ...field }: ChooseProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const files = [...(currentTarget.files ?? [])];
    // so that the same file can be chosen once more
    currentTarget.value = "";
    if (files.length > 0) onChoose(files);
  };
  return (
    <>
      <ActionButton
        className={`button ${field.capture ? "button-quiet touch-only" : ""}`}
        aria-describedby={hint}
        onClick={() => input.current?.click()}
      >
        {name}
      </ActionButton>
      <input ref={input} type="file" hidden aria-label={name} accept={TYPES} onChange={choose} {...field} />
    </>
  );
}
