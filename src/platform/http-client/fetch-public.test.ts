import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { plain, startFakeProvider } from "../../../test/fake-provider.ts";
import {
  fetchPublic,
  isReachable,
  lookupReachable,
  PrivateAddress,
  TooManyRedirects,
} from "./fetch-public.server.ts";

let host: Awaited<ReturnType<typeof startFakeProvider>>;
beforeEach(async () => {
  host = await startFakeProvider();
});
afterEach(() => host.close());

const get = (address: string, here = true) =>
  fetchPublic(address, { headers: { accept: "text/xml" }, signal: AbortSignal.timeout(5_000), here });
const textOf = async (answer: ReturnType<typeof get>) => {
  const chunks: Buffer[] = [];
  for await (const chunk of (await answer).body) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};
const moved = (to: string) => plain(301, "", { location: to });

describe("an address is reached", () => {
  test.each(["8.8.8.8", "41.90.64.1", "192.169.0.1", "172.32.0.1", "2a00:1450:4001::1", "2606:4700::1111"])(
    "when it is the internet's: %s",
    (ip) => expect(isReachable(ip, false)).toBe(true),
  );

  test.each([
    ["this machine's", "127.0.0.1", "127.8.9.1", "0.0.0.0", "::1", "::", "::ffff:127.0.0.1", "::7f00:1"],
    [
      "its network's",
      "10.0.0.7",
      "172.16.0.1",
      "172.31.255.255",
      "192.168.1.1",
      "100.64.0.1",
      "fd00::1",
      "fe80::1",
    ],
    ["its cloud's", "169.254.169.254", "::ffff:169.254.169.254", "fd00:ec2::254"],
    ["one of another inside it", "64:ff9b::a00:1", "2002:a00:1::", "2001:0:a00:1::"],
    [
      "a group's, or for tests and books",
      "224.0.0.1",
      "255.255.255.255",
      "ff02::1",
      "192.0.2.1",
      "198.18.0.1",
      "2001:db8::1",
    ],
  ])("A typed address reaches no machine of a private network: %s", (_, ...ips) => {
    for (const ip of ips) expect([ip, isReachable(ip, false)]).toEqual([ip, false]);
  });

  test("of this machine, for who is alone on it; its network never", () => {
    expect(["127.0.0.1", "::1", "10.0.0.7", "169.254.169.254"].map((ip) => isReachable(ip, true))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe("nothing is sent", () => {
  test.each([
    "http://127.0.0.1:PORT/",
    "http://127.1:PORT/",
    "http://2130706433:PORT/",
    "http://0x7f.0.0.1:PORT/",
    "http://[::ffff:127.0.0.1]:PORT/",
    "http://[::1]:PORT/",
    "http://localhost:PORT/",
    "http://0.0.0.0:PORT/",
    "https://169.254.169.254/latest/meta-data/",
  ])("to %s", async (address) => {
    const port = new URL(host.url).port;
    await expect(get(address.replace("PORT", port), false)).rejects.toThrow(PrivateAddress);
    expect(host.received).toEqual([]);
  });

  test.each(["http://10.0.0.1/", "http://[fd00::1]/", "file:///etc/passwd", "gopher://127.0.0.1/"])(
    "No redirect leads to a private network: %s",
    async (to) => {
      host.play("/feed", moved(to));
      await expect(get(`${host.url}/feed`)).rejects.toThrow(PrivateAddress);
    },
  );
});

test("A name is looked up once, and the connection goes to the judged address", async () => {
  const found = await new Promise((resolve, reject) =>
    lookupReachable(true)("localhost", { all: true }, (error, all) => (error ? reject(error) : resolve(all))),
  );
  expect(found).toContainEqual({ address: "127.0.0.1", family: 4 });
  const refused = vi.fn();
  await new Promise<void>((resolve) =>
    lookupReachable(false)("localhost", { family: 4 }, (error, one) => {
      refused(error instanceof PrivateAddress, one);
      resolve();
    }),
  );
  expect(refused).toHaveBeenCalledWith(true, "");
});

describe("a redirect", () => {
  test("is followed, five times and no further", async () => {
    for (let at = 0; at < 5; at++) host.play(`/${at}`, moved(`/${at + 1}`));
    host.play("/5", plain(200, "there"), moved("/0"));
    expect(await textOf(get(`${host.url}/0`))).toBe("there");
    await expect(get(`${host.url}/0`)).rejects.toThrow(TooManyRedirects);
  });

  test("A redirect carries no credentials", async () => {
    const other = await startFakeProvider();
    other.play("/feed", plain(200, "there"));
    host.play("/feed", moved(`${other.url.replace("//", "//who:what@")}/feed`));
    expect(await textOf(get(`${host.url.replace("//", "//name:secret@")}/feed`))).toBe("there");
    expect(host.received[0]?.headers.authorization).toMatch(/^Basic /);
    expect(Object.keys(other.received[0]?.headers ?? {}).sort()).toEqual([
      "accept",
      "accept-encoding",
      "connection",
      "host",
    ]);
    await other.close();
  });
});

test("what comes packed is unpacked", async () => {
  host.play(
    "/feed",
    (response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("unpacked")),
  );
  expect(await textOf(get(`${host.url}/feed`))).toBe("unpacked");
});
