import { useLoaderData, useRevalidator, useSearchParams } from "react-router";
import { formatMoment } from "../../ordering/dates.ts";
import { Notice } from "../../ui/notice.tsx";
import { ActionButton } from "../app/action-button.tsx";
import { ActionFailure } from "../app/calls/action-failure.tsx";
import { useAction } from "../app/calls/use-action.ts";
import { NextPage } from "../app/lists.tsx";
import type { LoaderArgs } from "../app/page.ts";
import { pageTitle, readListQuery } from "../app/page.ts";
import { readStaff } from "../app/read-staff.ts";
import type * as contract from "./contract.ts";

export function loader(args: LoaderArgs) {
  const query = readListQuery(args.request, ["after"]);
  return readStaff<typeof contract.listUnsent>(args, `/api/staff/mails?${query}`);
}

export function meta() {
  return pageTitle("Mails not sent");
}

/** Mails that did not leave, newest first. */
export default function MailsPage() {
  const { rows, next } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  return (
    <>
      <h1>Mails not sent</h1>
      {rows.length === 0 ? (
        <Notice kind="empty" title="Every mail was sent.">
          <p>Mails of the last 90 days that could not be sent are listed here.</p>
        </Notice>
      ) : (
        <MailsTable rows={rows} />
      )}
      <NextPage query={query} next={next}>
        Older
      </NextPage>
    </>
  );
}

type Rows = Awaited<ReturnType<typeof loader>>["rows"];

function MailsTable({ rows }: { rows: Rows }) {
  return (
    <table className="table-cards compact">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">To</th>
          <th scope="col">Subject</th>
          <th scope="col">Why</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ _id, at, to, subject, certain, held, why }) => (
          <tr key={_id}>
            <td data-label="When" className="faint">
              {formatMoment(at)}
            </td>
            <td data-label="To" className="wide">
              {to}
            </td>
            <td data-label="Subject" className="wide">
              {subject}
            </td>
            <td data-label="Why" className="wide">
              {held ? (
                <HeldMail id={_id} why={why} />
              ) : certain ? (
                why
              ) : (
                `It may have been sent all the same: ${why}`
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** It waits for the owner's word. */
function HeldMail({ id, why }: { id: string; why: string }) {
  const { busy, failure, start } = useAction();
  const { revalidate } = useRevalidator();
  const params = { id };
  return (
    <div className="stack">
      <p>Held{why && `: ${why}`}</p>
      <ActionFailure failure={failure} />
      <div className="row">
        <ActionButton
          busy={busy}
          onClick={() =>
            start<typeof contract.sendMail>({ path: "/api/staff/mails/:id/send", params }, revalidate)
          }
        >
          Send
        </ActionButton>
        <ActionButton
          busy={busy}
          onClick={() =>
            start<typeof contract.dropMail>({ path: "/api/staff/mails/:id/drop", params }, revalidate)
          }
        >
          Drop
        </ActionButton>
      </div>
    </div>
  );
}
