import { Form, Link } from "react-router";
import { CHOICES } from "../../../ordering/methods.ts";
import { METHODS, STATUSES } from "../../../ordering/rules.ts";
import { Field } from "../../../ui/field.tsx";
import { Choice } from "../choice.tsx";
import { useMay } from "../person.ts";

/** Fields that fewer searches need. */
const MORE = ["paid", "method", "from", "to"];

/** Search and filters; they stand in the address, so that a list can be kept and sent on. Works without JavaScript. */
export function OrderFilters({ query }: { query: URLSearchParams }) {
  return (
    <Form className="filters" role="search">
      <Field
        label="Search orders"
        name="q"
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        placeholder="Phone, name, code or number"
        defaultValue={query.get("q") ?? ""}
      />
      <Choice
        label="Status"
        name="status"
        value={query.get("status")}
        options={STATUSES.map((each) => [each, each === "Shipped" ? "Shipped / Ready for pick-up" : each])}
      />
      <button type="submit" className="button">
        Search
      </button>
      {query.size > 0 && (
        <Link className="link-button" to="/orders">
          Show all
        </Link>
      )}
      <details className="filters-more" open={MORE.some((name) => query.get(name))}>
        <summary>More filters</summary>
        <MoreFilters query={query} />
      </details>
    </Form>
  );
}

function MoreFilters({ query }: { query: URLSearchParams }) {
  const may = useMay();
  return (
    <div className="filters">
      <Choice
        label="Paid"
        name="paid"
        value={query.get("paid")}
        options={[
          ["true", "Paid"],
          ["false", "Not paid"],
        ]}
      />
      {may("orders.private") && (
        <Choice
          label="Way to pay"
          name="method"
          value={query.get("method")}
          options={METHODS.map((each) => [each, CHOICES[each].name])}
        />
      )}
      <Field label="From" name="from" type="date" defaultValue={query.get("from") ?? ""} />
      <Field label="To" name="to" type="date" defaultValue={query.get("to") ?? ""} />
    </div>
  );
}
