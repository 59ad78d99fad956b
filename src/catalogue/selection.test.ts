import { describe, expect, it } from "vitest";
import type { Product } from "./contract.ts";
import {
  countFilters,
  type Listed,
  pageOf,
  pagesOf,
  readSelection,
  type Selection,
  select,
  selectionPath,
  toListed,
} from "./selection.ts";

const ALL: Selection = { category: [], subCategory: [], offer: false, search: "", sort: "relevant", page: 1 };

const GOODS = [
  listed({ _id: "4", name: "Mic Hoodie", price: 2500, category: "Unisex", subCategory: "Winterwear" }),
  listed({ _id: "3", name: "100% Sauti Tee", price: 1200, category: "Women", subCategory: "Topwear" }),
  listed({ _id: "2", name: "Sauti_Joggers", price: 2500, category: "Men", subCategory: "Bottomwear" }),
  listed({ _id: "1", name: "Studio tee", price: 900, category: "Men", subCategory: "Topwear" }),
];

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

describe("selecting", () => {
  it("lets any of a group through, and wants every group", () => {
    expect(ids({ category: ["Men", "Women"] })).toEqual(["3", "2", "1"]);
    expect(ids({ category: ["Men", "Women"], subCategory: ["Topwear"] })).toEqual(["3", "1"]);
    expect(ids({ category: ["Unisex"], subCategory: ["Topwear"] })).toEqual([]);
  });

  it("finds text anywhere in the name, whatever its case, and takes signs literally", () => {
    expect(ids({ search: "TEE" })).toEqual(["3", "1"]);
    expect(ids({ search: "0%" })).toEqual(["3"]);
    expect(ids({ search: "_" })).toEqual(["2"]);
    expect(ids({ search: ".*" })).toEqual([]);
  });

  it("reads accents, apostrophes, spaces and case as people do", () => {
    const book = listed({ _id: "9", name: "Ngũgĩ wa Thiong’o\u00a0 tee" });
    const found = (search: string) => select([book], { ...ALL, search }).length;
    expect(["ngugi", "NGU\u0303GI\u0303", "thiong'o TEE", "Thiongʼo  tee"].map(found)).toEqual([1, 1, 1, 1]);
    expect(["ngugl", "thiongo"].map(found)).toEqual([0, 0]);
  });

  it("sorts by price both ways, ties by id, and leaves the given list alone", () => {
    expect(ids({})).toEqual(["4", "3", "2", "1"]);
    expect(ids({ sort: "low-high" })).toEqual(["1", "3", "2", "4"]);
    expect(ids({ sort: "high-low" })).toEqual(["4", "2", "3", "1"]);
    expect(GOODS.map((product) => product._id)).toEqual(["4", "3", "2", "1"]);
  });

  it("shows goods with a former price alone when offers are asked for", () => {
    const reduced = { ...listed({ _id: "5" }), formerPrice: 1800 };
    expect(select([...GOODS, reduced], { ...ALL, offer: true })).toEqual([reduced]);
  });

  it("counts ticked boxes", () => {
    const ticked: Selection = {
      ...ALL,
      category: ["Men"],
      subCategory: ["Topwear", "Winterwear"],
      offer: true,
    };
    expect(countFilters(ticked)).toBe(4);
  });
});

describe("paging", () => {
  const many = Array.from({ length: 49 }, (_, at) => at);

  it("shows 24 at a time and clamps what lies beyond", () => {
    expect([0, 1, 24, 25, 48, 49].map(pagesOf)).toEqual([1, 1, 1, 2, 2, 3]);
    expect(pageOf(many, 2)).toEqual({ shown: many.slice(24, 48), page: 2 });
    expect(pageOf(many, 9)).toEqual({ shown: [48], page: 3 });
    expect(pageOf([], 5)).toEqual({ shown: [], page: 1 });
  });
});

it("is sold out when no size is left", () => {
  const product: Product = {
    ...listed({}),
    trending: false,
    bestseller: false,
    description: "",
    material: "",
    fit: "",
    image: ["/images/a.svg", "/images/b.svg"],
    sizes: ["S", "M"],
    stock: { S: 0, M: 0, XL: 4 },
  };
  expect(toListed(product)).toEqual({ ...listed({}), image: "/images/a.svg", soldOut: true });
  expect(toListed({ ...product, stock: { S: 0, M: 1 } })).toEqual(listed({}));
});

it("says of a card no more than what it shows", () => {
  const product: Product = {
    ...listed({}),
    formerPrice: 1_200,
    trending: true,
    bestseller: true,
    description: "",
    material: "",
    fit: "",
    image: ["/images/a.svg"],
    alts: ["A tee on a line", ""],
    sizes: ["S"],
    stock: { S: 1 },
  };
  const told = listed({ formerPrice: 1_200, bestseller: true, alt: "A tee on a line" });
  expect(toListed(product)).toEqual(told);
  expect(Object.keys(toListed({ ...product, formerPrice: null, bestseller: false, alts: [] }))).toEqual(
    Object.keys(listed({})),
  );
});

function read(query: string): Selection {
  return readSelection(new URLSearchParams(query));
}

function ids(wanted: Partial<Selection>): string[] {
  return select(GOODS, { ...ALL, ...wanted }).map((product) => product._id);
}

function listed(given: Partial<Listed>): Listed {
  return {
    _id: "1",
    name: "Tee",
    price: 900,
    formerPrice: null,
    category: "Men",
    subCategory: "Topwear",
    colour: "#222222",
    image: "/images/a.svg",
    ...given,
  };
}
