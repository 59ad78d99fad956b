import type { ReactNode } from "react";
import { Form, Link, useSearchParams } from "react-router";
import { Field } from "../../ui/field.tsx";
import { SelectField } from "./fields.tsx";

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

/** A button that leads to another screen, also without scripts. */
export function ButtonTo({ to, primary, children }: { to: string; primary?: true; children: string }) {
  return (
    <Form action={to}>
      <button type="submit" className={primary ? "button button-primary" : "button"}>
        {children}
      </button>
    </Form>
  );
}
