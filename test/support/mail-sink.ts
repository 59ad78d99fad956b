import { once } from "node:events";
import net, { type AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";

/** A real SMTP server on loopback that keeps what it was given. */
export async function openSink(options: SMTPServerOptions & { port?: number } = {}) {
  const mails: Email[] = [];
  const { port = 0, ...rest } = options;
  async function keep(stream: AsyncIterable<Buffer>) {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    mails.push(await PostalMime.parse(Buffer.concat(chunks)));
  }
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    // a client that hangs up in the middle of a mail has sent none
    onData: (stream, _session, done) => void keep(stream).then(() => done(), done),
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

type Break = "greeting" | "rcpt" | "sent" | "either";
/** One connection to a broken server, and what its client has said since the last answer. */
type Line = { socket: net.Socket; read: string; inData: boolean };

/**
 * A server that speaks just enough SMTP and breaks at the given point: `greeting` (says nothing at all and stays), `rcpt`
 * (ends the connection), `sent` (ends it when the whole mail has come, before an answer goes), or `either`: a client
 * that writes to sent@ is cut after the whole mail, and one that writes to rcpt@ at that same moment, before his was asked for.
 */
export async function openBrokenSink(breaksAt: Break) {
  let mails = 0;
  const sockets = new Set<net.Socket>();
  const held = new Set<net.Socket>();

  function takeMail(line: Line): void {
    mails += 1;
    line.inData = false;
    for (const socket of [...held, line.socket]) socket.destroy();
  }

  function answer({ socket }: Line, command: string): boolean {
    const isRcpt = /^RCPT/i.test(command);
    if (breaksAt === "rcpt" && isRcpt) socket.destroy();
    if (breaksAt === "either" && isRcpt && command.includes("rcpt@")) {
      if (mails > 0) socket.destroy();
      held.add(socket);
      return false;
    }
    const goOn = /^DATA/i.test(command);
    socket.write(goOn ? "354 go on\r\n" : "250 ok\r\n");
    return goOn;
  }

  const server = net.createServer((socket) => {
    sockets.add(socket);
    const line: Line = { socket, read: "", inData: false };
    socket.on("error", () => {});
    if (breaksAt !== "greeting") socket.write("220 test\r\n");
    socket.on("data", (chunk) => {
      line.read += chunk;
      if (!line.read.endsWith(line.inData ? "\r\n.\r\n" : "\r\n")) return;
      const said = line.read;
      line.read = "";
      if (line.inData) takeMail(line);
      else line.inData = answer(line, said);
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
