import { useState } from "react";
import { Link, useLoaderData, useNavigate, useRevalidator, useSearchParams } from "react-router";
import { Notice } from "../../ui/notice.tsx";
import { type LoaderArgs, readList, titled } from "../app/page.ts";
import { CodeCard } from "./code-card.tsx";
import type * as contract from "./contract.ts";

/** With fewer codes left than this, the next ones are fetched: nobody waits for the next code. */
const FEW = 5;

export function loader(args: LoaderArgs) {
  return readList<typeof contract.listCodes>(args, "/api/staff/codes");
}

export const meta = titled("Codes to check");

/** Typed M-Pesa codes that nobody found, one at a time, the oldest first. */
export default function CodesPage() {
  const [said, setSaid] = useState("");
  const [query] = useSearchParams();
  const after = query.get("after");
  return (
    <>
      <h1>Codes to check</h1>
      <p role="status" className="said">
        {said}
      </p>
      <Queue key={after} isFirst={!after} onSay={setSaid} />
    </>
  );
}

/** One page of the queue; what is decided leaves it, and others come after. */
function Queue({ isFirst, onSay }: { isFirst: boolean; onSay: (words: string) => void }) {
  const { rows, next, total } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const [done, setDone] = useState<string[]>([]);
  const [at, setAt] = useState(0);
  const left = rows.filter(({ _id }) => !done.includes(_id));
  const waiting = total - (rows.length - left.length);
  const index = Math.min(at, left.length - 1);
  const shown = left[index];
  const move = (by: number) => {
    if (index + by >= left.length && next) void navigate(`?${new URLSearchParams({ after: next })}`);
    else if (index + by < 0 && !isFirst) void navigate(-1);
    else setAt(Math.max(0, Math.min(left.length - 1, index + by)));
  };
  const finish = (id: string, words: string) => {
    setDone((before) => [...before, id]);
    onSay(words);
    if (left.length <= FEW) void revalidate();
  };
  if (!shown) return <NoCode isFirst={isFirst} />;
  return (
    <CodeCard
      key={shown._id}
      row={shown}
      place={[`${index + 1} of ${left.length}`, waiting > left.length && `${waiting} wait in all`]
        .filter(Boolean)
        .join(", ")}
      onMove={move}
      onDone={finish}
      onSay={onSay}
    />
  );
}

function NoCode({ isFirst }: { isFirst: boolean }) {
  return isFirst ? (
    <Notice kind="empty" title="No code needs you." action={<Link to="/">Go to Today</Link>}>
      <p>Codes that M-Pesa does not know by itself come here.</p>
    </Notice>
  ) : (
    <Notice kind="empty" title="That was the last one." action={<Link to="/codes">Go to the first</Link>}>
      <p>Codes you passed over are at the beginning.</p>
    </Notice>
  );
}
