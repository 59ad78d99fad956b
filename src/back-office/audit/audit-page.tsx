import { Link, useLoaderData } from "react-router";
import { formatMoment } from "../../ordering/dates.ts";
import { shortId } from "../../ordering/rules.ts";
import { Notice } from "../../ui/notice.tsx";
import { DAYS, type Filter, Filters, ListPage } from "../app/lists.tsx";
import { type LoaderArgs, readList, readStaff, titled } from "../app/page.ts";
import { type Column, RowsTable } from "../app/tables.tsx";
import type { listPeople } from "../people/contract.ts";
import type * as contract from "./contract.ts";
import { sayAction } from "./say-action.ts";

const filtersOf = (people: Filter["options"] = []): Filter[] => [
  { name: "subject", label: "Order, payment, product, coupon or person" },
  { name: "who", label: "Who", options: people },
  ...DAYS,
];

export async function loader(args: LoaderArgs) {
  const [list, people] = await Promise.all([
    readList<typeof contract.listAudit>(args, "/api/staff/audit", filtersOf()),
    readStaff<typeof listPeople>(args, "/api/staff/people"),
  ]);
  return { ...list, people: people.rows.map(({ _id, name }) => [_id, name] as const) };
}

export const meta = titled("Audit");

/** Who did what, newest first. */
export default function AuditPage() {
  const { people, ...list } = useLoaderData<typeof loader>();
  return (
    <ListPage
      title="Audit"
      above={<Filters filters={filtersOf(people)} all="/audit" />}
      list={list}
      none={
        <Notice kind="empty" title="Nothing was found" action={<Link to="/audit">Show everything</Link>}>
          <p>Nobody did anything in this time that is written down here.</p>
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
  { name: "Who", className: "right", cell: ({ who }) => who.name },
  { name: "What", cell: ({ action }) => sayAction(action) },
  {
    name: "Of",
    className: "right",
    cell: ({ subject }) => (
      <span>
        {subject.kind} <Subject {...subject} />
      </span>
    ),
  },
  {
    name: "Change",
    className: "wide",
    cell: ({ before, after, reason }) =>
      [...changesOf(before, after), reason].filter(Boolean).join("; ") || "–",
  },
];

/** Where the screen of a subject is, by its kind. */
const FOLDERS: Record<string, string> = {
  order: "orders",
  payment: "money",
  transaction: "money",
  product: "goods",
  coupon: "coupons",
  setting: "settings",
};

function Subject({ kind, _id }: { kind: string; _id: string }) {
  const folder = FOLDERS[kind];
  return <Link to={folder ? `/${folder}/${_id}` : `?subject=${_id}`}>{shortId(_id)}</Link>;
}

/** Fields that hold a moment, in milliseconds since 1970. */
const MOMENTS = new Set(["onSaleFrom", "startsAt", "endsAt"]);

/** What changed, field by field: "role: packer → support". */
function changesOf(before: unknown, after: unknown): string[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return names.map((name) => {
    if (!(name in was)) return `${name}: ${inWords(is, name)}`;
    return `${name}: ${inWords(was, name)} → ${name in is ? inWords(is, name) : "–"}`;
  });
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

function inWords(fields: Record<string, unknown>, name: string): string {
  const value = fields[name];
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "number" && MOMENTS.has(name)) return formatMoment(value);
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
