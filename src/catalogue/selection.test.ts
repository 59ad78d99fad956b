import { describe, expect, it } from "vitest";
import type { Product } from "./contract.ts";
import {
  countFilters,
  type Listed,
  pagesOf,
  readSelection,
  type Selection,
  selectionPath,
  toListed,
} from "./selection.ts";

const ALL: Selection = { category: [], subCategory: [], offer: false, search: "", sort: "relevant", page: 1 };

describe("reading the address", () => {
  it("takes what is known and leaves the rest", () => {
    expect(
      read("category=Men&category=Women&subCategory=Topwear&search=+tee+&offer=1&sort=low-high&page=2"),
    ).toEqual({
      category: ["Men", "Women"],
      subCategory: ["Topwear"],
      offer: true,
      search: "tee",
      sort: "low-high",
      page: 2,
    });
    expect(read("category=Kids&category=men&subCategory=&offer=yes&sort=best&page=0&utm=1")).toEqual(ALL);
  });

  it("never asks for a page that is none, nor for endless text", () => {
    for (const page of ["-1", "1.5", "two", "NaN", "Infinity", ""]) expect(read(`page=${page}`).page).toBe(1);
    expect(read("page=99999999999").page).toBe(100_000);
    expect(read(`search=${"a".repeat(300)}`).search).toHaveLength(100);
    expect(read("search=a%00b").search).toBe("ab");
  });

  it("counts a repeated value once", () => {
    expect(read("category=Men&category=Men").category).toEqual(["Men"]);
  });

  it("comes back from the path it writes", () => {
    const selection: Selection = {
      category: ["Women", "Unisex"],
      subCategory: ["Winterwear"],
      offer: true,
      search: "50% & more",
      sort: "high-low",
      page: 3,
    };
    expect(read(selectionPath(selection).split("?")[1] ?? "")).toEqual(selection);
    expect(selectionPath(ALL)).toBe("/collection");
  });
});

it("counts ticked boxes", () => {
  const ticked: Selection = { ...ALL, category: ["Men"], subCategory: ["Topwear", "Winterwear"] };
  expect(countFilters({ ...ticked, offer: true })).toBe(4);
});

it("has 24 products to a page, and a page for none", () => {
  expect([0, 1, 24, 25, 48, 49].map(pagesOf)).toEqual([1, 1, 1, 2, 2, 3]);
});

describe("what a card shows", () => {
  const product: Product = {
    _id: "1",
    name: "Tee",
    price: 900,
    formerPrice: null,
    description: "",
    material: "",
    fit: "",
    image: ["/images/a.svg", "/images/b.svg"],
    sizes: ["S", "M"],
    category: "Men",
    subCategory: "Topwear",
    trending: true,
    bestseller: false,
    stock: { S: 0, M: 1 },
    colour: "#222222",
  };
  const card = {
    _id: "1",
    name: "Tee",
    price: 900,
    formerPrice: null,
    colour: "#222222",
    image: "/images/a.svg",
  };

  it.each<[string, Partial<Product>, Partial<Listed>]>([
    ["nothing more of most", { alts: [] }, {}],
    ["that no size is left", { stock: { S: 0, M: 0, XL: 4 } }, { soldOut: true }],
    ["its marks", { bestseller: true, alts: ["A tee", ""] }, { bestseller: true, alt: "A tee" }],
  ])("%s", (_, given, shown) => {
    expect(toListed({ ...product, ...given })).toStrictEqual({ ...card, ...shown });
  });
});

function read(query: string): Selection {
  return readSelection(new URLSearchParams(query));
}
