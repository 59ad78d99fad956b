import { once } from "node:events";
import { connect } from "node:net";
import { DrizzleQueryError } from "drizzle-orm";
import { afterAll, expect, test, vi } from "vitest";
import { addProduct } from "../../test/goods.ts";
import { PLACE } from "../../test/orders.ts";
import { mailedToken, orderOf } from "../../test/people.ts";
import { openTestShop } from "../../test/shop.ts";
import { loggedPath } from "./http/address.server.ts";
import { createLog, logOutside, logWithin, requestLog } from "./log.server.ts";

let lines: string[] = [];

const shop = await openTestShop({ LOG_LEVEL: "trace" }, { log: { write: (line) => void lines.push(line) } });
afterAll(() => shop.close());

const CANARY = {
  name: "Kanarinam Ndege",
  email: "kanarimail@example.com",
  password: "kanari password 7",
  code: "KANARI1234",
  phone: "0799123456",
  street: "Kanari Street 12",
  search: "kanarisearch",
};

test("The log of a purchase names no person, at the noisiest level", async () => {
  // whatever goes past the log goes to the same place
  for (const method of ["log", "info", "warn", "error", "debug"] as const)
    vi.spyOn(console, method).mockImplementation((...said) => void lines.push(said.map(String).join(" ")));
  const { name, email, password } = CANARY;
  await shop.post("/api/user/register", { name, email, password });
  await shop.post("/api/user/login", { email, password: `${password} wrong` });
  await shop.post("/api/user/login", { email, password });
  await shop.post("/api/user/resend-verification", { email });
  const link = await mailedToken(shop, email);
  const signedIn = await shop.post(`/api/user/verify-email?token=${link}`, { token: link });
  const token = String(signedIn.body.token);
  expect(token).toHaveLength(43);
  const tee = await addProduct(shop);
  await shop.get(`/api/product/list?search=${CANARY.search}`);
  await shop.post("/api/cart/add", { itemId: tee._id, size: "M" }, token);
  const order = orderOf(tee, { mpesaCode: CANARY.code });
  const address = { ...order.address, firstName: name, street: CANARY.street, phone: CANARY.phone, email };
  const key = { "idempotency-key": "kanarikey" };
  await shop.post(PLACE, { ...order, address: { ...address, zipCode: CANARY.street } }, token, key);
  await shop.post(PLACE, { ...order, address, amount: 1 }, token, key);
  await shop.post(PLACE, { ...order, address }, token, key);
  await shop.post(PLACE, { ...order, address, items: [] }, token, key);
  await shop.post("/token/stkpush", { amount: "1", phoneNumber: CANARY.phone }, token);
  await shop.send({
    method: "POST",
    url: PLACE,
    headers: { token, "content-type": "application/json" },
    payload: `{"${CANARY.code}`,
  });
  await shop.get(`/api/nothing/${encodeURIComponent(CANARY.code)}?token=${token}`);
  // a statement that fails: PostgreSQL and Drizzle both put what was asked into their message
  await shop.query("alter table orders add constraint never check (mpesa_code <> 'KANARI999')");
  const failed = await shop.post(PLACE, { ...order, address, mpesaCode: "KANARI999" }, token);
  expect(failed).toMatchObject({ status: 500, body: { success: false } });
  expect(failed.text).not.toMatch(/KANARI|never|insert/);
  await shop.query("alter table orders drop constraint never");
  await shop.post("/api/user/profile", {}, token);
  await shop.post("/api/user/logout", {}, token);
  vi.restoreAllMocks();

  const log = lines.join("\n");
  expect(log).toContain("request failed");
  expect(log).toContain(`"path":"${PLACE}"`);
  const secrets = [...Object.values(CANARY), link, token, "KANARI999", "Kanarinam", "kanarikey", "799123456"];
  for (const secret of secrets.filter((value) => value !== CANARY.code)) expect(log).not.toContain(secret);
  // the code stands in an address somebody made up, and nowhere else
  expect(log.split(CANARY.code).length - 1).toBe(log.split(`/api/nothing/${CANARY.code}`).length - 1);
  expect(await shop.query("select 1 from orders")).toHaveLength(1);
});

test("every line is JSON and carries the request's id, which the answer carries too", async () => {
  lines = [];
  const answer = await shop.get("/api/nothing");
  const [line] = lines.map((text) => JSON.parse(text)).filter((each) => each.msg === "answered");
  expect(line).toMatchObject({
    reqId: answer.headers["x-request-id"],
    method: "GET",
    path: "/api/nothing",
    status: 404,
  });
});

test("secrets logged by mistake are hidden; what is thrown but no error does no harm", () => {
  const said: string[] = [];
  const log = createLog("trace", { write: (line) => void said.push(line) });
  log.info({
    token: "kanari",
    body: { password: "kanari" },
    a: { b: { mpesaCode: "kanari", phone: "kanari" } },
  });
  for (const err of [null, "kanari", 7, { message: "kanari" }, new Error("no such 'kanari' or \"kanari\"")])
    log.error({ err }, "failed");
  expect(said).toHaveLength(6);
  expect(said.join()).not.toContain("kanari");
});

test("a statement cut off with its connection leaves none of its values, however deep it lies", () => {
  const said: string[] = [];
  const log = createLog("trace", { write: (line) => void said.push(line) });
  const cut = new Error("Connection terminated unexpectedly");
  const failed = new DrizzleQueryError("select $1", ["kanari\n    at kanari"], cut);
  for (const err of [
    failed,
    new DrizzleQueryError("select $1", ["kanari"]),
    new DrizzleQueryError("begin", ["kanari"], failed),
    new Error("a use case failed", { cause: failed }),
  ])
    log.error({ err }, "failed");
  expect(said).toHaveLength(4);
  expect(said.join()).not.toContain("kanari");
  expect(JSON.parse(said[0] ?? "").err.message).toBe(cut.message);
});

test("who hangs up in the middle of a request is no failure of ours", async () => {
  lines = [];
  const caller = connect(await shop.listen(), "127.0.0.1");
  await once(caller, "connect");
  caller.write(
    "POST /api/user/login HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
  );
  await once(shop.http.server, "request");
  caller.resetAndDestroy();
  await expect.poll(() => lines.join("")).toContain("hung up");
  expect(lines.filter((line) => JSON.parse(line).level > 30)).toEqual([]);
});

test("what follows in the same request, or on a connection it opened, is told apart", async () => {
  const said: string[] = [];
  const log = createLog("trace", { write: (line) => void said.push(line) });
  await logWithin({ reqId: "one", path: "/a" }, async () => {
    await new Promise((done) => setImmediate(done));
    log.info("deep");
    requestLog(log, { reqId: "one", path: "/a" }).info("own");
    logOutside(() => log.info("shared"));
    logWithin({ subject: "part" }, () => log.info("part"));
  });
  log.info("nobody's");
  const fields = said
    .map((line) => JSON.parse(line))
    .map(({ msg, reqId, path, subject }) => [msg, reqId, path, subject]);
  expect(fields).toEqual([
    ["deep", "one", "/a", undefined],
    ["own", "one", "/a", undefined],
    ["shared", undefined, undefined, undefined],
    ["part", "one", "/a", "part"],
    ["nobody's", undefined, undefined, undefined],
  ]);
  expect(said[1]?.match(/"reqId"/g)).toHaveLength(1);
});

test.each([
  ["/api/order/placeOrder?mpesaCode=QAB1234567", "/api/order/placeOrder"],
  ["/api/order/placeOrder", "/api/order/placeOrder"],
  ["/product/01M7HMRW40PNWEEXWV8N87XCPG", "/product/01M7HMRW40PNWEEXWV8N87XCPG"],
  [`/mailbox/${"k".repeat(32)}`, "/mailbox/…"],
  ["/orders/254712345678", "/orders/…"],
  ["/orders/+254712345678/x", "/orders/…/x"],
  ["/orders/0712345678", "/orders/…"],
  ["/track/QAB1234567", "/track/…"],
  ["/collection", "/collection"],
])("%s stands in the log as %s", (url, path) => expect(loggedPath(url)).toBe(path));
