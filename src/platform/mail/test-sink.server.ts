import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A real SMTP server on loopback that keeps what it was given. */
export async function openSink(options: SMTPServerOptions & { port?: number } = {}) {
  const mails: Email[] = [];
  const { port = 0, ...rest } = options;
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onData: async (stream, _session, done) => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      mails.push(await PostalMime.parse(Buffer.concat(chunks)));
      done();
    },
    ...rest,
  });
  server.on("error", () => {});
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address() as AddressInfo;
  return {
    mails,
    port: address.port,
    url: `smtp://127.0.0.1:${address.port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** A refusal with its SMTP code. */
export function refusal(responseCode: number): Error {
  return Object.assign(new Error("refused by the test"), { responseCode });
}

/**
 * A server that speaks just enough SMTP and ends the connection at the given point: `greeting` (says nothing at all
 * and stays), `rcpt`, or `sent` (the whole mail has come, no answer goes).
 */
export async function openBrokenSink(breaksAt: "greeting" | "rcpt" | "sent") {
  let mails = 0;
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    let inData = false;
    let read = "";
    socket.on("error", () => {});
    if (breaksAt !== "greeting") socket.write("220 test\r\n");
    socket.on("data", (chunk) => {
      read += chunk;
      if (inData && read.endsWith("\r\n.\r\n")) {
        mails += 1;
        return socket.destroy();
      }
      if (inData || !read.endsWith("\r\n")) return;
      const command = read.slice(0, 4).toUpperCase();
      read = "";
      if (command === "RCPT" && breaksAt === "rcpt") return socket.destroy();
      if (command === "DATA") inData = true;
      socket.write(inData ? "354 go on\r\n" : "250 ok\r\n");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** How many mails came whole. */
    count: () => mails,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
