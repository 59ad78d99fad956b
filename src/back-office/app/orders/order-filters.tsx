import { useId } from "react";
import { Form, Link } from "react-router";
import { STATUSES } from "../../../ordering/rules.ts";
import { Field } from "../../../ui/field.tsx";

/** Search and filters; they stand in the address, so that a list can be kept and sent on. Works without JavaScript. */
export function OrderFilters({ query }: { query: URLSearchParams }) {
  const [status, paid] = [useId(), useId()];
  return (
    <Form className="filters" role="search">
      <Field
        label="Search orders"
        name="q"
        type="search"
        autoComplete="off"
        enterKeyHint="search"
        defaultValue={query.get("q") ?? ""}
      />
      <div className="field">
        <label htmlFor={status}>Status</label>
        <select id={status} name="status" defaultValue={query.get("status") ?? ""}>
          <option value="">All</option>
          {STATUSES.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </div>
      <div className="field">
        <label htmlFor={paid}>Paid</label>
        <select id={paid} name="paid" defaultValue={query.get("paid") ?? ""}>
          <option value="">All</option>
          <option value="true">Paid</option>
          <option value="false">Not paid</option>
        </select>
      </div>
      <button type="submit" className="button">
        Search
      </button>
      {query.size > 0 && (
        <Link className="link-button" to="/orders">
          Show all
        </Link>
      )}
    </Form>
  );
}
