import { useState } from "react";
import type { Product } from "../../catalogue/contract.ts";
import { formatPrice } from "../../catalogue/rules.ts";
import { newId } from "../../platform/browser/new-id.ts";
import { readWhole } from "../../platform/whole-number.ts";
import { Field } from "../../ui/field.tsx";
import { ActionButton } from "../app/action.tsx";
import { useConfirmed } from "../app/calls/use-confirmed.tsx";
import { SelectField, StaffForm } from "../app/fields.tsx";
import { SearchPicker } from "../app/search-picker.tsx";
import type * as contract from "./contract.ts";
import { OrderFailure } from "./order-failure.tsx";

/** What is known of a product that may be in an order. `stock`: pieces on hand by size. */
type Goods = Pick<Product, "_id" | "name" | "price" | "sizes" | "stock">;

/** Most products that a search shows. */
const FOUND_MAX = "6";

/** Products on sale, by id. Without an answer the list is empty: sizes then stay as they are. */
function findGoods(ids: string[]): Promise<Goods[]> {
  return ask(new URLSearchParams([...new Set(ids)].map((id) => ["id", id])));
}

/** Products on sale whose name contains these words; undefined where none was typed. */
async function searchGoods(search: string): Promise<Goods[] | undefined> {
  return search ? ask(new URLSearchParams({ search, limit: FOUND_MAX })) : undefined;
}

/** Reads the shop's public list of products. */
async function ask(query: URLSearchParams): Promise<Goods[]> {
  const response = await fetch(`/api/product/list?${query}`).catch(() => undefined);
  const answer = await response?.json().catch(() => undefined);
  return Array.isArray(answer?.products) ? answer.products : [];
}

/** Changes the items of an order that is not shipped: first shows what that does to its price, then saves it. */
export function EditItems({ order }: { order: contract.StaffOrder }) {
  const edit = useEdit(order);
  const { lines, goods, difference, busy, failure, faults, dialog } = edit;
  return (
    <details className="panel" name="order-form" onToggle={edit.open}>
      <summary>Change the goods</summary>
      <StaffForm onSubmit={() => lines.length > 0 && edit.preview()}>
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
          <ActionButton type="submit" busy={busy} off={lines.length === 0}>
            Preview
          </ActionButton>
          {difference !== undefined && !(order.payment && difference > 0) && (
            <ActionButton className="button button-primary" busy={busy} onClick={edit.save}>
              Save
            </ActionButton>
          )}
        </div>
        {dialog}
      </StaffForm>
    </details>
  );
}

function useEdit(order: contract.StaffOrder) {
  const { begin, start, ...action } = useConfirmed();
  const [lines, setLines] = useState(() => linesOf(order));
  const [goods, setGoods] = useState<Goods[]>([]);
  const [difference, setDifference] = useState<number>();
  const body = { items: itemsOf(lines), version: order.version };
  const path = `/api/staff/orders/${order._id}/edit` as const;
  const put = (changed: EditedLine[]) => {
    setLines(changed);
    // the price that was shown was that of other lines
    setDifference(undefined);
    action.forget();
  };
  return {
    ...action,
    ...{ lines, goods, difference, put },
    /** Sizes are loaded when the form is opened. */
    open: () => {
      if (goods.length === 0) void findGoods(lines.map(({ _id }) => _id)).then(setGoods);
    },
    add: (added: Goods) => {
      setGoods((before) => [...before, added]);
      put(withGoods(lines, added));
    },
    preview: () =>
      start<typeof contract.editOrder>({ path, body: { ...body, preview: true } }, (answer) =>
        setDifference(answer.difference),
      ),
    /** For a paid order that gets cheaper a confirmation comes first. */
    save: () =>
      begin<typeof contract.editOrder>("Change the goods", (confirmed) => ({
        path,
        body: { ...body, confirmed },
      })),
  };
}

type Props = {
  line: EditedLine;
  goods: Goods[];
  fault: string | undefined;
  onChange: (line: EditedLine) => void;
  onRemove: () => void;
};

/** A line of an order that is being changed. */
function EditedItem({ line, goods, fault, onChange, onRemove }: Props) {
  const { name, size, pieces } = line;
  return (
    <li>
      <fieldset className="edited-item">
        <legend>{name}</legend>
        <SelectField
          label="Size"
          value={size}
          options={sizesOf(line, goods)}
          onChange={({ target }) => onChange({ ...line, size: target.value })}
        />
        <Field
          label="Pieces"
          inputMode="numeric"
          autoComplete="off"
          value={pieces}
          fault={fault}
          onChange={({ target }) => onChange({ ...line, pieces: target.value })}
        />
        <button type="button" className="link-button" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </button>
      </fieldset>
    </li>
  );
}

/** A line as it is being changed, its pieces as they are typed; `key` tells it from others of the same product. */
type EditedLine = { key: string; _id: string; name: string; size: string; pieces: string };

export function linesOf({ items }: contract.StaffOrder): EditedLine[] {
  return items.map(({ line, _id, name, size, quantity }) => ({
    key: String(line),
    ...{ _id, name, size, pieces: String(quantity) },
  }));
}

/** Adds one piece of a product, in the first size that is in stock. */
function withGoods(lines: EditedLine[], { _id, name, sizes, stock }: Goods): EditedLine[] {
  const size = sizes.find((each) => (stock[each] ?? 0) > 0) ?? sizes[0] ?? "";
  return [...lines, { key: newId(), _id, name, size, pieces: "1" }];
}

/** The lines in the form of the call. */
export function itemsOf(lines: EditedLine[]) {
  return lines.map(({ _id, size, pieces }) => ({ _id, size, quantity: readWhole(pieces) }));
}

/** The sizes to choose from: those on sale, and the one it has. */
function sizesOf({ _id, size }: EditedLine, goods: Goods[]): string[] {
  const sizes = goods.find((each) => each._id === _id)?.sizes ?? [];
  return sizes.includes(size) ? sizes : [size, ...sizes];
}

/** How changed items change the price of an order, and what that means for money that has come. */
function PriceChange({ order, difference }: { order: contract.StaffOrder; difference: number }) {
  return (
    <div className="notice" role="status">
      <p>
        {difference === 0 ? (
          <>
            The total stays <strong className="price">{formatPrice(order.amount)}</strong>.
          </>
        ) : (
          <>
            New total <strong className="price">{formatPrice(order.amount + difference)}</strong>:{" "}
            {formatPrice(Math.abs(difference))} {difference > 0 ? "more" : "less"} than before.
          </>
        )}
      </p>
      {difference !== 0 && <p>{consequenceOf(order.payment, difference)}</p>}
    </div>
  );
}

function consequenceOf(isPaid: boolean, difference: number): string {
  if (!isPaid) return "Nothing was paid yet: the shopper owes the new total.";
  return difference < 0
    ? "The order is paid: Save also puts the difference among the refunds."
    : "The order is paid: it cannot cost more until the shopper has paid the difference. Nothing is changed.";
}
