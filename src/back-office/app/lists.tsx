import type { ReactNode } from "react";
import { Form, Link, NavLink, useSearchParams } from "react-router";
import { Field } from "../../ui/field.tsx";
import { SelectField } from "./fields.tsx";

type TabsProps = {
  label: string;
  tabs: readonly (readonly [to: string, title: string])[];
  /** The `to` that is shown, where the path alone does not say it. */
  chosen?: string;
};

/** Links between pages of one kind, or between the lists of one page. */
export function Tabs({ label, tabs, chosen }: TabsProps) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map(([to, title]) => (
        <NavLink
          key={to}
          className="button"
          to={to}
          aria-current={chosen === undefined || chosen === to ? "page" : false}
        >
          {title}
        </NavLink>
      ))}
    </nav>
  );
}

/** What a list is searched or filtered by; it stands in the address under `name`. */
export type Filter = {
  name: string;
  label: string;
  /** Values with their texts; "All" stands before them, unless one of them is chosen where nothing is said. */
  options?: readonly (readonly [value: string, text: string])[];
  usual?: string;
  /** Of a search: what can be looked for. */
  placeholder?: string;
  type?: "date";
};

/** Days in Nairobi, both included. */
export const DAYS: readonly Filter[] = [
  { name: "from", label: "From", type: "date" },
  { name: "to", label: "To", type: "date" },
];

type FiltersProps = {
  filters: readonly Filter[];
  /** Those that fewer searches need. */
  more?: readonly Filter[];
  /** The list without what is searched for. */
  all: string;
};

/** Search and filters of a list; they stand in the address, so that a list can be kept and sent on. Works without JavaScript. */
export function Filters({ filters, more = [], all }: FiltersProps) {
  const [query] = useSearchParams();
  const inputs = (some: readonly Filter[]) =>
    some.map((filter) => <FilterInput key={filter.name} filter={filter} value={query.get(filter.name)} />);
  return (
    <Form key={`${query}`} className="filters" role="search">
      {inputs(filters)}
      <button type="submit" className="button">
        Search
      </button>
      {query.size > 0 && (
        <Link className="link-button" to={all}>
          Show all
        </Link>
      )}
      {more.length > 0 && (
        <details className="filters-more" open={more.some(({ name }) => query.get(name))}>
          <summary>More filters</summary>
          <div className="filters">{inputs(more)}</div>
        </details>
      )}
    </Form>
  );
}

function FilterInput({ filter, value }: { filter: Filter; value: string | null }) {
  const { options, usual, placeholder, ...field } = filter;
  if (options) {
    const shown = usual === undefined ? [["", "All"] as const, ...options] : options;
    return <SelectField {...field} defaultValue={value ?? usual ?? ""} options={shown} />;
  }
  const search = { type: "search", autoComplete: "off", enterKeyHint: "search", placeholder } as const;
  return <Field {...(placeholder && search)} {...field} defaultValue={value ?? ""} />;
}

type ListPageProps = {
  title: string;
  /** Beside the title. */
  actions?: ReactNode;
  /** Filters or tabs, above the rows. */
  above?: ReactNode;
  list: { rows: readonly unknown[]; next: string | null };
  /** Said where there is no row. */
  none: ReactNode;
  /** Leads to the page that follows, under the same filters. */
  older?: string;
  /** The rows. */
  children: ReactNode;
};

/** A list, a page at a time. */
export function ListPage({ title, actions, above, list, none, older = "Older", children }: ListPageProps) {
  const [query] = useSearchParams();
  const after = new URLSearchParams(query);
  after.set("after", list.next ?? "");
  return (
    <>
      {actions === undefined ? (
        <h1>{title}</h1>
      ) : (
        <div className="row row-apart list-head">
          <h1>{title}</h1>
          {actions}
        </div>
      )}
      {above}
      {list.rows.length === 0 ? none : children}
      {list.next && (
        <p className="list-more">
          <Link className="button" to={`?${after}`}>
            {older}
          </Link>
        </p>
      )}
    </>
  );
}

export type Column<Row> = {
  /** Its heading, and where rows are cards what stands before its value, unless `label` says another. */
  name: string;
  label?: string;
  cell: (row: Row) => ReactNode;
  /** It names the row. */
  head?: true;
  /** Its heading is for screen readers alone. */
  hidden?: true;
  number?: true;
  className?: string;
};

type RowsProps<Row> = {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
  /** With "compact", the usual one, values stand in pairs on a phone, without their names. */
  className?: string;
  label?: string;
};

/** Rows as a table; on a phone each is a card. */
export function RowsTable<Row>({ rows, columns, keyOf, className = "compact", label }: RowsProps<Row>) {
  return (
    <table className={`table-cards ${className}`} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ name, hidden, number }) => (
            <th key={name} scope="col" className={number && "number"}>
              {hidden ? <span className="visually-hidden">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map((column) => (
              <Cell key={column.name} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const { name, label = name, cell, head, hidden, number, className = "" } = column;
  if (head) return <th scope="row">{cell(row)}</th>;
  return (
    <td
      data-label={(!hidden && label) || undefined}
      className={number ? `${className} number` : className || undefined}
    >
      {cell(row)}
    </td>
  );
}

/** Names with their values; what has none is left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="facts">
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <div className="fact" key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Above a screen's heading: the list that it belongs to. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <p>
      <Link className="link-button" to={to}>
        {children}
      </Link>
    </p>
  );
}
