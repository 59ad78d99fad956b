import { rm } from "node:fs/promises";
import S3rver from "@20minutes/s3rver";
import { freePort } from "./free-port.ts";
import { makeFolder } from "./make-folder.ts";

/** An S3 server with one bucket, which checks signatures; its one key is "S3RVER", with the secret "S3RVER". */
export async function openObjectServer() {
  const directory = await makeFolder();
  // one that no client is given while the server is down
  const port = await freePort();
  let server: S3rver;
  const open = async () => {
    const configureBuckets = [{ name: "bucket" }];
    server = new S3rver({ address: "127.0.0.1", port, silent: true, directory, configureBuckets });
    await server.run();
  };
  await open();
  return {
    /** PICTURES_URL with this secret. */
    url: (secret = "S3RVER") =>
      `s3+http://S3RVER:${secret}@127.0.0.1:${port}/bucket/pictures?region=eu-west-1`,
    down: () => server.close(),
    up: open,
    close: async () => {
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}
