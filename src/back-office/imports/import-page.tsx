import { type ChangeEvent, type FormEvent, type MouseEvent, useId, useState } from "react";
import { useLoaderData } from "react-router";
import { FILE_MAX, rowsText, TOO_LARGE } from "../../goods-import/rules.ts";
import { formatMoment } from "../../ordering/dates.ts";
import { Fault } from "../../ui/fault.tsx";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { ActionButton, ActionFailure, useAction } from "../app/action.tsx";
import { type LoaderArgs, readStaff, titled, useMay } from "../app/page.ts";
import { BackLink } from "../app/tables.tsx";
import type * as contract from "./contract.ts";
import { ImportOutcome, type Outcome } from "./import-outcome.tsx";
import { type Choices, ImportQuestions, isDecided, NO_CHOICES } from "./import-questions.tsx";

export function loader(args: LoaderArgs) {
  return readStaff<typeof contract.lastImport>(args, "/api/staff/imports/last");
}

export const meta = titled("Import");

/** Goods from a file: choosing it, what it would change, what is asked, and having it done. */
export default function ImportPage() {
  const may = useMay();
  return (
    <div className="import stack">
      <BackLink to="/goods">All goods</BackLink>
      <h1>Import</h1>
      {may("goods.import") ? <Import /> : <p>Only the owner imports goods.</p>}
    </div>
  );
}

function Import() {
  const { busy, failure, start, revalidate, forget } = useAction();
  const [file, setFile] = useState<File>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [choices, setChoices] = useState<Choices>(NO_CHOICES);
  const send = (chosen: File, isDryRun: boolean) => {
    const query = { name: chosen.name.slice(-255), ...answersOf(choices, outcome), ...(isDryRun && DRY_RUN) };
    start<typeof contract.importGoods>(
      { path: "/api/staff/imports", query },
      (came) => {
        setOutcome(came);
        // other prices than those that were said to be right
        if (came.asked !== outcome?.asked) setChoices((now) => ({ ...now, arePricesRight: false }));
        return came.written ? revalidate() : undefined;
      },
      chosen,
    );
  };
  const choose = (chosen: File | undefined) => {
    setFile(chosen);
    setOutcome(undefined);
    setChoices(NO_CHOICES);
    forget();
  };
  return (
    <>
      <HowTo />
      <ImportForm file={file} isBusy={busy} outcome={outcome} onChoose={choose} onSend={send}>
        {outcome && !outcome.written && (
          <ImportQuestions outcome={outcome} choices={choices} onChange={setChoices} />
        )}
      </ImportForm>
      <p role="status">{busy && "The file is being sent and read. That can take half a minute."}</p>
      <ActionFailure failure={failure} withFields />
      {outcome && !busy && <ImportOutcome outcome={outcome} isDecided={isDecided(outcome, choices)} />}
      <LastImport onUndone={() => setOutcome(undefined)} />
    </>
  );
}

const DRY_RUN = { dryRun: "1" } as const;

/** The answers to what an outcome asks, as the call has them; `confirm` once all is answered. */
function answersOf(choices: Choices, outcome: Outcome | undefined) {
  if (!outcome) return {};
  const rows = (answer: string) =>
    rowsText([...choices.sizes, ...choices.stale].flatMap(([row, given]) => (given === answer ? [row] : [])));
  return {
    ...{ shop: rows("shop"), one: rows("one"), several: rows("several") },
    ...(isDecided(outcome, choices) && { confirm: outcome.asked }),
  };
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
  file: File | undefined;
  isBusy: boolean;
  outcome: Outcome | undefined;
  onChoose: (file: File | undefined) => void;
  onSend: (file: File, isDryRun: boolean) => void;
  children: React.ReactNode;
};

function ImportForm({ file, isBusy, outcome, onChoose, onSend, children }: FormProps) {
  const id = useId();
  const isTooLarge = file !== undefined && file.size > FILE_MAX;
  const off = !useHydrated() || !file || isBusy || isTooLarge;
  const send = (isDryRun: boolean) => file && !off && onSend(file, isDryRun);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(true);
  };
  const onChange = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => onChoose(currentTarget.files?.[0]);
  // Chrome reports nothing when the same file, corrected meanwhile, is chosen again
  const onClick = ({ currentTarget }: MouseEvent<HTMLInputElement>) => {
    currentTarget.value = "";
    onChoose(undefined);
  };
  const isRight = outcome?.dryRun === true && outcome.faults === 0;
  return (
    <form className="panel stack" method="post" onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>CSV file</label>
        <input id={id} type="file" accept=".csv,text/csv" disabled={isBusy} {...{ onClick, onChange }} />
        <Fault text={isTooLarge ? TOO_LARGE : undefined} />
      </div>
      {children}
      <p className="row">
        <button type="submit" className={`button ${isRight ? "" : "button-primary"}`} disabled={off}>
          Try without saving
        </button>
        <button
          type="button"
          className={`button ${isRight ? "button-primary" : ""}`}
          disabled={off}
          onClick={() => send(false)}
        >
          Import
        </button>
      </p>
    </form>
  );
}

/** The last import, and taking it back. */
function LastImport({ onUndone }: { onUndone: () => void }) {
  const { last } = useLoaderData<typeof loader>();
  const { busy, failure, start, revalidate } = useAction();
  if (!last) return null;
  const undo = () =>
    start<typeof contract.undoImport>({ path: `/api/staff/imports/${last._id}/undo` }, () => {
      onUndone();
      return revalidate();
    });
  return (
    <section className="panel stack" aria-labelledby="last-import">
      <h2 id="last-import">Last import</h2>
      <p className="import-cell">
        <bdi>{last.name || "A file"}</bdi>, by <bdi>{last.by}</bdi>, {formatMoment(last.date)}: {last.new}{" "}
        new, {last.changed} changed.
      </p>
      {last.isUndone ? (
        <p role="status">It was undone: changed products are as before it, and new ones are archived.</p>
      ) : (
        <>
          <p className="field-hint">
            It can be undone while nothing else changed its products. New ones are then archived.
          </p>
          <p>
            <ActionButton busy={busy} onClick={undo}>
              Undo this import
            </ActionButton>
          </p>
        </>
      )}
      <ActionFailure failure={failure} />
    </section>
  );
}
