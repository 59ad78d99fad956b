import { useState } from "react";
import { useHydrated } from "../../../ui/use-hydrated.ts";

/** Copies the text and says so; where the browser will not, it says what to do instead. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const hydrated = useHydrated();
  const [said, setSaid] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("Copied");
    } catch {
      setSaid("Please copy it by hand");
    }
  };
  return (
    <span className="copy">
      <button
        type="button"
        className="button button-quiet"
        aria-label={label}
        disabled={!hydrated}
        onClick={() => void copy()}
      >
        Copy
      </button>
      <span className="field-hint" role="status">
        {said}
      </span>
    </span>
  );
}
