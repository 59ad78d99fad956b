import { useState } from "react";
import { useLoaderData, useRevalidator } from "react-router";
import { Notice } from "../../../ui/notice.tsx";
import type * as contract from "../../codes/contract.ts";
import type { LoaderArgs } from "../load-context.ts";
import { pageTitle } from "../page-title.ts";
import { readStaff } from "../read-staff.ts";
import { CodeCard } from "./code-card.tsx";

/** With fewer codes left than this, the next ones are fetched: nobody waits for the next code. */
const FEW = 5;

export function loader(args: LoaderArgs) {
  return readStaff<typeof contract.listCodes>(args, "/api/staff/codes");
}

export function meta() {
  return pageTitle("Codes to check");
}

/** Typed M-Pesa codes that nobody found, one at a time, the oldest first. */
export default function CodesPage() {
  const { rows } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const [done, setDone] = useState<string[]>([]);
  const [said, setSaid] = useState("");
  const [at, setAt] = useState(0);
  const left = rows.filter(({ _id }) => !done.includes(_id));
  const shown = left[Math.min(at, left.length - 1)];
  const move = (by: number) => setAt((before) => Math.max(0, Math.min(left.length - 1, before + by)));
  const finish = (id: string, words: string) => {
    setDone((before) => [...before, id]);
    setSaid(words);
    if (left.length <= FEW) void revalidate();
  };
  return (
    <>
      <h1>Codes to check</h1>
      <p role="status" className="codes-said">
        {said}
      </p>
      {shown ? (
        <CodeCard
          key={shown._id}
          row={shown}
          place={`${left.indexOf(shown) + 1} of ${left.length}`}
          onMove={move}
          onDone={finish}
          onSay={setSaid}
        />
      ) : (
        <Notice kind="empty" title="No code waits for you.">
          <p>Codes that M-Pesa does not know by itself come here.</p>
        </Notice>
      )}
    </>
  );
}
