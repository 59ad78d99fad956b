import type { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";
import { afterAll, describe, expect, test } from "vitest";
import { sendRaw } from "../../../test/raw.ts";
import { openTestShop } from "../../../test/shop.ts";
import { readConfig } from "../../config.server.ts";
import { createLog } from "../log.server.ts";
import { ShopError } from "../shop-error.ts";
import { createHttp } from "./http.server.ts";

const shop = await openTestShop();
afterAll(() => shop.close());

describe("what a caller says of himself is not believed", () => {
  const FORGED = {
    "x-forwarded-for": "203.0.113.7, 10.0.0.1",
    "x-forwarded-host": "evil.example",
    "x-forwarded-proto": "https",
    forwarded: "for=203.0.113.7;host=evil.example",
    host: "evil.example",
    "x-real-ip": "203.0.113.7",
  };
  const seenBy = async (trust: Record<string, string>, headers: Record<string, string> = FORGED) => {
    const http = await createHttp(readConfig({ LOG_LEVEL: "silent", ...trust }), createLog("silent"));
    http.get("/api/me", async ({ ip, hostname, protocol }) => ({ ip, hostname, protocol }));
    const answer = await http.inject({ url: "/api/me", headers });
    await http.close();
    return answer.json();
  };

  test.each([{}, { TRUST_PROXY: "false" }, { TRUST_PROXY: "0" }, { TRUST_PROXY: "10.9.9.9" }])(
    "A caller's headers do not decide who they are: %j",
    async (trust) => {
      expect(await seenBy(trust as Record<string, string>)).toMatchObject({
        ip: "127.0.0.1",
        protocol: "http",
      });
    },
  );

  test.each([
    ["1", "10.0.0.1"],
    ["2", "203.0.113.7"],
    ["127.0.0.1", "10.0.0.1"],
    ["127.0.0.0/8, 10.0.0.0/8", "203.0.113.7"],
  ])("behind the proxies %s it is what the outermost of them saw: %s", async (TRUST_PROXY, ip) => {
    expect(await seenBy({ TRUST_PROXY })).toMatchObject({ ip });
    const longer = { ...FORGED, "x-forwarded-for": `1.2.3.4, ${FORGED["x-forwarded-for"]}` };
    expect(await seenBy({ TRUST_PROXY }, longer)).toMatchObject({ ip });
  });

  test("Links in mails lead to this shop, whatever the headers say", async () => {
    const email = "host@example.com";
    await shop.post(
      "/api/user/register",
      { name: "Host", email, password: "jembe na nyundo 7" },
      undefined,
      FORGED,
    );
    const [mail] = await shop.query<{ text: string }>("select text from outbox where recipient = $1", [
      email,
    ]);
    expect(mail?.text).toContain("http://localhost:3000/verify-email?token=");
    expect(mail?.text).not.toContain("evil");
  });
});

describe("a fault of ours is one answer, not the end", () => {
  const faults = {
    thrown: () => {
      throw new Error("secret of the house");
    },
    text: () => {
      throw "secret of the house";
    },
    nothing: () => {
      throw null;
    },
    undefined: () => {
      throw undefined;
    },
    frozen: () => {
      throw Object.freeze(new TypeError("secret of the house"));
    },
    status: () => {
      throw Object.assign(new Error("secret of the house"), { statusCode: 200 });
    },
    circular: () => {
      const ring: Record<string, unknown> = {};
      ring.self = ring;
      return ring;
    },
    shop: () => {
      throw new ShopError(500, "said on purpose");
    },
  };

  /** Fails while the answer is written, not while its refusal is. */
  const onceFails = (fault: () => unknown) => async (_request: FastifyRequest, reply: FastifyReply) => {
    if (reply.statusCode < 400) fault();
  };

  test("A fault of ours in a call is one answer with an id", async () => {
    const http = await createHttp(readConfig({ LOG_LEVEL: "silent" }), createLog("silent"));
    for (const [name, fault] of Object.entries(faults)) {
      http.get(`/api/${name}`, async () => fault());
      http.get(`/${name}`, async () => fault());
      http.get(`/api/hook/${name}`, { onRequest: async () => void fault() }, async () => ({}));
      http.get(`/api/late/${name}`, { onSend: onceFails(fault) }, async () => ({}));
    }
    http.get("/api/alive", async () => ({ success: true }));
    for (const name of Object.keys(faults))
      for (const path of [`/api/${name}`, `/${name}`, `/api/hook/${name}`, `/api/late/${name}`]) {
        if (name === "circular" && path !== "/api/circular" && path !== "/circular") continue;
        const answer = await http.inject(path);
        expect(answer.statusCode, path).toBe(500);
        expect(answer.body, path).not.toMatch(/secret|\bat \//);
        expect(answer.headers["x-request-id"], path).toMatch(/^[0-9a-f-]{36}$/);
        expect(answer.headers["cache-control"], path).toBe("no-store");
        if (path.startsWith("/api/"))
          expect(answer.json()).toEqual({ success: false, message: expect.any(String) });
        else expect(answer.body).toContain(String(answer.headers["x-request-id"]));
      }
    expect((await http.inject("/api/alive")).statusCode).toBe(200);
    await http.close();
  });
});

describe("an answer", () => {
  test("has an id of its own, whatever the caller calls it", async () => {
    const ids = [
      await shop.get("/api/health", { "x-request-id": "mine" }),
      await shop.get("/api/health"),
    ].map(({ headers }) => headers["x-request-id"]);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(ids).size).toBe(2);
  });

  test("while closing, what comes on an open connection is answered, says it is not ready, and the connection ends", async () => {
    const closing = await openTestShop();
    const port = await closing.listen();
    const GET = "GET /api/ready HTTP/1.1\r\nHost: shop\r\n\r\n";
    let close: Promise<unknown> | undefined;
    let connection: Socket | undefined;
    closing.http.server.once("connection", (socket) => {
      connection = socket;
    });
    const answer = await sendRaw(port, GET, {
      during: (socket) =>
        socket.once("data", async () => {
          // the second request is on its way when closing begins
          socket.write(GET.slice(0, 10));
          await expect.poll(() => connection?.bytesRead).toBe(GET.length + 10);
          close = closing.http.close();
          await expect.poll(() => closing.http.server.listening).toBe(false);
          socket.write(GET.slice(10));
        }),
    });
    expect(answer.closed).toBe(true);
    expect(answer.text).toContain('{"success":true,"message":"Ready"}');
    expect(answer.text).toContain('{"success":false,"message":"The shop is closing."}');
    await close;
    await closing.close();
  });
});
