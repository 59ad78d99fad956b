import { useState } from "react";
import { data, Link, useSearchParams } from "react-router";
import type { z } from "zod";
import { MOVE_REASONS, type MoveReason, NOTE_MAX, PACKING_REASONS } from "../../catalogue/staff/rules.ts";
import { formatMoment } from "../../ordering/dates.ts";
import { readWhole } from "../../platform/whole-number.ts";
import { Field } from "../../ui/field.tsx";
import { ActionButton, ActionFailure, useAction } from "../app/action.tsx";
import { SelectField, StaffForm } from "../app/fields.tsx";
import { type LoaderArgs, useMay } from "../app/page.ts";
import { type Column, RowsTable } from "../app/tables.tsx";
import type { StaffProduct } from "../products/contract.ts";
import type * as contract from "./contract.ts";

type Ledger = z.output<typeof contract.readStock.answer>;

/** What a product's stock panel shows, of the page of moves that the address asks for; null for those who may not see it. */
export async function readLedger({
  context,
  params,
  request,
}: Pick<LoaderArgs, "context" | "params" | "request">): Promise<Ledger | null> {
  const after = new URL(request.url).searchParams.get("moves");
  const query = new URLSearchParams(after ? { after } : {});
  const { status, body } = await context.read(
    `/api/staff/goods/${encodeURIComponent(params.id ?? "")}/stock?${query}`,
  );
  if (status === 200) return body as Ledger;
  // whether anybody may see the page at all is the product's own call to say
  if (status === 401 || status === 403 || status === 404) return null;
  throw data({ message: String(body.message ?? "") }, { status });
}

/** Reasons of moves, as people say them. */
const MOVES: Record<MoveReason, string> = {
  received: "Received",
  counted: "Counted",
  damaged: "Damaged",
  lost: "Lost",
  returned: "Returned",
  gift: "Gift",
  correction: "Correction",
};

/** The ledger, newest first, a page at a time. */
function StockMoves({ ledger: { rows, next } }: { ledger: Ledger }) {
  const [query] = useSearchParams();
  const isLater = query.has("moves");
  return (
    <div className="stack">
      <h3 id="moves">Ledger</h3>
      {rows.length === 0 && <p>{isLater ? "There are no earlier moves." : "No piece has come yet."}</p>}
      <ol className="timeline" aria-labelledby="moves">
        {rows.map(({ _id, date, size, delta, reason, note, by }) => (
          <li key={_id}>
            <span className="timeline-when">{formatMoment(date)}</span> {size}:{" "}
            <strong>{delta > 0 ? `+${delta}` : `−${-delta}`}</strong> {MOVES[reason]}
            {note && (
              <>
                {": "}
                <span dir="auto">{note}</span>
              </>
            )}
            {by && ` · ${by}`}
          </li>
        ))}
      </ol>
      {(isLater || next !== null) && (
        <p className="row">
          {isLater && (
            <Link className="button" to="." preventScrollReset>
              Newest moves
            </Link>
          )}
          {next !== null && (
            <Link className="button" to={`?moves=${next}`} preventScrollReset>
              Older moves
            </Link>
          )}
        </p>
      )}
    </div>
  );
}

type Props = { product: Pick<StaffProduct, "_id" | "sizes">; ledger: Ledger };

/** What there is of a product by size, a form that changes it by pieces, and the ledger of why. */
export function StockPanel({ product: { _id, sizes }, ledger }: Props) {
  const [said, setSaid] = useState("");
  const left = ledger.sizes.filter(({ offered, onHand }) => !offered && onHand > 0).map(({ size }) => size);
  return (
    <section className="panel stack" aria-labelledby="stock">
      <h2 id="stock">Stock</h2>
      <RowsTable className="stock-table" columns={SIZES} rows={ledger.sizes} keyOf={({ size }) => size} />
      <p role="status" className="said">
        {said}
      </p>
      <ChangeStock id={_id} sizes={[...sizes, ...left]} onSay={setSaid} />
      <StockMoves ledger={ledger} />
    </section>
  );
}

/** The last column is the sum of the others: what the moves below add up to. */
const SIZES: Column<Ledger["sizes"][number]>[] = [
  {
    name: "Size",
    head: true,
    cell: ({ size, offered }) => (
      <>
        {size}
        {!offered && <span className="faint"> (left out)</span>}
      </>
    ),
  },
  { name: "On hand", cell: ({ onHand }) => <strong>{onHand}</strong> },
  { name: "Held", cell: ({ held }) => held },
  { name: "Sold", cell: ({ sold }) => sold },
  { name: "Received", cell: ({ received }) => received },
];

type ChangeStockProps = { id: string; sizes: string[]; onSay: (words: string) => void };

/** Adds pieces of a size, or takes them away. Apart from the product's own form: neither writes over the other. */
function ChangeStock({ id, sizes, onSay }: ChangeStockProps) {
  const may = useMay();
  const { busy, failure, faults, start, revalidate } = useAction();
  const reasons = may("stock.any-reason") ? MOVE_REASONS : PACKING_REASONS;
  const change = (typed: Record<string, string>, form: HTMLFormElement) => {
    onSay("");
    const { size = "", delta = "", reason = "", note = "" } = typed;
    const body = { size, delta: readWhole(delta), reason: reason as MoveReason, note };
    start<typeof contract.changeStock>({ path: `/api/staff/goods/${id}/stock`, body }, ({ onHand }) => {
      // size and reason are often the same for the next one
      for (const name of ["delta", "note"]) (form.elements.namedItem(name) as HTMLInputElement).value = "";
      onSay(`${size}: ${onHand} on hand now.`);
      return revalidate();
    });
  };
  return (
    <StaffForm
      className="stack stock-form"
      onSubmit={(typed, { currentTarget }) => change(typed, currentTarget)}
    >
      <div className="product-fields">
        <SelectField label="Size" name="size" options={sizes} fault={faults.size} />
        {/* by all letters: an iPhone's digits come without a minus */}
        <Field
          label="Change stock by"
          name="delta"
          autoComplete="off"
          hint="5 adds five, -5 takes five away."
          fault={faults.delta}
        />
        <SelectField
          label="Reason"
          name="reason"
          options={reasons.map((reason) => [reason, MOVES[reason]] as const)}
          fault={faults.reason}
        />
      </div>
      <Field label="Note" name="note" autoComplete="off" maxLength={NOTE_MAX} fault={faults.note} />
      <ActionFailure failure={failure} />
      <p className="field-hint">
        What goes out with orders, and what comes back by a cancelled order or a refund, is counted by itself.
      </p>
      <ActionButton type="submit" busy={busy}>
        Change stock
      </ActionButton>
    </StaffForm>
  );
}
