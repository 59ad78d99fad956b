import { expect, test } from "vitest";
import { ConfigError } from "./config.server.ts";
import { explainDatabase, explainListen } from "./start-fault.server.ts";

const fault = (code: string, message = "secret") => Object.assign(new Error(message), { code });

test.each([
  ["EADDRINUSE", /^PORT: another program/],
  ["EACCES", /^PORT: this account may not/],
  ["EADDRNOTAVAIL", /^HOST: is no address/],
  ["ENOTFOUND", /^HOST: is a name/],
])("listening fails with %s: one sentence naming the setting", (code, sentence) => {
  expect(explainListen(fault(code))).toBeInstanceOf(ConfigError);
  expect(explainListen(fault(code))).toMatchObject({ message: expect.stringMatching(sentence) });
});

test.each([
  ["ECONNREFUSED", /no PostgreSQL server answers/],
  ["ENOENT", /no PostgreSQL server answers/],
  ["ENOTFOUND", /its host is a name that leads nowhere/],
  ["28000", /refuses that name or password/],
  ["28P01", /refuses that name or password/],
  ["3D000", /no database of that name/],
  ["42501", /may not make tables/],
])("the database fails with %s: one sentence naming DATABASE_URL, never its value", (code, sentence) => {
  for (const error of [fault(code), new Error("secret", { cause: fault(code) })]) {
    expect(explainDatabase(error)).toBeInstanceOf(ConfigError);
    const { message } = explainDatabase(error) as Error;
    expect(message).toMatch(/^DATABASE_URL: /);
    expect(message).toMatch(sentence);
    expect(message).not.toContain("secret");
  }
});

test("a server that says nothing is one that does not answer", () => {
  expect(explainDatabase(new Error("timeout expired"))).toMatchObject({
    message: "DATABASE_URL: no PostgreSQL server answers at that address.",
  });
});

test("whatever else was thrown stays as it is", () => {
  for (const error of [new Error("other"), fault("23505"), null, "text"]) {
    expect(explainListen(error)).toBe(error);
    expect(explainDatabase(error)).toBe(error);
  }
});
