import { describe, expect, test } from "vitest";
import file from "./towns.json";
import { loadTowns } from "./towns.ts";

const towns = await loadTowns();

const COUNTIES =
  "Baringo, Bomet, Bungoma, Busia, Elgeyo-Marakwet, Embu, Garissa, Homa Bay, Isiolo, Kajiado, Kakamega, Kericho, Kiambu, Kilifi, Kirinyaga, Kisii, Kisumu, Kitui, Kwale, Laikipia, Lamu, Machakos, Makueni, Mandera, Marsabit, Meru, Migori, Mombasa, Murang'a, Nairobi, Nakuru, Nandi, Narok, Nyamira, Nyandarua, Nyeri, Samburu, Siaya, Taita-Taveta, Tana River, Tharaka-Nithi, Trans Nzoia, Turkana, Uasin Gishu, Vihiga, Wajir, West Pokot";

describe("the list of towns", () => {
  test("has all 47 counties, each with towns, 300 of them and more, and the estates of Nairobi", () => {
    expect(towns.counties).toEqual(COUNTIES.split(", "));
    expect(towns.counties).toHaveLength(47);
    for (const codes of Object.values(file.counties)) expect(Object.keys(codes).length).toBeGreaterThan(1);
    expect(towns.towns.length).toBeGreaterThanOrEqual(300);
    expect(Object.keys(file.counties.Nairobi).length).toBeGreaterThanOrEqual(50);
  });

  test("gives every town a postal code of five digits, and names none twice", () => {
    const codes = Object.values(file.counties).flatMap((each) => Object.values(each));
    expect(codes.filter((code) => !/^\d{5}$/.test(code))).toEqual([]);
    const names = towns.towns.map(([town]) => town.toLowerCase().replace(/[^a-z0-9]/g, ""));
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test("names its source", () => expect(file.source).toContain("Postal Corporation of Kenya"));
});

const city = (typed: string) => towns.complete("city", { city: typed, state: "" });
const state = (typed: string, town = "") => towns.complete("state", { city: town, state: typed });

test.each([
  [" eldoret ", "Uasin Gishu", "30100"],
  ["KAREN", "Nairobi", "00502"],
  ["muranga", "Murang'a", "10200"],
  ["Olkalou", "Nyandarua", "20303"],
  ["Mũrang’a", "Murang'a", "10200"],
  ["Nairobi", "Nairobi", "00100"],
  ["Thika", "Kiambu", "01000"],
])("the town %j is in %s, postal code %s", (typed, county, zipCode) =>
  expect(city(typed)).toEqual({ state: county, zipCode }),
);

test.each(["", "Kapkures", "constructor", "Nairobi West End"])("the town %j asks for its county", (typed) =>
  expect(city(typed)).toEqual({}),
);

test.each([
  ["Kericho", "", "20200"],
  ["kericho county", "Kapkures", "20200"],
  // its town has a code of its own
  ["Nairobi", "Karen", "00502"],
  ["Kiambu", "Karen", "00900"],
  ["Taita Taveta", "", "80300"],
])("the county %j with the town %j has the postal code %s", (typed, town, zipCode) =>
  expect(state(typed, town)).toEqual({ zipCode }),
);

test.each(["", "Kampala", "toString"])("the county %j says nothing", (typed) =>
  expect(state(typed)).toEqual({}),
);
