import { readFileSync } from "node:fs";
import { createServer } from "node:http";

// the reference: these very bytes and headers from bare node:http, in a process of its own

type Kept = { path: string; headers: Record<string, string>; body: string };

const [file = "", port = "0"] = process.argv.slice(2);
const kept: Kept[] = JSON.parse(readFileSync(file, "utf8"));
const answers = new Map(
  kept.map(({ path, headers, body }) => [path, { headers, body: Buffer.from(body, "base64") }]),
);
createServer((request, response) => {
  const answer = answers.get(request.url ?? "");
  if (!answer) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, answer.headers);
  response.end(answer.body);
}).listen(Number(port), "127.0.0.1");
process.on("SIGTERM", () => process.exit(0));
