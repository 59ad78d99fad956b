import { useLoaderData } from "react-router";
import { formatMoment } from "../../ordering/dates.ts";
import { Notice } from "../../ui/notice.tsx";
import { ActionButton, ActionFailure, useAction } from "../app/action.tsx";
import { ListPage } from "../app/lists.tsx";
import { type LoaderArgs, readList, titled } from "../app/page.ts";
import { type Column, RowsTable } from "../app/tables.tsx";
import type * as contract from "./contract.ts";

export function loader(args: LoaderArgs) {
  return readList<typeof contract.listUnsent>(args, "/api/staff/mails");
}

export const meta = titled("Mails not sent");

/** Mails that did not leave, newest first. */
export default function MailsPage() {
  const list = useLoaderData<typeof loader>();
  return (
    <ListPage
      title="Mails not sent"
      list={list}
      none={
        <Notice kind="empty" title="Every mail was sent.">
          <p>Mails of the last 90 days that could not be sent are listed here.</p>
        </Notice>
      }
    >
      <RowsTable columns={COLUMNS} rows={list.rows} keyOf={({ _id }) => _id} />
    </ListPage>
  );
}

type Row = Awaited<ReturnType<typeof loader>>["rows"][number];

const COLUMNS: Column<Row>[] = [
  { name: "When", className: "faint", cell: ({ at }) => formatMoment(at) },
  { name: "To", className: "wide", cell: ({ to }) => to },
  { name: "Subject", className: "wide", cell: ({ subject }) => subject },
  {
    name: "Why",
    className: "wide",
    cell: ({ _id, certain, held, why }) => {
      if (held) return <HeldMail id={_id} why={why} />;
      return certain ? why : `It may have been sent all the same: ${why}`;
    },
  },
];

/** It waits for the owner's word. */
function HeldMail({ id, why }: { id: string; why: string }) {
  const { busy, failure, start } = useAction();
  return (
    <div className="stack">
      <p>Held{why && `: ${why}`}</p>
      <ActionFailure failure={failure} />
      <div className="row">
        <ActionButton
          busy={busy}
          onClick={() => start<typeof contract.sendMail>({ path: `/api/staff/mails/${id}/send` })}
        >
          Send
        </ActionButton>
        <ActionButton
          busy={busy}
          onClick={() => start<typeof contract.dropMail>({ path: `/api/staff/mails/${id}/drop` })}
        >
          Drop
        </ActionButton>
      </div>
    </div>
  );
}
