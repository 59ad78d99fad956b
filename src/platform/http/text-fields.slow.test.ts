import { afterAll, expect, test } from "vitest";
import { callsIn } from "../../../test/fuzz.ts";
import { customer } from "../../../test/people.ts";
import { openTestShop } from "../../../test/shop.ts";
import { signInStaff } from "../../../test/support/back-office.ts";
import type { Schema } from "../../../test/wild.ts";

// one rule for every text of every call, whatever its own schema says

const shop = await openTestShop();
const owner = await signInStaff(shop);
const token = (await customer(shop)).token;
const calls = [
  ...callsIn((await shop.get("/api/docs/json")).body),
  ...callsIn((await owner.get("/docs/json")).body),
];
afterAll(() => shop.close());

const send = (method: string, url: string, payload?: string) =>
  shop.send({
    method: method as "POST",
    url,
    headers: {
      token,
      cookie: owner.cookie,
      "x-staff": "1",
      ...(payload && { "content-type": "application/json" }),
    },
    ...(payload && { payload }),
  });

/** The path to each text of a body: `0` stands in a list, `x` for any name. */
function textsIn(schema: Schema): string[][] {
  const { properties = {}, items, anyOf = [], additionalProperties } = schema;
  const isAnything = !schema.type && anyOf.length === 0 && schema.const === undefined;
  if (schema.type === "string" || isAnything) return [[]];
  return [
    ...anyOf.flatMap(textsIn),
    ...Object.entries(properties).flatMap(([name, each]) => textsIn(each).map((path) => [name, ...path])),
    ...(items ? textsIn(items).map((path) => ["0", ...path]) : []),
    ...(typeof additionalProperties === "object"
      ? textsIn(additionalProperties).map((path) => ["x", ...path])
      : []),
  ];
}

/** A body with this at the end of the path, and nothing beside. */
const bodyWith = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight((inner, name) => (name === "0" ? [inner] : { [name]: inner }), value);

test("Every field of every call refuses unstorable text by name", async () => {
  let fields = 0;
  for (const { method, path, operation } of calls) {
    const schema = operation.requestBody?.content["application/json"]?.schema;
    const paths = new Map((schema ? textsIn(schema) : []).map((each) => [each.join("."), each]));
    for (const at of paths.values()) {
      // one of the two in turns
      const bad = fields % 2 ? "a\0b" : "\ud800x";
      const answer = await send(method, path.replace(/\{\w+\}/g, "x"), JSON.stringify(bodyWith(at, bad)));
      const what = `${method} ${path} ${at.join(".")} → ${answer.text}`;
      expect(answer.status, what).toBe(400);
      expect(answer.body.message, what).toMatch(/^[A-Z][^\n]{8,150}$/);
      if (path.startsWith("/api/staff/"))
        expect(answer.body.fields, what).toEqual({ [at.join(".")]: answer.body.message });
      fields += 1;
    }
  }
  expect(fields).toBeGreaterThan(150);
});

test("so it is in every place of an address", async () => {
  let places = 0;
  for (const { method, path, operation } of calls)
    for (const { in: where, name } of operation.parameters ?? []) {
      if (where === "header") continue;
      const url = path.replace(/\{(\w+)\}/g, (_, each) => (each === name ? "a%00b" : "x"));
      const answer = await send(method, where === "query" ? `${url}?${name}=a%00b` : url);
      const what = `${method} ${path} ${name} → ${answer.text}`;
      expect([400, 404], what).toContain(answer.status);
      expect(answer.body, what).toMatchObject({ success: false, message: expect.any(String) });
      places += 1;
    }
  expect(places).toBeGreaterThan(60);
});

test.each([
  ["shop", { email: "a\0@b.co" }, "value.email"],
  ["podcast", { feed: "https://podcast.example/\ud800" }, "value.feed"],
  ["alerts", { email: "a@b.co\0" }, "value.email"],
  ["delivery", { areas: [{ county: "Nai\0robi" }] }, "value.areas.0.county"],
  ["policies", { pages: [{ "sl\0ug": "x" }] }, "value.pages.0.sl\0ug"],
])("of the setting %s it is named, and nothing is saved", async (name, value, field) => {
  const { status, body } = await owner.post(`/settings/${name}`, { value, version: 0 });
  expect([status, Object.keys(body.fields as object)]).toEqual([400, [field]]);
  expect(await shop.query("select 1 from settings")).toEqual([]);
});
