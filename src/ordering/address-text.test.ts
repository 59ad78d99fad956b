import { expect, test } from "vitest";
import { placeLines, placeText } from "./address-text.ts";

const nairobi = {
  street: "12 Ngong Road",
  city: "Nairobi",
  state: "Nairobi",
  zipCode: "00100",
  country: "Kenya",
};

test.each([
  [nairobi, ["12 Ngong Road", "Nairobi 00100"]],
  [
    { ...nairobi, city: "Naivasha", state: "Nakuru", zipCode: "20117" },
    ["12 Ngong Road", "Naivasha 20117, Nakuru"],
  ],
  [{ ...nairobi, country: "Uganda" }, ["12 Ngong Road", "Nairobi 00100", "Uganda"]],
  // of a client that sends less
  [{ street: "12 Ngong Road", state: "Nakuru" }, ["12 Ngong Road", "Nakuru"]],
  [{}, []],
])("%j is %j", (address, lines) => {
  expect(placeLines(address)).toEqual(lines);
  expect(placeText(address)).toBe(lines.join(", "));
});
