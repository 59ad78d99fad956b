import { once } from "node:events";
import { createServer, get, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";

type Answer = { status: number; headers: Record<string, string>; body: Buffer };

/** What a browser on this machine accepts. */
const ACCEPTED = "gzip, deflate, br";

const PACK: Record<string, (body: Buffer) => Buffer> = { br: brotliCompressSync, gzip: gzipSync };
const UNPACK: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };

/**
 * The same pages as plain HTML: the shop's own, every script cut out, with the same styles and pictures, kept in memory. A
 * form is sent to its page, which then answers with the HTML `sent`.
 */
export async function servePlainPages(shopUrl: string, sent = "") {
  const kept = new Map<string, Answer>();
  const http = createServer(async (request, response) => {
    if (request.method === "POST") {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(sent);
      return;
    }
    const path = request.url ?? "/";
    const answer = kept.get(path) ?? withoutScripts(await fetchAsSent(shopUrl + path));
    kept.set(path, answer);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  http.listen(0, "127.0.0.1");
  await once(http, "listening");
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      http.close();
      http.closeAllConnections();
      await once(http, "close");
    },
  };
}

/** The answer as it goes over the wire, still compressed. */
export async function fetchAsSent(url: string): Promise<Answer> {
  const asked = get(url, {
    headers: { "accept-encoding": ACCEPTED, accept: "text/html,image/avif,image/webp,*/*" },
  });
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  const body = await buffer(response);
  return { status: response.statusCode ?? 0, headers: kindOf(response.headers), body };
}

/** The text of an answer, unpacked. */
export function textOf({ headers, body }: Answer): string {
  return (UNPACK[headers["content-encoding"] ?? ""]?.(body) ?? body).toString();
}

function withoutScripts(answer: Answer): Answer {
  if (!answer.headers["content-type"]?.startsWith("text/html")) return answer;
  const html = textOf(answer)
    .replace(/<script\b[\s\S]*?<\/script>/gi, "")
    .replace(/<link\b[^>]*\b(?:rel="modulepreload"|as="(?:script|fetch)")[^>]*>/gi, "")
    // what scripts would catch
    .replaceAll('method="dialog"', 'method="post"');
  const pack = PACK[answer.headers["content-encoding"] ?? ""];
  const body = pack?.(Buffer.from(html)) ?? Buffer.from(html);
  return { ...answer, headers: { ...answer.headers, "content-length": String(body.length) }, body };
}

function kindOf(headers: IncomingHttpHeaders): Record<string, string> {
  const names = ["content-type", "content-encoding", "cache-control", "etag", "vary"] as const;
  return Object.fromEntries(names.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])));
}
