import { expect, test } from "vitest";
import { readChange } from "./changes.server.ts";

test.each([
  ["", undefined],
  ["01A", undefined],
  ["01A page", { id: "01A", touches: ["page"] }],
  [
    "01A look price kind:Men/Topwear",
    {
      id: "01A",
      touches: ["look", "price", "kind:Men/Topwear"],
      kind: { category: "Men", subCategory: "Topwear" },
    },
  ],
  [
    "01A look price prices:1600/1500",
    { id: "01A", touches: ["look", "price", "prices:1600/1500"], prices: [1500, 1600] },
  ],
  ["01A look price prices:1600/", { id: "01A", touches: ["look", "price", "prices:1600/"] }],
  // of another release: what it does not know narrows nothing
  ["01A look price", { id: "01A", touches: ["look", "price"] }],
  ["01A look price kind:Kids/Topwear", { id: "01A", touches: ["look", "price", "kind:Kids/Topwear"] }],
  ["01A look price new", { id: "01A", touches: ["look", "price", "new"] }],
])("the note %j tells of %j", (note, change) => expect(readChange(note)).toEqual(change));
