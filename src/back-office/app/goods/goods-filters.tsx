import { Form, Link } from "react-router";
import { CATEGORIES, SUB_CATEGORIES } from "../../../catalogue/rules.ts";
import type { GoodsSort } from "../../../catalogue/staff/rules.ts";
import { Field } from "../../../ui/field.tsx";
import { Choice } from "../choice.tsx";
import { SelectField } from "../select-field.tsx";
import { STATES } from "./states.ts";

const SORTS: Record<GoodsSort, string> = {
  newest: "Newest first",
  name: "By name",
  "low-high": "Cheapest first",
  "high-low": "Dearest first",
};

/** Search, filters and order; they stand in the address. Works without JavaScript. */
export function GoodsFilters({ query }: { query: URLSearchParams }) {
  return (
    <Form className="filters" role="search">
      <Field
        label="Search goods"
        name="q"
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        placeholder="A part of the name"
        defaultValue={query.get("q") ?? ""}
      />
      <Choice
        label="Category"
        name="category"
        value={query.get("category")}
        options={CATEGORIES.map((each) => [each, each])}
      />
      <Choice
        label="Type"
        name="type"
        value={query.get("type")}
        options={SUB_CATEGORIES.map((each) => [each, each])}
      />
      <Choice
        label="Status"
        name="status"
        value={query.get("status")}
        options={Object.entries(STATES).map(([state, { name }]) => [state, name])}
      />
      <Choice label="Stock" name="stock" value={query.get("stock")} options={[["low", "Low"]]} />
      <Choice label="Drops" name="drops" value={query.get("drops")} options={[["coming", "Still to come"]]} />
      <Order chosen={query.get("sort")} />
      <button type="submit" className="button">
        Search
      </button>
      {query.size > 0 && (
        <Link className="link-button" to="/goods">
          Show all
        </Link>
      )}
    </Form>
  );
}

function Order({ chosen }: { chosen: string | null }) {
  return (
    <SelectField
      label="Order"
      name="sort"
      defaultValue={chosen ?? "newest"}
      options={Object.entries(SORTS)}
    />
  );
}
