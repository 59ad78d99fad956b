import type { ReactNode } from "react";
import type { Typed } from "../forms/form-field.ts";

/** What comes of each mail, by its name. */
const SUBJECTS: Record<string, string> = {
  "new-order": "New order 1a2b3c4d: Ksh 2,400, paid",
  morning: "3 payments need you",
  "low-stock": "2 sizes are running low",
};

/** Shoppers see nothing of it: which mails come, and where. */
export function previewAlerts({ email, mails = "" }: Typed): ReactNode {
  const wanted = mails.split(",").flatMap((name) => SUBJECTS[name] ?? []);
  return (
    <>
      <p>Shoppers see nothing of this. To {email || "the shop's own address"} comes:</p>
      <ul>
        {[...wanted, "A payment needs you: it cannot be told whether it was paid"].map((subject) => (
          <li key={subject}>{subject}</li>
        ))}
      </ul>
    </>
  );
}
