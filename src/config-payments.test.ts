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
    mpesa: [
      "MPESA_BASE_URL",
      "MPESA_CONSUMER_KEY",
      "MPESA_CONSUMER_SECRET",
      "MPESA_SHORTCODE",
      "MPESA_PASSKEY",
    ],
    flutterwave: [
      "FLW_BASE_URL",
      "FLW_CHECKOUT_SCRIPT_URL",
      "FLW_PUBLIC_KEY",
      "FLW_SECRET_KEY",
      "FLW_WEBHOOK_HASH",
    ],
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
      "http://10.0.0.5:8080",
      "http://localhost.secret.example",
      "http://127.0.0.1.secret.example",
      "http://localhost@secret.example",
      "http://0.0.0.0",
      "ftp://localhost",
      "secret.example",
    ]),
  )("%s=%s is refused", (name, url) => {
    const message = fault({ ...ALL, [name]: url });
    expect(message).toContain(`\n  ${name}: must be a http`);
    expect(message).not.toContain("secret");
    expect(message).not.toContain(url);
  });
  test.each(
    cross([
      "https://pay.example",
      "https://pay.example:8443/base",
      "http://localhost:3000",
      "http://127.0.0.1:4010",
      "http://[::1]:4010",
    ]),
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
    [{ MPESA_SHORTCODE: "1234" }, "MPESA_SHORTCODE"],
    [{ MPESA_SHORTCODE: "secret" }, "MPESA_SHORTCODE"],
    [{ MPESA_QUERY_EVERY: "secret" }, "MPESA_QUERY_EVERY"],
    [{ MPESA_QUERY_EVERY: "61" }, "MPESA_QUERY_EVERY"],
    [{ MPESA_QUERY_EVERY: "-1" }, "MPESA_QUERY_EVERY"],
  ])("%j is refused by name", (change, name) => {
    const message = fault({ ...ALL, ...change });
    expect(message).toContain(name);
    expect(leaks(message)).toEqual([]);
    expect(message).not.toContain("secret");
  });
  test.each([
    [{ MPESA_INITIATOR: "", MPESA_SECURITY_CREDENTIAL: "" }],
    [{ MPESA_TRANSACTION_TYPE: BUY, MPESA_TILL_NUMBER: "5123456" }],
    [{ MPESA_TRANSACTION_TYPE: "CustomerPayBillOnline" }],
    [{ MPESA_TRANSACTION_TYPE: "CustomerPayBillOnline", MPESA_TILL_NUMBER: "5123456" }],
    [{ MPESA_TILL_NUMBER: "5123456" }],
  ])("%j is accepted", (change) => {
    expect(() => readConfig({ ...ALL, ...change })).not.toThrow();
  });
});
