import { useId, useState } from "react";
import { useBusy } from "../../../platform/browser/use-busy.ts";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import type * as contract from "../../settings/contract.ts";
import { callStaff } from "../calls/call-staff.ts";

/** How shoppers see a page as it is typed: the server renders it, as it will for them. */
export function PolicyPreview({ text }: { text: string }) {
  const id = useId();
  const off = !useHydrated();
  const [busy, run] = useBusy();
  const [shown, setShown] = useState<{ text: string; html: string }>();
  const [fault, setFault] = useState("");
  const show = () =>
    run(async () => {
      try {
        const { html } = await callStaff<typeof contract.previewPolicy>({
          path: "/api/staff/settings/policies/preview",
          body: { text },
        });
        setFault("");
        setShown({ text, html });
      } catch (error) {
        setFault(`Not shown. ${(error as Error).message.replace(/^Not saved: n/, "N")}`);
      }
    });
  return (
    <>
      <p className="row">
        <button type="button" className="button" disabled={off} aria-disabled={busy} onClick={show}>
          Preview
        </button>
        <span role="status" className="faint">
          {shown && shown.text !== text && "Changed since: press Preview again."}
        </span>
      </p>
      <p role="alert" className="field-fault">
        {fault}
      </p>
      {shown && (
        <section className="setting-preview" aria-labelledby={id}>
          <h2 id={id}>How shoppers see it</h2>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server has rendered it from Markdown, with HTML off */}
          <div className="prose" dangerouslySetInnerHTML={{ __html: shown.html }} />
        </section>
      )}
    </>
  );
}
