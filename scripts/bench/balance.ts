import { connect, createServer, type Socket } from "node:net";

// one address for several shops: each connection goes to the next of them, past any that is not there

const [port = "0", ...shops] = process.argv.slice(2);
let turn = 0;

createServer((near) => {
  near.on("error", () => near.destroy());
  pass(near, shops.length);
}).listen(Number(port), "127.0.0.1");
process.on("SIGTERM", () => process.exit(0));

function pass(near: Socket, tries: number): void {
  turn += 1;
  const far = connect(Number(shops[turn % shops.length]), "127.0.0.1");
  let reached = false;
  far.on("connect", () => {
    reached = true;
    near.pipe(far).pipe(near);
  });
  far.on("error", () => {
    if (!reached && tries > 1) pass(near, tries - 1);
    else near.destroy();
  });
  near.on("close", () => far.destroy());
  far.on("close", () => reached && near.destroy());
}
