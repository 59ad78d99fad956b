import { request } from "node:http";
import { connect, type Socket } from "node:net";

/** Sends these very bytes and gives all that came back until the server closed, or `patience` ms passed. */
export async function sendRaw(
  port: number,
  bytes: string | Buffer,
  { patience = 10_000, during }: { patience?: number; during?: (socket: Socket) => void } = {},
): Promise<{ text: string; status: number; closed: boolean }> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    const settle = (closed: boolean) => {
      clearTimeout(timer);
      socket.destroy();
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
      resolve({ text, status, closed });
    };
    const timer = setTimeout(() => settle(false), patience);
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
    });
    socket.on("error", () => {});
    socket.on("close", () => settle(true));
    socket.write(typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes);
    during?.(socket);
  });
}

/** The answer to a call that says how many bytes it has, and sends none of them. */
export function announce(port: number, path: string, headers: Record<string, string | number>) {
  return new Promise<{ status: number | undefined; message: string }>((resolve, reject) => {
    const address = { host: "127.0.0.1", port, path };
    const asked = request({ ...address, method: "POST", agent: false, headers }, async (answer) => {
      const text = await answer.setEncoding("utf8").reduce((all, part) => all + part, "");
      asked.destroy();
      resolve({ status: answer.statusCode, message: JSON.parse(text).message });
    });
    asked.on("error", reject).flushHeaders();
  });
}

/** The JSON after the headers of a raw answer. */
export function bodyOf(text: string): unknown {
  return JSON.parse(text.slice(text.indexOf("\r\n\r\n") + 4));
}
