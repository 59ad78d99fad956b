import { Link } from "react-router";
import { Notice } from "../../../ui/notice.tsx";
import type { Came } from "./use-import.ts";

/** What came of an import, or would come of it. */
export function ImportOutcome({ came }: { came: Came }) {
  if (came.state === "failed")
    return (
      <Notice kind="error" title="Not imported">
        <p>{came.why}</p>
      </Notice>
    );
  return (
    <section className="panel stack" aria-labelledby="outcome">
      <h2 id="outcome">{titleOf(came)}</h2>
      <p role="status">{inWords(came)}</p>
      <dl className="import-counts">
        <Count of="new" count={came.new} />
        <Count of="changed" count={came.changed} />
        <Count of="same" count={came.same} />
        <Count of="wrong" count={came.faults} />
      </dl>
      <Warnings came={came} />
      {came.faults > 0 && <Faults came={came} />}
      {came.written && (
        <p>
          <Link to="/goods">See all goods</Link>
        </p>
      )}
    </section>
  );
}

function titleOf({ written, dryRun, faults }: Came): string {
  if (written) return "Imported";
  if (faults > 0) return dryRun ? "Something is wrong" : "Not imported";
  return "All of it is right";
}

function inWords({ written, faults, new: added, changed }: Came): string {
  if (written) return "All products of the file are in the shop as it says.";
  if (faults > 0) return "Nothing was saved. Mend what is wrong, and choose the file once more.";
  if (added + changed === 0) return "Nothing was saved, and nothing would change.";
  return "Nothing was saved yet. Press Import to save it.";
}

function Count({ of, count }: { of: string; count: number }) {
  return (
    <div>
      <dt>{of}</dt>
      <dd>{count.toLocaleString("en-KE")}</dd>
    </div>
  );
}

/** What is allowed and perhaps a slip. */
function Warnings({ came: { largePrices, soldSizes } }: { came: Came }) {
  return (
    <>
      {largePrices > 0 && (
        <p>
          {largePrices === 1 ? "1 price changes" : `${largePrices.toLocaleString("en-KE")} prices change`} by
          more than half. Is that right?
        </p>
      )}
      {soldSizes > 0 && (
        <p>
          {soldSizes === 1 ? "1 product loses" : `${soldSizes.toLocaleString("en-KE")} products lose`} a size
          of which pieces were sold; their orders keep it.
        </p>
      )}
    </>
  );
}

function Faults({ came: { _id, faults, errors } }: { came: Came }) {
  return (
    <>
      <table className="table-cards import-faults" aria-label="What is wrong">
        <thead>
          <tr>
            <th scope="col">Row</th>
            <th scope="col">Column</th>
            <th scope="col">What is wrong</th>
          </tr>
        </thead>
        <tbody>
          {errors.map(({ row, column, message }) => (
            <tr key={`${row} ${column} ${message}`}>
              <td data-label="Row">{row}</td>
              <td data-label="Column">{column}</td>
              <td data-label="What is wrong">{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {faults > errors.length && <p>And {(faults - errors.length).toLocaleString("en-KE")} more.</p>}
      <p>
        <a className="button" href={`/api/staff/imports/${_id}/wrong-rows.csv`} download>
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
