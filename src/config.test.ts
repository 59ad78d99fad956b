import { describe, expect, test } from "vitest";
import { readConfig } from "./config.server.ts";
import { ConfigError } from "./platform/config.server.ts";

/** The message of the refusal. */
function fault(environment: Record<string, string>): string {
  try {
    readConfig(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error("accepted");
}

test("with nothing set the shop starts: defaults", () => {
  expect(readConfig({})).toEqual({
    PORT: 3000,
    HOST: "localhost",
    PUBLIC_URL: "http://localhost:3000",
    CORS_ORIGINS: [],
    DATA_DIR: "./data",
    MAIL_FROM: "Sauti <duka@localhost>",
    PAYMENT_METHODS: ["cod"],
    TRUST_PROXY: false,
    LOG_LEVEL: "info",
    SERVICE_WORKER: "on",
    PASSWORD_HASH_MEMORY: 19_456,
  });
});

test("empty and blank values count as unset; what is not ours is left alone", () => {
  const blank = Object.fromEntries(
    ["PORT", "PUBLIC_URL", "DATABASE_URL", "SMTP_URL", "PASSWORD_PEPPER", "MPESA_TILL_NUMBER"].flatMap(
      (name, index) => [[name, index % 2 ? "" : "  "]],
    ),
  );
  expect(readConfig({ ...blank, HOME: "/root", NODE_ENV: "production" })).toEqual(readConfig({}));
});

describe("a wrong value is named, and never shown", () => {
  test.each([
    ["PORT", "http-secret"],
    ["PORT", "65536"],
    ["PORT", "-1"],
    ["PORT", "80.5"],
    ["PUBLIC_URL", "shop.secret"],
    ["PUBLIC_URL", "ftp://shop.secret"],
    ["PUBLIC_URL", "javascript:secret()"],
    ["BACKEND_URL", "//api.secret"],
    ["CORS_ORIGINS", "https://good.example,secret"],
    ["CORS_ORIGINS", "*"],
    ["CORS_ORIGINS", "null"],
    ["DATABASE_URL", "mysql://secret:secret@db/shop"],
    ["DATABASE_URL", "secret"],
    // what the database library would answer with the whole address in its error
    ["DATABASE_URL", "postgres://shop:se#cret@db/shop"],
    ["DATABASE_URL", "postgres://shop:secret%zz@db/shop"],
    ["DATABASE_URL", "postgres://shop:secret@db:port/shop"],
    ["SMTP_URL", "http://secret:secret@mail"],
    ["SMTP_URL", "smtp://user:se#cret@mail"],
    ["SMTP_URL", "smtp://user:secret%zz@mail"],
    ["MAIL_FROM", "secret"],
    ["MAILBOX_KEY", "secret"],
    ["MAILBOX_KEY", "secret/secret/secret/secret/secret/secret/secret"],
    ["MAIL_FROM", "a@b.c\r\nBcc: secret@x"],
    ["PAYMENT_METHODS", "cod,secret"],
    ["PAYMENT_METHODS", ","],
    ["TRUST_PROXY", "secret"],
    ["TRUST_PROXY", "true"],
    ["TRUST_PROXY", "*"],
    ["TRUST_PROXY", "999.1.1.1"],
    ["TRUST_PROXY", "10.0.0.0/33"],
    ["TRUST_PROXY", "10.0.0.0/8/8"],
    ["TRUST_PROXY", "::1/129"],
    ["TRUST_PROXY", "100"],
    ["LOG_LEVEL", "secret"],
    ["MPESA_TILL_NUMBER", "secret"],
    ["MPESA_TILL_NUMBER", "1234"],
    ["MPESA_TILL_NUMBER", "12345678"],
    ["PASSWORD_PEPPER", "secret"],
    ["PASSWORD_HASH_MEMORY", "secret"],
    ["PASSWORD_HASH_MEMORY", "63"],
  ])("A wrong environment setting's value is never shown: %s, %s", (name, value) => {
    const message = fault({ [name]: value });
    expect(message).toContain(`${name}`);
    expect(message).not.toContain("secret");
    expect(message).not.toContain(value);
  });

  test("all of them at once", () => {
    const message = fault({ PORT: "x", LOG_LEVEL: "y", PASSWORD_PEPPER: "z" });
    for (const name of ["PORT", "LOG_LEVEL", "PASSWORD_PEPPER"]) expect(message).toContain(`${name}: `);
  });
});

describe("what is right is read", () => {
  test.each([
    [{ PORT: "8080" }, { PORT: 8080, PUBLIC_URL: "http://localhost:8080" }],
    [{ PUBLIC_URL: "https://shop.co.ke/" }, { PUBLIC_URL: "https://shop.co.ke" }],
    [{ BACKEND_URL: "https://api.shop.co.ke/" }, { BACKEND_URL: "https://api.shop.co.ke" }],
    [
      { CORS_ORIGINS: " https://a.example/ ,http://b.example:81/x, " },
      { CORS_ORIGINS: ["https://a.example", "http://b.example:81"] },
    ],
    [{ DATABASE_URL: "postgres://shop:p%40ss@db:5432/shop?sslmode=require" }, {}],
    [{ DATABASE_URL: "postgresql:///shop?host=/run/postgresql" }, {}],
    [{ DATABASE_URL: "postgres://shop:pass@/shop?host=/run/postgresql" }, {}],
    [{ SMTP_URL: "smtps://user%40shop:p%23@mail.example:465" }, {}],
    [{ MAIL_FROM: "Duka <duka@shop.co.ke>" }, {}],
    [{ PAYMENT_METHODS: " cod , " }, { PAYMENT_METHODS: ["cod"] }],
    [{ TRUST_PROXY: "false" }, { TRUST_PROXY: false }],
    [{ TRUST_PROXY: "1" }, { TRUST_PROXY: 1 }],
    [
      { TRUST_PROXY: "127.0.0.1, 10.0.0.0/8, ::1, fd00::/8" },
      { TRUST_PROXY: ["127.0.0.1", "10.0.0.0/8", "::1", "fd00::/8"] },
    ],
    [{ MPESA_TILL_NUMBER: "123456" }, {}],
    [{ PASSWORD_PEPPER: "0123456789abcdef" }, {}],
    [{ PASSWORD_HASH_MEMORY: "65536" }, { PASSWORD_HASH_MEMORY: 65_536 }],
  ])("%j", (given, read) => {
    expect(readConfig(given as Record<string, string>)).toMatchObject({ ...given, ...read });
  });
});
