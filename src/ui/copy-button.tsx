import { useState } from "react";
import { t } from "../language/t.ts";
import { useHydrated } from "./use-hydrated.ts";

/** Copies the text and says so; where the browser will not, it says what to do instead. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const hydrated = useHydrated();
  const [said, setSaid] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setSaid(t("Copied"));
    } catch {
      setSaid(t("Please copy it by hand"));
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
        {t("Copy")}
      </button>
      <span className="field-hint" role="status">
        {said}
      </span>
    </span>
  );
}
