import { type FormEvent, useState } from "react";
import { useRevalidator } from "react-router";
import { formatPrice } from "../../../catalogue/rules.ts";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import type * as contract from "../../orders/contract.ts";
import { useDeed } from "../calls/use-deed.ts";
import { SearchPicker } from "../search-picker.tsx";
import type { StaffOrder } from "../shown.ts";
import { EditedItem } from "./edited-item.tsx";
import { type EditedLine, itemsOf, linesOf, withGoods } from "./edited-lines.ts";
import { findGoods, type Goods, searchGoods } from "./goods.ts";
import { OrderFailure } from "./order-failure.tsx";
import { PriceChange } from "./price-change.tsx";

/** Changes what is in an order that has not left: first what that does to its price is shown, then it is saved. */
export function EditItems({ order }: { order: StaffOrder }) {
  const off = !useHydrated();
  const edit = useEdit(order);
  const { lines, goods, difference, busy, failure, faults } = edit;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    edit.preview();
  };
  return (
    <details className="panel" name="order-form" onToggle={edit.open}>
      <summary>Change the goods</summary>
      <form className="stack" method="post" onSubmit={submit} noValidate>
        <ul className="edited-items">
          {lines.map((line, at) => (
            <EditedItem
              key={line.key}
              line={line}
              goods={goods}
              fault={faults[`items.${at}.quantity`]}
              onChange={(changed) => edit.put(lines.map((each) => (each === line ? changed : each)))}
              onRemove={() => edit.put(lines.filter((each) => each !== line))}
            />
          ))}
        </ul>
        {lines.length === 0 && <p>An order without goods is cancelled instead.</p>}
        <SearchPicker
          label="Add a product"
          none="Nothing on sale has this name."
          search={searchGoods}
          nameOf={({ name, price }) => `${name}, ${formatPrice(price)}`}
          onAdd={edit.add}
        />
        {difference !== undefined && <PriceChange order={order} difference={difference} />}
        <OrderFailure order={order} failure={failure} withFields={faults.items !== undefined} />
        <div className="row">
          <button
            type="submit"
            className="button"
            disabled={off || lines.length === 0}
            aria-disabled={busy || undefined}
          >
            Preview
          </button>
          {difference !== undefined && !(order.payment && difference > 0) && (
            <button type="button" className="button button-primary" aria-disabled={busy} onClick={edit.save}>
              Save
            </button>
          )}
        </div>
      </form>
    </details>
  );
}

function useEdit(order: StaffOrder) {
  const { busy, failure, faults, start, forget } = useDeed();
  const { revalidate } = useRevalidator();
  const [lines, setLines] = useState(() => linesOf(order));
  const [goods, setGoods] = useState<Goods[]>([]);
  const [difference, setDifference] = useState<number>();
  const params = { id: order._id };
  const body = { items: itemsOf(lines), version: order.version };
  const path = "/api/staff/orders/:id/edit";
  const put = (changed: EditedLine[]) => {
    setLines(changed);
    // what was shown was the price of other lines
    setDifference(undefined);
    forget();
  };
  return {
    lines,
    goods,
    difference,
    busy,
    failure,
    faults,
    put,
    /** Sizes come when somebody wants to change them. */
    open: () => {
      if (goods.length === 0) void findGoods(lines.map(({ _id }) => _id)).then(setGoods);
    },
    add: (added: Goods) => {
      setGoods((before) => [...before, added]);
      put(withGoods(lines, added));
    },
    preview: () =>
      start<typeof contract.editOrder>({ path, params, body: { ...body, preview: true } }, (answer) =>
        setDifference(answer.difference),
      ),
    save: () => start<typeof contract.editOrder>({ path, params, body }, revalidate),
  };
}
