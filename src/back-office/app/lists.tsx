import type { ReactNode } from "react";
import { Link, NavLink } from "react-router";

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

/** The end of a search form; `all`: the list without what is searched for. */
export function SearchButtons({ query, all }: { query: URLSearchParams; all: string }) {
  return (
    <>
      <button type="submit" className="button">
        Search
      </button>
      {query.size > 0 && (
        <Link className="link-button" to={all}>
          Show all
        </Link>
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

type Props<Row> = {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  className?: string;
};

/** A list as a table, whose rows are cards on a phone. */
export function RowsTable<Row>({ rows, columns, keyOf, className = "" }: Props<Row>) {
  return (
    <table className={`table-cards compact ${className}`}>
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
      data-label={hidden ? undefined : label}
      className={number ? `${className} number` : className || undefined}
    >
      {cell(row)}
    </td>
  );
}

type NextProps = {
  /** The filters of the page that is shown. */
  query: URLSearchParams;
  /** Where the next page begins; null on the last one. */
  next: string | null;
  children: string;
};

/** Leads to the page that follows in a list, under the same filters; nothing on the last one. */
export function NextPage({ query, next, children }: NextProps) {
  if (!next) return null;
  const wanted = new URLSearchParams(query);
  wanted.set("after", next);
  return (
    <p className="list-more">
      <Link className="button" to={`?${wanted}`}>
        {children}
      </Link>
    </p>
  );
}
