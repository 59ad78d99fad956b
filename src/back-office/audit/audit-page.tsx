import { Form, Link, useLoaderData, useSearchParams } from "react-router";
import { formatMoment } from "../../ordering/dates.ts";
import { shortId } from "../../ordering/rules.ts";
import { Field } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { changesOf } from "../app/changes.ts";
import { Choice } from "../app/fields.tsx";
import { NextPage, SearchButtons } from "../app/lists.tsx";
import type { LoaderArgs } from "../app/page.ts";
import { pageTitle, readListQuery } from "../app/page.ts";
import { readStaff } from "../app/read-staff.ts";
import type { listPeople } from "../people/contract.ts";
import type * as contract from "./contract.ts";
import { sayAction } from "./say-action.ts";

const ASKED = ["who", "subject", "from", "to", "after"];

export async function loader(args: LoaderArgs) {
  const query = readListQuery(args.request, ASKED);
  const [list, people] = await Promise.all([
    readStaff<typeof contract.listAudit>(args, `/api/staff/audit?${query}`),
    readStaff<typeof listPeople>(args, "/api/staff/people"),
  ]);
  return { ...list, people: people.rows.map(({ _id, name }) => [_id, name] as const) };
}

export function meta() {
  return pageTitle("Audit");
}

/** Who did what, newest first. */
export default function AuditPage() {
  const { rows, next, people } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  return (
    <>
      <h1>Audit</h1>
      <Form key={`${query}`} className="filters" role="search">
        <Field
          label="Order, payment, product, coupon or person"
          name="subject"
          defaultValue={query.get("subject") ?? ""}
        />
        <Choice label="Who" name="who" value={query.get("who")} options={people} />
        <Field label="From" name="from" type="date" defaultValue={query.get("from") ?? ""} />
        <Field label="To" name="to" type="date" defaultValue={query.get("to") ?? ""} />
        <SearchButtons query={query} all="/audit" />
      </Form>
      {rows.length === 0 ? (
        <Notice kind="empty" title="Nothing was found" action={<Link to="/audit">Show everything</Link>}>
          <p>Nobody did anything in this time that is written down here.</p>
        </Notice>
      ) : (
        <AuditTable rows={rows} />
      )}
      <NextPage query={query} next={next}>
        Older
      </NextPage>
    </>
  );
}

type Rows = Awaited<ReturnType<typeof loader>>["rows"];

function AuditTable({ rows }: { rows: Rows }) {
  return (
    <table className="table-cards compact">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">Of</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ _id, at, who, action, subject, before, after, reason }) => (
          <tr key={_id}>
            <td data-label="When" className="faint">
              {formatMoment(at)}
            </td>
            <td data-label="Who" className="right">
              {who.name}
            </td>
            <td data-label="What">{sayAction(action)}</td>
            <td data-label="Of" className="right">
              <span>
                {subject.kind} <Subject {...subject} />
              </span>
            </td>
            <td data-label="Change" className="wide">
              {[...changesOf(before, after), reason].filter(Boolean).join("; ") || "–"}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Where the screen of a subject is, by its kind. */
const FOLDERS: Record<string, string> = {
  order: "orders",
  payment: "payments",
  product: "goods",
  coupon: "coupons",
  setting: "settings",
};

function Subject({ kind, _id }: { kind: string; _id: string }) {
  const folder = FOLDERS[kind];
  return folder ? (
    <Link to={`/${folder}/${_id}`}>{shortId(_id)}</Link>
  ) : (
    <Link to={`?subject=${_id}`}>{shortId(_id)}</Link>
  );
}
