import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { ProductList } from "../catalogue/product-card.tsx";
import type { Listed } from "../catalogue/selection.ts";
import { inLanguage } from "../language/language.server.ts";

const TEE: Listed = {
  _id: "01TEE",
  name: "On & Air <Tee>",
  price: 1_250,
  formerPrice: 1_500,
  category: "Men",
  subCategory: "Topwear",
  colour: "#cc3300",
  bestseller: true,
  image: "/pictures/on-air-tee-front-1a2b3c4d/720.jpg",
  alt: "The tee from the front",
};

test("kept markup is to the letter what React writes, and is never another product's, language's or place's", async () => {
  const lists: Listed[][] = [
    [TEE],
    [TEE, { ...TEE, soldOut: true }],
    [{ ...TEE, price: 1_300 }],
    [{ ...TEE, formerPrice: null }],
  ];
  const write = () =>
    (["en", "sw"] as const).flatMap((language) =>
      lists.flatMap((products) =>
        [{ lead: true, eager: 1 }, { marked: false }].map((place) =>
          inLanguage(language, () => renderToString(createElement(ProductList, { products, ...place }))),
        ),
      ),
    );
  const written = write();
  // all differ, but for the one without a word on it, which is the same in both languages
  expect(new Set(written).size).toBe(15);
  await import("./kept-markup.server.ts");
  expect(write()).toEqual(written);
  // and once more, now that all of it is kept
  expect(write()).toEqual(written);
});
