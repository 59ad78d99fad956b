import { type ChangeEvent, type FormEvent, useId, useState } from "react";
import { Link, useLoaderData, useSearchParams } from "react-router";
import { useHydrated } from "../../../ui/use-hydrated.ts";
import type * as goodsContract from "../../goods/contract.ts";
import type * as contract from "../../imports/contract.ts";
import { DeedFailure } from "../calls/deed-failure.tsx";
import type { LoaderArgs } from "../load-context.ts";
import { pageTitle } from "../page-title.ts";
import { useMay } from "../person.ts";
import { readStaff } from "../read-staff.ts";
import { ImportOutcome } from "./import-outcome.tsx";
import { ImportProgress } from "./import-progress.tsx";
import { SHOWN, type Source, useImport } from "./use-import.ts";

/** What came of the import that the address names; without one, who is not signed in is sent to do so. */
export async function loader(args: LoaderArgs) {
  const id = new URL(args.request.url).searchParams.get("id");
  if (id)
    return readStaff<typeof contract.showImport>(
      args,
      `/api/staff/imports/${encodeURIComponent(id)}?limit=${SHOWN}`,
    );
  await readStaff<typeof goodsContract.listGoods>(args, "/api/staff/goods?limit=1");
  return null;
}

/** The page follows its import by itself; what the loader read is where it began. */
export function shouldRevalidate() {
  return false;
}

export function meta() {
  return pageTitle("Import");
}

/** Goods from a file: choosing it, what it would change, and having it done. */
export default function ImportPage() {
  const may = useMay();
  return (
    <div className="import stack">
      <p>
        <Link className="link-button" to="/goods">
          All goods
        </Link>
      </p>
      <h1>Import</h1>
      {may("goods.import") ? <Import /> : <p>Only the owner imports goods.</p>}
    </div>
  );
}

function Import() {
  const [, setQuery] = useSearchParams();
  const [file, setFile] = useState<File>();
  const { sending, came, failure, start, forget } = useImport(
    useLoaderData<typeof loader>() ?? undefined,
    (id) => setQuery({ id }, { replace: true, preventScrollReset: true }),
  );
  const isReading = came?.state === "reading";
  const isBusy = sending !== undefined || isReading;
  const source: Source | undefined = file ? { file } : came && { upload: came.upload };
  const choose = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    setFile(currentTarget.files?.[0]);
    forget();
  };
  return (
    <>
      <HowTo />
      <ImportForm
        source={source}
        name={file ? undefined : came?.name}
        isBusy={isBusy}
        isRight={came?.dryRun === true && came.state === "done" && came.faults === 0}
        onChoose={choose}
        onStart={(dryRun) => source && void start(source, dryRun)}
      />
      <ImportProgress sending={sending} reading={isReading ? came : undefined} />
      <DeedFailure failure={failure} withFields>
        {isReading && <p>The shop reads on meanwhile.</p>}
      </DeedFailure>
      {came && !isReading && <ImportOutcome came={came} />}
    </>
  );
}

function HowTo() {
  return (
    <>
      <p>
        Export your goods, change them in a spreadsheet, save that as CSV (UTF-8) and import it. A row without
        an ID is a new product. Nothing is saved unless all of it is right.
      </p>
      {/* a document's own form: the browser saves the file, also without scripts */}
      <form action="/api/staff/export/goods.csv">
        <button type="submit" className="button button-quiet">
          Export
        </button>
      </form>
    </>
  );
}

type FormProps = {
  source: Source | undefined;
  /** Of the file that was chosen before this page was loaded anew. */
  name: string | undefined;
  isBusy: boolean;
  /** A dry run found no fault. */
  isRight: boolean;
  onChoose: (event: ChangeEvent<HTMLInputElement>) => void;
  onStart: (dryRun: boolean) => void;
};

function ImportForm({ source, name, isBusy, isRight, onChoose, onStart }: FormProps) {
  const id = useId();
  const off = !useHydrated() || !source || isBusy;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!off) onStart(true);
  };
  return (
    <form className="panel stack" method="post" onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>CSV file</label>
        <input id={id} type="file" accept=".csv,text/csv" disabled={isBusy} onChange={onChoose} />
        {name && (
          <p className="field-hint" dir="auto">
            Sent before: {name}
          </p>
        )}
      </div>
      <p className="row">
        <button type="submit" className={`button ${isRight ? "" : "button-primary"}`} disabled={off}>
          Try without saving
        </button>
        <button
          type="button"
          className={`button ${isRight ? "button-primary" : ""}`}
          disabled={off}
          onClick={() => onStart(false)}
        >
          Import
        </button>
      </p>
    </form>
  );
}
