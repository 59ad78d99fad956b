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
    ["PORT", "80.5"],
    ["PUBLIC_URL", "ftp://shop.secret"],
    ["PUBLIC_URL", "javascript:secret()"],
    ["BACKEND_URL", "//api.secret"],
    ["CORS_ORIGINS", "https://good.example,secret"],
    ["CORS_ORIGINS", "*"],
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
    ["TRUST_PROXY", "999.1.1.1"],
    ["TRUST_PROXY", "10.0.0.0/33"],
    ["TRUST_PROXY", "::1/129"],
    ["TRUST_PROXY", "100"],
    ["LOG_LEVEL", "secret"],
    ["MPESA_TILL_NUMBER", "1234"],
    ["MPESA_TILL_NUMBER", "12345678"],
    ["PASSWORD_PEPPER", "secret"],
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

const PROVIDERS: Record<string, string> = {
  PUBLIC_URL: "https://shop.co.ke",
  MPESA_BASE_URL: "https://sandbox.safaricom.co.ke",
  MPESA_CONSUMER_KEY: "secret-key",
  MPESA_CONSUMER_SECRET: "secret-of-key",
  MPESA_SHORTCODE: "174379",
  MPESA_PASSKEY: "secret-passkey",
  MPESA_INITIATOR: "secret-initiator",
  MPESA_SECURITY_CREDENTIAL: "secret-credential",
  FLW_BASE_URL: "https://api.flutterwave.com",
  FLW_CHECKOUT_SCRIPT_URL: "https://checkout.flutterwave.com/v3.js",
  FLW_PUBLIC_KEY: "secret-public",
  FLW_SECRET_KEY: "secret-flw",
  FLW_WEBHOOK_HASH: "secret-hash-of-sixteen",
};
const ALL = { ...PROVIDERS, PAYMENT_METHODS: "cod, mpesa,flutterwave " };
/** Each of the values in it, but for those anybody knows. */
const leaks = (message: string) =>
  Object.values(PROVIDERS).filter((value) => !value.startsWith("https") && message.includes(value));

describe("a way to pay needs all of its settings", () => {
  const NEEDED = {
    mpesa: Object.keys(PROVIDERS).filter((name) => /^MPESA_(?!INITIATOR|SECURITY)/.test(name)),
    flutterwave: Object.keys(PROVIDERS).filter((name) => name.startsWith("FLW_")),
  };
  const rows = Object.entries(NEEDED).flatMap(([method, names]) =>
    names.map((name) => [method, name] as const),
  );

  test("all of them are enough", () => {
    expect(readConfig(ALL)).toMatchObject({ PAYMENT_METHODS: ["cod", "mpesa", "flutterwave"] });
  });
  test.each(rows)("%s without %s, missing or blank", (method, name) => {
    for (const given of [
      { ...ALL, [name]: "" },
      { ...ALL, [name]: "  " },
    ]) {
      const message = fault(given);
      expect(message).toBe(
        `These settings are wrong or missing:\n  ${name}: is needed for ${method} in PAYMENT_METHODS`,
      );
      expect(leaks(message)).toEqual([]);
    }
  });
  test.each(Object.entries(NEEDED))(
    "without any, %s names each; not chosen, it needs none",
    (method, names) => {
      const message = fault({ PAYMENT_METHODS: method, PUBLIC_URL: "https://shop.co.ke" });
      for (const name of names)
        expect(message).toContain(`${name}: is needed for ${method} in PAYMENT_METHODS`);
      const without = Object.fromEntries(Object.entries(ALL).filter(([name]) => !names.includes(name)));
      const others = ["cod", "mpesa", "flutterwave"].filter((other) => other !== method);
      expect(readConfig({ ...without, PAYMENT_METHODS: others.join() })).toMatchObject({
        PAYMENT_METHODS: others,
      });
    },
  );
});

describe("where money is spoken of, plain http is for this machine alone", () => {
  const ADDRESSES = ["PUBLIC_URL", "MPESA_BASE_URL", "FLW_BASE_URL", "FLW_CHECKOUT_SCRIPT_URL"];
  const cross = (hosts: string[]) => ADDRESSES.flatMap((name) => hosts.map((url) => [name, url] as const));

  test.each(
    cross([
      "http://pay.secret.example",
      "http://localhost.secret.example",
      "http://127.0.0.1.secret.example",
      "http://localhost@secret.example",
      "http://0.0.0.0",
      "ftp://localhost",
    ]),
  )("%s=%s is refused", (name, url) => {
    const message = fault({ ...ALL, [name]: url });
    expect(message).toContain(`\n  ${name}: must be a http`);
    expect(message).not.toContain("secret");
    expect(message).not.toContain(url);
  });
  test.each(
    cross(["https://pay.example", "http://localhost:3000", "http://127.0.0.1:4010", "http://[::1]:4010"]),
  )("%s=%s is accepted", (name, url) => {
    expect(readConfig({ ...ALL, [name]: url })).toMatchObject({ [name]: url });
  });
  test("a shop of cash on order alone may be reached by http", () => {
    expect(readConfig({ PUBLIC_URL: "http://shop.example" })).toMatchObject({
      PUBLIC_URL: "http://shop.example",
    });
  });
});

describe("settings that go together", () => {
  const BUY = "CustomerBuyGoodsOnline";
  test.each([
    [{ MPESA_INITIATOR: "" }, "MPESA_INITIATOR"],
    [{ MPESA_SECURITY_CREDENTIAL: "" }, "MPESA_SECURITY_CREDENTIAL"],
    [{ MPESA_TRANSACTION_TYPE: BUY }, "MPESA_TILL_NUMBER"],
    [{ MPESA_TRANSACTION_TYPE: "secret" }, "MPESA_TRANSACTION_TYPE"],
    [{ MPESA_SHORTCODE: "secret" }, "MPESA_SHORTCODE"],
    [{ MPESA_QUERY_EVERY: "secret" }, "MPESA_QUERY_EVERY"],
    [{ MPESA_QUERY_EVERY: "61" }, "MPESA_QUERY_EVERY"],
  ])("%j is refused by name", (change, name) => {
    const message = fault({ ...ALL, ...change });
    expect(message).toContain(name);
    expect(leaks(message)).toEqual([]);
    expect(message).not.toContain("secret");
  });
  test.each([
    [{ MPESA_INITIATOR: "", MPESA_SECURITY_CREDENTIAL: "" }],
    [{ MPESA_TRANSACTION_TYPE: BUY, MPESA_TILL_NUMBER: "5123456" }],
    [{ MPESA_TRANSACTION_TYPE: "CustomerPayBillOnline", MPESA_TILL_NUMBER: "5123456" }],
    [{ MPESA_TILL_NUMBER: "5123456" }],
  ])("%j is accepted", (change) => {
    expect(() => readConfig({ ...ALL, ...change })).not.toThrow();
  });
});
