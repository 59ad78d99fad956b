import { useEffect, useId, useState } from "react";
import { Fault } from "../../../ui/fault.tsx";
import type * as contract from "../../settings/contract.ts";
import { callStaff } from "../calls/call-staff.ts";

/** Milliseconds without a letter after which the server is asked. */
const PAUSE = 400;

/** How shoppers see a page as it is typed: the server renders it, as it will for them. What was shown stays until then. */
export function PolicyPreview({ text }: { text: string }) {
  const id = useId();
  const { html, fault } = useRendered(text);
  return (
    <section className="setting-preview" aria-labelledby={id}>
      <h2 id={id}>How shoppers see it</h2>
      <Fault text={fault} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server has rendered it from Markdown, with HTML off */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  );
}

function useRendered(text: string): { html: string; fault: string } {
  const [shown, setShown] = useState({ html: "", fault: "" });
  const isEmpty = text.trim() === "";
  useEffect(() => {
    if (isEmpty) return;
    let isOver = false;
    const show = async () => {
      const next = await render(text);
      if (!isOver) setShown((before) => ({ html: next.html ?? before.html, fault: next.fault ?? "" }));
    };
    const timer = setTimeout(show, PAUSE);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [text, isEmpty]);
  return isEmpty ? { html: "", fault: "" } : shown;
}

async function render(text: string): Promise<{ html?: string; fault?: string }> {
  try {
    const { html } = await callStaff<typeof contract.previewPolicy>({
      path: "/api/staff/settings/policies/preview",
      body: { text },
    });
    return { html };
  } catch (error) {
    return { fault: `Not shown. ${(error as Error).message.replace(/^Not saved: n/, "N")}` };
  }
}
