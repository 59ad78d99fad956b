import type { ReactNode } from "react";
import { Link } from "react-router";

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
  /** With "table-cards" each row is a card on a phone, and with "compact" its values stand in pairs, without their names. */
  className?: string;
  label?: string;
};

/** Rows as a table. */
export function RowsTable<Row>({
  rows,
  columns,
  keyOf,
  className = "table-cards compact",
  label,
}: RowsProps<Row>) {
  return (
    <table className={className} aria-label={label}>
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
