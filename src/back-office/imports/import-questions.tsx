import type { ReactNode } from "react";
import { ActionButton } from "../app/action.tsx";
import { CellChanges, type Outcome, Shown } from "./import-outcome.tsx";

type Choice = "file" | "shop" | "one" | "several";
/** What was answered, by row; prices of all rows are right, or not. */
export type Choices = { rows: ReadonlyMap<number, Choice>; arePricesRight: boolean };
export const NO_CHOICES: Choices = { rows: new Map(), arePricesRight: false };

/** Whether all that an outcome asks is answered. */
export function isDecided({ changes, sizes }: Outcome, choices: Choices): boolean {
  const asked = [...sizes, ...changes.filter(({ isStale }) => isStale)];
  return (
    asked.every(({ row }) => choices.rows.has(row)) &&
    (choices.arePricesRight || !largeIn(changes, choices).length)
  );
}

/** Prices that change by more than half, but for rows that stay as they are in the shop. */
function largeIn(changes: Outcome["changes"], { rows }: Choices) {
  return changes.filter(({ row, isLarge }) => isLarge && rows.get(row) !== "shop");
}

type Props = { outcome: Outcome; choices: Choices; onChange: (choices: Choices) => void };

/** What is to be answered before a file is saved. */
export function ImportQuestions({ outcome: { changes, sizes }, choices, onChange }: Props) {
  const stale = changes.filter(({ isStale }) => isStale);
  const large = largeIn(changes, choices);
  const set = (rows: readonly { row: number }[], choice: Choice) =>
    onChange({
      ...choices,
      rows: new Map([...choices.rows, ...rows.map(({ row }) => [row, choice] as const)]),
    });
  const choice = (one: Outcome["sizes"][number] | Outcome["changes"][number]) => ({
    row: one,
    chosen: choices.rows.get(one.row),
    onChoose: (chosen: Choice) => set([one], chosen),
  });
  return (
    <>
      {sizes.length > 0 && (
        <Question title="One size, or several?">
          <Shown
            all={sizes}
            of={(one) => <RowChoice key={one.row} {...choice(one)} options={sizesOf(one)} />}
          />
        </Question>
      )}
      {stale.length > 0 && (
        <Question title="Changed in the shop since the export">
          <p className="row">
            <ActionButton onClick={() => set(stale, "file")}>All as in the file</ActionButton>
            <ActionButton onClick={() => set(stale, "shop")}>All as in the shop</ActionButton>
          </p>
          <Shown
            all={stale}
            of={(one) => (
              <RowChoice key={one.row} {...choice(one)} options={STALE}>
                <CellChanges cells={one.cells} />
              </RowChoice>
            )}
          />
        </Question>
      )}
      {large.length > 0 && (
        <Question title={large.length === 1 ? "A large change of a price" : "Large changes of prices"}>
          <Shown
            all={large}
            of={({ row, name, cells }) => (
              <li key={row}>
                <bdi>{name}</bdi>
                <CellChanges cells={cells.filter(({ column }) => column === "Price")} />
              </li>
            )}
          />
          <label className="mark-field">
            <input
              type="checkbox"
              checked={choices.arePricesRight}
              onChange={({ target: { checked } }) => onChange({ ...choices, arePricesRight: checked })}
            />
            {large.length === 1 ? "This price is right" : `These ${large.length} prices are right`}
          </label>
        </Question>
      )}
    </>
  );
}

const STALE: [Choice, string][] = [
  ["file", "As in the file"],
  ["shop", "As in the shop"],
];

function sizesOf({ one, several }: Outcome["sizes"][number]): [Choice, string][] {
  const say = (sizes: string[]) =>
    `${sizes.length === 1 ? "1 size" : `${sizes.length} sizes`}: ${sizes.join(", ")}`;
  return [
    ["one", say(one)],
    ["several", say(several)],
  ];
}

function Question({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="stack" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

type RowProps = {
  row: { row: number; name: string };
  chosen: Choice | undefined;
  options: [Choice, string][];
  onChoose: (choice: Choice) => void;
  children?: ReactNode;
};

function RowChoice({ row: { row, name }, chosen, options, onChoose, children }: RowProps) {
  return (
    <li>
      <fieldset className="stack">
        <legend>
          <bdi>{name}</bdi>, row {row}
        </legend>
        {children}
        {options.map(([value, text]) => (
          <label key={value} className="mark-field">
            <input
              type="radio"
              name={`row-${row}`}
              checked={chosen === value}
              onChange={() => onChoose(value)}
            />
            <bdi>{text}</bdi>
          </label>
        ))}
      </fieldset>
    </li>
  );
}
