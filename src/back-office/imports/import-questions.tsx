import type { ReactNode } from "react";
import { ActionButton } from "../app/action.tsx";
import { CellChanges, type Outcome, Shown } from "./import-outcome.tsx";

type Choice = "file" | "shop" | "one" | "several";
type Answers = ReadonlyMap<number, Choice>;
/** What was answered, by row: of its sizes "one" or "several", and where it is stale "file" or "shop"; all prices are right, or not. */
export type Choices = { sizes: Answers; stale: Answers; arePricesRight: boolean };
export const NO_CHOICES: Choices = { sizes: new Map(), stale: new Map(), arePricesRight: false };

/** Whether all that an outcome asks is answered. */
export function isDecided({ changes, sizes }: Outcome, choices: Choices): boolean {
  return (
    sizes.every(({ row }) => choices.sizes.has(row)) &&
    changes.every(({ row, isStale }) => !isStale || choices.stale.has(row)) &&
    (choices.arePricesRight || !largeIn(changes, choices).length)
  );
}

/** Prices that change by more than half, but for rows that stay as they are in the shop. */
function largeIn(changes: Outcome["changes"], { stale }: Choices) {
  return changes.filter(({ row, isLarge }) => isLarge && stale.get(row) !== "shop");
}

type Props = { outcome: Outcome; choices: Choices; onChange: (choices: Choices) => void };

/** What is to be answered before a file is saved. */
export function ImportQuestions({ outcome: { changes, sizes }, choices, onChange }: Props) {
  const stale = changes.filter(({ isStale }) => isStale);
  const large = largeIn(changes, choices);
  const set = (of: "sizes" | "stale", rows: readonly { row: number }[], answer: Choice) =>
    onChange({
      ...choices,
      [of]: new Map([...choices[of], ...rows.map(({ row }) => [row, answer] as const)]),
    });
  const choice = (of: "sizes" | "stale", one: RowProps["row"]) => ({
    row: one,
    chosen: choices[of].get(one.row),
    onChoose: (answer: Choice) => set(of, [one], answer),
  });
  return (
    <>
      {sizes.length > 0 && (
        <Question title="One size, or several?">
          <Shown
            all={sizes}
            of={(one) => <RowChoice key={one.row} {...choice("sizes", one)} options={sizesOf(one)} />}
          />
        </Question>
      )}
      {stale.length > 0 && (
        <Question title="Changed in the shop since the export">
          <p className="row">
            <ActionButton onClick={() => set("stale", stale, "file")}>All as in the file</ActionButton>
            <ActionButton onClick={() => set("stale", stale, "shop")}>All as in the shop</ActionButton>
          </p>
          <Shown
            all={stale}
            of={(one) => (
              <RowChoice key={one.row} {...choice("stale", one)} options={STALE}>
                {/* pieces come in or go either way */}
                <CellChanges cells={one.cells.filter(({ column }) => column !== "Stock")} />
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
  onChoose: (answer: Choice) => void;
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
