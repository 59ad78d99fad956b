import { type ReactNode, useMemo, useState } from "react";
import { Link } from "react-router";
import type { z } from "zod";
import { ActionButton } from "../app/action.tsx";
import { type Column, RowsTable } from "../app/tables.tsx";
import type * as contract from "./contract.ts";

export type Outcome = z.output<(typeof contract.importGoods)["answer"]>;

/** What came of an import, or would come of it. */
export function ImportOutcome({ outcome, isDecided }: { outcome: Outcome; isDecided: boolean }) {
  // what is to be decided has its cells beside the question
  const changes = outcome.changes.filter(({ isStale }) => !isStale);
  return (
    <section className="panel stack" aria-labelledby="outcome">
      <h2 id="outcome">{titleOf(outcome, isDecided)}</h2>
      <p role="status">{inWords(outcome, isDecided)}</p>
      <dl className="import-counts">
        {COUNTS.map(([title, count]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{outcome[count].toLocaleString("en-KE")}</dd>
          </div>
        ))}
      </dl>
      {outcome.soldSizes > 0 && (
        <p>
          {outcome.soldSizes === 1
            ? "1 product loses"
            : `${outcome.soldSizes.toLocaleString("en-KE")} products lose`}{" "}
          a size of which pieces were sold; their orders keep it.
        </p>
      )}
      {outcome.faults > 0 && <Faults outcome={outcome} />}
      {changes.length > 0 && <Changes changes={changes} />}
      {outcome.written && (
        <p>
          <Link to="/goods">See all goods</Link>
        </p>
      )}
    </section>
  );
}

function titleOf({ written, dryRun, faults }: Outcome, isDecided: boolean): string {
  if (written) return "Imported";
  if (faults > 0) return dryRun ? "Something is wrong" : "Not imported";
  return isDecided ? "All of it is right" : "Please answer first";
}

function inWords({ written, faults, sizes, new: added, changed }: Outcome, isDecided: boolean): string {
  if (written && added + changed === 0) return "The file changes nothing, and nothing was changed.";
  if (written) return "What the file changes is in the shop.";
  if (faults > 0) return "Nothing was saved. Mend what is wrong, and choose the file once more.";
  if (!isDecided) return "Nothing was saved. Answer what is asked above, then press Import.";
  if (sizes.length > 0)
    return "Nothing was saved yet. Try once more to see what would change, or press Import.";
  if (added + changed === 0) return "Nothing was saved, and nothing would change.";
  return "Nothing was saved yet. Press Import to save it.";
}

const COUNTS = [
  ["new", "new"],
  ["changed", "changed"],
  ["same", "same"],
  ["wrong", "faults"],
] as const;

function Changes({ changes }: Pick<Outcome, "changes">) {
  return (
    <section className="stack" aria-label="What changes">
      <h3>What changes</h3>
      <Shown
        all={changes}
        of={({ row, name, isNew, cells }) => (
          <li key={row}>
            <strong>
              <bdi>{name}</bdi>, row {row}
              {isNew && " (new)"}
            </strong>
            <CellChanges cells={cells} />
          </li>
        )}
      />
    </section>
  );
}

/** Old and new of each cell. */
export function CellChanges({ cells }: Pick<Outcome["changes"][number], "cells">) {
  return (
    <ul>
      {cells.map(({ column, from, to }) => (
        <li key={`${column} ${to}`}>
          {column}: <del>{from || "empty"}</del> → <ins>{to || "empty"}</ins>
        </li>
      ))}
    </ul>
  );
}

/** Rows that are shown at first, and with each press more. */
const PART = 50;

/** A long list, part by part; `of` gives a list item. */
export function Shown<T>({ all, of }: { all: readonly T[]; of: (one: T) => ReactNode }) {
  const [count, setCount] = useState(PART);
  const more = Math.min(PART, all.length - count);
  return (
    <>
      <ul className="import-list">{all.slice(0, count).map(of)}</ul>
      {more > 0 && (
        <p>
          <ActionButton className="button button-quiet" onClick={() => setCount(count + PART)}>
            Show {more} more of {all.length.toLocaleString("en-KE")}
          </ActionButton>
        </p>
      )}
    </>
  );
}

function Faults({ outcome: { faults, errors, wrongRows } }: { outcome: Outcome }) {
  const address = useMemo(
    () => wrongRows && URL.createObjectURL(new Blob([wrongRows], { type: "text/csv" })),
    [wrongRows],
  );
  return (
    <>
      <RowsTable
        className="table-cards import-faults"
        label="What is wrong"
        columns={FAULT}
        rows={errors.slice(0, SHOWN)}
        keyOf={({ row, column, message }) => `${row} ${column} ${message}`}
      />
      {faults > SHOWN && <p>And {(faults - SHOWN).toLocaleString("en-KE")} more.</p>}
      <p>
        <a className="button" href={address} download="wrong-rows.csv">
          Wrong rows to download
        </a>
      </p>
      <p className="field-hint">
        The first line of the file is row 1. The downloaded file has the wrong rows alone, each with its
        reason. Mend them in your own file; or take them out of it, and import the downloaded file, mended,
        after it.
      </p>
    </>
  );
}

/** Faults that the screen names; the file of wrong rows has all. */
const SHOWN = 20;

const FAULT: Column<Outcome["errors"][number]>[] = [
  { name: "Row", cell: ({ row }) => row },
  { name: "Column", cell: ({ column }) => column },
  { name: "What is wrong", cell: ({ message }) => message },
];
