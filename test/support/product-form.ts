import { expect } from "vitest";
import type { Answer, TestShop } from "../shop.ts";
import type { StaffPerson } from "./back-office.ts";

/** What a new product needs. */
export const HAT = {
  name: "Wool hat",
  category: "Women",
  subCategory: "Winterwear",
  price: 900,
  sizes: ["One size"],
};

type Shown = Record<string, unknown> & { _id: string; version: number; sizes: string[] };

/** The product of an answer that succeeded, as its form shows it. */
export function productOf({ status, text, body }: Pick<Answer, "status" | "text" | "body">): Shown {
  expect(status, text).toBe(200);
  return body.product as Shown;
}

/** What one of the staff does with a product's form, and what the shop then says of it. */
export function productForm(shop: Pick<TestShop, "get">, by: Pick<StaffPerson, "get" | "post">) {
  return {
    save: (id: string, body: object) => by.post(`/goods/${id}`, body),
    read: async (id: string) => productOf(await by.get(`/goods/${id}`)),
    inShop: async (id: string) => {
      const { body } = await shop.get(`/api/product/list?id=${id}`);
      return (body.products as Record<string, unknown>[])[0];
    },
  };
}
