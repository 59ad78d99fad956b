import { isSameCounty, isSameTown } from "./rules.ts";

/** Limits of what the owner may set; fees in KES. */
export const FEE_MAX = 10_000;
export const FREE_OVER_MAX = 1_000_000;
export const DAYS_MAX = 60;
export const AREAS_MAX = 500;
export const POINTS_MAX = 20;

/** Kenya's counties. */
export const COUNTIES = [
  "Baringo",
  "Bomet",
  "Bungoma",
  "Busia",
  "Elgeyo-Marakwet",
  "Embu",
  "Garissa",
  "Homa Bay",
  "Isiolo",
  "Kajiado",
  "Kakamega",
  "Kericho",
  "Kiambu",
  "Kilifi",
  "Kirinyaga",
  "Kisii",
  "Kisumu",
  "Kitui",
  "Kwale",
  "Laikipia",
  "Lamu",
  "Machakos",
  "Makueni",
  "Mandera",
  "Marsabit",
  "Meru",
  "Migori",
  "Mombasa",
  "Murang'a",
  "Nairobi",
  "Nakuru",
  "Nandi",
  "Narok",
  "Nyamira",
  "Nyandarua",
  "Nyeri",
  "Samburu",
  "Siaya",
  "Taita-Taveta",
  "Tana River",
  "Tharaka-Nithi",
  "Trans Nzoia",
  "Turkana",
  "Uasin Gishu",
  "Vihiga",
  "Wajir",
  "West Pokot",
] as const;

/** The county that was typed, by its own spelling; undefined when it is none. */
export function countyNamed(typed: string): string | undefined {
  return COUNTIES.find((county) => isSameCounty(county, typed));
}

/** Where in the list an area stands that has the same place as one before it, or a point that one before it is called like. */
export function firstRepeated<T>(list: readonly T[], isSame: (one: T, other: T) => boolean): number {
  return list.findIndex((each, at) => list.slice(0, at).some((before) => isSame(before, each)));
}

type Area = { county: string; town?: string | undefined };

export function isSameArea(one: Area, other: Area): boolean {
  return isSameCounty(one.county, other.county) && isSameTown(one.town, other.town);
}
