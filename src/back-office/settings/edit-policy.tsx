import { useEffect, useId, useState } from "react";
import { POLICY, policyPath } from "../../policies/rules.ts";
import { Fault } from "../../ui/fault.tsx";
import { Field } from "../../ui/field.tsx";
import { ActionButton } from "../app/action.tsx";
import { callStaff } from "../app/calls/call-staff.ts";
import { LongField } from "../app/fields.tsx";
import type * as contract from "./contract.ts";
import { type Draft, isNew, withTitle } from "./policy-edits.ts";

/** Milliseconds without a letter after which the server is asked. */
const PAUSE = 400;

/** How shoppers see a page as it is typed: the server renders it, as it will for them. What was shown stays until then. */
function PolicyPreview({ text }: { text: string }) {
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

type Faults = { title: string | undefined; slug: string | undefined; text: string | undefined };
type Props = {
  draft: Draft;
  /** Its place from 0, and how many there are. */
  at: number;
  count: number;
  faults: Faults;
  onChange: (draft: Draft) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
};

const TEXT_HINT =
  "## Heading, **bold**, - list, [words](/orders). Filled in by the shop: {days} to return goods, {phone}, {email}, {address}, {shop}, {podcast}.";

/** One page: opened to be written, and its place among the others. */
export function EditPolicy({ draft, at, count, faults, onChange, onMove, onRemove }: Props) {
  const id = useId();
  const [opened, setOpened] = useState(isNew(draft));
  const isOpen = opened || Object.values(faults).some(Boolean);
  return (
    <li className="panel">
      <details
        open={isOpen}
        onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
        className="policy"
      >
        <summary id={id}>{draft.title || "A new page"}</summary>
        <div className="stack">
          <Field
            label="Title"
            maxLength={POLICY.title}
            autoComplete="off"
            value={draft.title}
            fault={faults.title}
            onChange={({ target }) => onChange(withTitle(draft, target.value))}
          />
          <Field
            label="Address"
            maxLength={POLICY.slug}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={draft.slug}
            hint={`${policyPath(draft.slug || "…")}. With another address, links to the old one lead nowhere.`}
            fault={faults.slug}
            onChange={({ target }) => onChange({ ...draft, slug: target.value })}
          />
          <LongField
            label="Text"
            rows={14}
            maxLength={POLICY.text}
            value={draft.text}
            hint={TEXT_HINT}
            fault={faults.text}
            onChange={({ target }) => onChange({ ...draft, text: target.value })}
          />
          {isOpen && <PolicyPreview text={draft.text} />}
        </div>
      </details>
      <div className="row">
        <ActionButton aria-describedby={id} off={at === 0} onClick={() => onMove(at - 1)}>
          Move up
        </ActionButton>
        <ActionButton aria-describedby={id} off={at === count - 1} onClick={() => onMove(at + 1)}>
          Move down
        </ActionButton>
        <ActionButton aria-describedby={id} onClick={onRemove}>
          Remove
        </ActionButton>
      </div>
    </li>
  );
}
