import { afterAll, expect, test } from "vitest";
import { addProduct } from "../test/goods.ts";
import { ADDRESS, customer } from "../test/people.ts";
import { openTestShop } from "../test/shop.ts";
import type { Schema } from "../test/wild.ts";

type Operation = {
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
};

const shop = await openTestShop();
const tee = await addProduct(shop);
const token = (await customer(shop)).token;
const line = { _id: tee._id, size: "M", quantity: 1 };
const known: Record<string, unknown> = {
  ...ADDRESS,
  email: "a@b.co",
  amount: 101,
  paymentMethod: "cod",
  items: [line],
  address: ADDRESS,
};
const { body } = await shop.get("/api/docs/json");
const paths = body.paths as Record<string, Record<string, Operation>>;
const calls = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method} ${path}`,
    path,
    method: method.toUpperCase() as "GET",
    operation,
  })),
);
afterAll(() => shop.close());

const ZODS =
  /invalid input|expected|received|undefined|null|too (big|small)|must be an?\b|\binvalid option|: /i;
const WRONG: unknown[] = [undefined, null, 7.5, true, {}, [[]], "", "x".repeat(6_000), -1, "a\0b"];

/** A refusal in a person's words: a whole sentence that names no type and no field of ours. */
function isSaidPlainly(what: string, status: number, message: string): void {
  expect(message, what).toMatch(/^[A-Z][^\n]{8,150}$/);
  expect(message, what).not.toMatch(ZODS);
  expect(message, what).not.toMatch(/\b[a-z]+[A-Z]|_|\[|\{/);
  expect([400, 401, 403, 404, 409, 413, 422, 429], what).toContain(status);
}

/** A body that fits the schema, by name where the name says more. */
function fitting(schema: Schema, name = ""): unknown {
  if (Object.hasOwn(known, name)) return known[name];
  const one = schema.anyOf?.find((each) => each.type !== "null");
  if (one) return fitting(one, name);
  if (schema.enum) return schema.enum[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.type === "object")
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, each]) => [key, fitting(each, key)]),
    );
  if (schema.type === "array") return [fitting(schema.items ?? {})];
  return schema.type === "string" ? "abcdefgh 1" : 1;
}

/** Fields that a call was asked with in every wrong way. In the next call that has one it is only left out. */
const asked = new Set<string>();

/** The body with one field wrong, for every field at any depth. */
function* brokenIn(body: unknown, at = ""): Generator<[where: string, body: unknown]> {
  if (Array.isArray(body)) {
    for (const [where, broken] of brokenIn(body[0], at)) yield [where, [broken]];
    return;
  }
  if (typeof body !== "object" || body === null) return;
  for (const [key, value] of Object.entries(body)) {
    const kind = `${key} ${JSON.stringify(value)}`;
    for (const wrong of asked.has(kind) ? [undefined] : WRONG)
      yield [`${at}${key}=${JSON.stringify(wrong)?.slice(0, 20)}`, { ...body, [key]: wrong }];
    asked.add(kind);
    for (const [where, broken] of brokenIn(value, `${at}${key}.`)) yield [where, { ...body, [key]: broken }];
  }
}

test("whatever is missing or of the wrong kind in any call, the answer is a person's sentence", async () => {
  const posts = calls.filter(({ operation }) => operation.requestBody);
  expect(posts.length).toBeGreaterThan(15);
  let refused = 0;
  for (const { name, path, method, operation } of posts) {
    const schema = operation.requestBody?.content["application/json"]?.schema ?? {};
    const bodies: [string, unknown][] = [
      ["nothing", undefined],
      ["{}", {}],
      ["[]", []],
      ["text", "text"],
      ...brokenIn(fitting(schema)),
    ];
    await shop.query("delete from rate_limits");
    for (const [where, body] of bodies) {
      const answer = await shop.send({
        method,
        url: path,
        headers: { "content-type": "application/json", token },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });
      if (answer.status < 400 || answer.status === 501) continue;
      refused += 1;
      isSaidPlainly(`${name} ${where}`, answer.status, answer.body.message);
    }
  }
  expect(refused).toBeGreaterThan(250);
}, 120_000);

test("so it is for what stands in an address, and in a header", async () => {
  const asked = calls.flatMap((call) =>
    (call.operation.parameters ?? []).map((parameter) => ({ ...call, parameter })),
  );
  expect(asked.length).toBeGreaterThan(5);
  for (const { name, path, method, parameter } of asked)
    for (const value of ["", "x".repeat(600), "-1", "a%00b"]) {
      const inPath = parameter.in === "query" ? `?${parameter.name}=${value}` : "";
      const headers = parameter.in === "header" ? { [parameter.name]: value } : {};
      const type = { "content-type": "application/json", token };
      const answer = await shop.send({ method, url: path + inPath, headers: { ...type, ...headers } });
      if (answer.status >= 400 && answer.status !== 501)
        isSaidPlainly(`${name} ${parameter.name}=${value.slice(0, 9)}`, answer.status, answer.body.message);
    }
});

test.each([
  ["/api/user/register", {}, "Please enter your name"],
  ["/api/user/register", { name: "Wanjiku" }, "Please enter your email address"],
  ["/api/user/register", { name: "Wanjiku", email: 1 }, "Please enter your email address"],
  ["/api/user/login", { email: "a@b.co" }, "Please enter your password"],
  ["/api/user/resend-verification", {}, "Please enter your email address"],
  [
    "/api/user/update-profile",
    { name: "x".repeat(101) },
    "Please enter your name, in at most 100 characters",
  ],
  ["/api/cart/add", { itemId: "x" }, "Please select product size"],
  ["/api/cart/update", { itemId: "x", size: "M", quantity: 21 }, "Please choose a quantity from 1 to 20"],
  ["/api/order/placeOrder", {}, "Please enter your delivery address"],
  ["/api/order/placeOrder", { address: { ...ADDRESS, zipCode: "A" } }, "Postal code must be digits only"],
  ["/api/order/placeOrder", { address: ADDRESS }, "Your cart is empty"],
])("%s with %j: %s", async (path, body, message) => {
  expect(await shop.post(path, body, token)).toMatchObject({
    status: 400,
    body: { success: false, message },
  });
});
