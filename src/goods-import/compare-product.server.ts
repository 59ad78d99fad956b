import { isDeepStrictEqual } from "node:util";
import { formatPrice } from "../catalogue/rules.ts";
import { whyKept } from "../catalogue/staff/edit-product.server.ts";
import { cellsOf, type InFile, versionOf } from "../catalogue/staff/goods-cells.server.ts";
import { type Column, OF_DROPS, type Pieces, plainCell, WRITTEN } from "../catalogue/staff/goods-csv.ts";
import { isLargeChange, isNotAbove, NO_START } from "../catalogue/staff/rules.ts";
import { compareStock, type Move } from "./compare-stock.ts";
import { type Row, readWritten, type Written } from "./read-row.server.ts";
import type { Fault } from "./rules.ts";

/** What is there of each size, the sizes that the product no longer comes in too. */
export type Standing = ReadonlyMap<string, Pieces & { held: number }>;

/** What a row makes of a product; nothing of it where there are faults. */
export type Compared = {
  /** Missing: the product is new. */
  before?: InFile;
  after: Written;
  /** Fields that become others. */
  changed: (keyof Written)[];
  moves: Move[];
  isLarge: boolean;
  losesSold: boolean;
  faults: Omit<Fault, "row">[];
};

/** A row without an ID. */
export function compareNew(row: Row): Compared {
  const { written, faults } = readWritten({ ...EMPTY, ...row, Status: row.Status || "hidden" });
  const after = written as Written;
  if (faults.length > 0) return { ...NOTHING, after, faults };
  const { moves, faults: ofStock } = compareStock({ Stock: row.Stock ?? "" }, after.sizes, new Map());
  return { ...NOTHING, after: described(after), moves, faults: [...crossed(after), ...ofStock] };
}

const EMPTY = Object.fromEntries(WRITTEN.map((column) => [column, ""])) as Row;
const NOTHING = { changed: [], moves: [], isLarge: false, losesSold: false, faults: [] };

/**
 * A row of a product that is there. Only cells that differ from it are read, so that what was never changed is not judged
 * anew; a row that was not touched since its export changes nothing, whatever has become of the product.
 */
export function compareKnown(row: Row, before: InFile, standing: Standing): Compared {
  const cells = cellsOf(before);
  const differing = isUntouched(row) ? [] : WRITTEN.filter((column) => differs(column, row, cells));
  const { written, faults } = readWritten(
    Object.fromEntries(differing.map((column) => [column, row[column]])),
  );
  const after = described({ ...before, ...written });
  const changed = keysOf(written).filter((field) => !isDeepStrictEqual(after[field], before[field]));
  if ((changed.length > 0 || faults.length > 0) && row.Version && row.Version !== cells.Version)
    return { ...NOTHING, before, after, faults: [STALE] };
  const left = before.sizes
    .filter((size) => !after.sizes.includes(size))
    .map((size) => ({ size, ...pieces(standing, size) }));
  const ofStock = compareStock(row, after.sizes, standing);
  return {
    before,
    after,
    changed,
    moves: ofStock.moves,
    isLarge: isLargeChange(before.price, after.price),
    losesSold: left.some(({ received }) => received > 0),
    faults: [
      ...faults,
      ...(changed.length > 0 ? crossed({ ...after, alts: written.alts ?? after.alts }) : []),
      ...left
        .filter(({ onHand, held }) => onHand + held > 0)
        .map((size) => ({ column: "Sizes", message: whyKept(size) })),
      ...ofStock.faults,
    ],
  };
}

const STALE = {
  column: "Version",
  message:
    "This product was changed in the shop after this file was saved. Export again and make the change there.",
};

function isUntouched(row: Row): boolean {
  const isThere = (column: Column) => row[column] !== undefined || OF_DROPS.includes(column);
  return WRITTEN.every(isThere) && versionOf(row) === row.Version;
}

function differs(column: Column, row: Row, cells: Record<Column, string>): boolean {
  const cell = row[column];
  if (cell === undefined || (column === "Status" && !cell)) return false;
  return cell !== plainCell(column, cells[column]);
}

function keysOf(written: Partial<Written>): (keyof Written)[] {
  return Object.keys(written) as (keyof Written)[];
}

/** With an alt text for each picture. */
function described<T extends Pick<Written, "images" | "alts">>(product: T): T {
  return { ...product, alts: product.images.map((_, at) => product.alts[at] ?? "") };
}

function pieces(standing: Standing, size: string) {
  return standing.get(size) ?? { onHand: 0, held: 0, received: 0 };
}

/** What is wrong between two fields. */
function crossed({ price, formerPrice, images, alts, onSaleFrom, announced }: Written): Omit<Fault, "row">[] {
  return [
    ...(isNotAbove(formerPrice, price)
      ? [
          {
            column: "Former price",
            message: `The former price is not above the price, ${formatPrice(price)}.`,
          },
        ]
      : []),
    ...(announced && onSaleFrom === null ? [{ column: "On sale from", message: NO_START }] : []),
    ...(alts.length > images.length
      ? [{ column: "Alt texts", message: "There are more alt texts than pictures." }]
      : []),
  ];
}
