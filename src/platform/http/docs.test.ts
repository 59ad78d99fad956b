import { afterAll, expect, test } from "vitest";
import { openTestShop } from "../../../test/shop.ts";

type Operation = {
  tags?: string[];
  summary?: string;
  security?: object[];
  requestBody?: unknown;
  responses: Record<string, { description: string }>;
};
type Described = {
  openapi: string;
  info: { title: string; version: string };
  components: { securitySchemes: Record<string, unknown>; schemas?: Record<string, unknown> };
  paths: Record<string, Record<string, Operation>>;
};

// specification §7
const SPECIFIED = {
  "GET /api/product/list": false,
  "POST /api/cart/add": true,
  "POST /api/cart/update": true,
  "POST /api/cart/get": true,
  "POST /api/user/register": false,
  "POST /api/user/login": false,
  "POST /api/user/resend-verification": false,
  "POST /api/user/verify-email": false,
  "POST /api/user/profile": true,
  "POST /api/order/userOrders": true,
  "POST /api/order/userorders": true,
  "POST /token/stkpush": true,
  "POST /token/query": true,
  "POST /api/order/mpesa": true,
  "POST /api/order/flutterwave": true,
  "POST /api/order/placeOrder": true,
};

const shop = await openTestShop();
const described = (await shop.get("/api/docs/json")).body as unknown as Described;
afterAll(() => shop.close());

const operations = () =>
  Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );

test("GET /api/docs is a page", async () => {
  const page = await shop.get("/api/docs/");
  expect(page.status).toBe(200);
  expect(page.headers["content-type"]).toContain("text/html");
  expect([200, 302]).toContain((await shop.get("/api/docs")).status);
  expect((await shop.get("/api/docs/static/swagger-ui.css")).status).toBe(200);
});

test("/api/docs/json is OpenAPI 3, and every call of specification §7 is in it, with the token where it needs one", () => {
  expect(described.openapi).toMatch(/^3\.[01]\.\d$/);
  expect(described.info).toEqual({ title: expect.any(String), version: expect.any(String) });
  expect(described.components.securitySchemes.token).toEqual({ type: "apiKey", in: "header", name: "token" });
  const needs = Object.fromEntries(
    operations().map(({ name, operation }) => [name, operation.security !== undefined]),
  );
  expect(needs).toMatchObject(SPECIFIED);
});

test("every call has a tag, a summary of its own and answers, and every reference leads somewhere", () => {
  for (const { name, operation } of operations()) {
    expect(operation.tags, name).toHaveLength(1);
    expect(operation.summary, name).toMatch(/^[A-Z].{3,79}$/);
    expect(Object.keys(operation.responses).length, name).toBeGreaterThan(0);
    for (const [status, response] of Object.entries(operation.responses)) {
      expect(status, name).toMatch(/^([1-5]\d\d|[1-5]XX|default)$/);
      expect(response.description, name).toEqual(expect.any(String));
    }
    for (const scheme of operation.security ?? []) expect(Object.keys(scheme)).toEqual(["token"]);
  }
  for (const [, path] of JSON.stringify(described).matchAll(/"\$ref":"#\/([^"]+)"/g)) {
    const found = path
      ?.split("/")
      .reduce<unknown>((node, key) => (node as Record<string, unknown>)?.[key], described);
    expect(found, path).toBeDefined();
  }
});

test("no call is left out but those that are pages or files", () => {
  const registered = shop.http.printRoutes({ commonPrefix: false });
  expect(registered).toContain("/api/order/placeOrder");
  const documented = new Set(Object.keys(described.paths));
  const named = registeredPaths(registered).map((path) => path.replace(/:(\w+)/g, "{$1}"));
  const missing = named.filter(
    // the back office describes its own, to its people alone
    (path) => /^\/(api(?!\/(docs|staff))|token|hooks)\//.test(path) && !documented.has(path),
  );
  expect(missing).toEqual([]);
});

/** The tree as Fastify prints it, back to whole paths. */
function registeredPaths(tree: string): string[] {
  const stack: string[] = [];
  return tree.split("\n").flatMap((line) => {
    const match = /^([│ ]*)[├└]── (\S*)(?: \((.*)\))?/.exec(line);
    if (!match) return [];
    const depth = (match[1] ?? "").length / 4;
    stack.length = depth;
    stack.push(match[2] ?? "");
    return match[3] ? [stack.join("")] : [];
  });
}
