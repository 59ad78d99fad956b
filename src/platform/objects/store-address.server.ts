import { z } from "zod";

/** Where a bucket is, and who may use it. */
export type StoreAddress = {
  /** The address of the bucket, perhaps with a folder in it, without a slash at its end. */
  url: string;
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
};

/** Read from s3+https://KEY:SECRET@host/bucket?region=…; what cannot be read must not reach the error. */
export const storeAddress = z.string().transform((given, context): StoreAddress => {
  const address = read(given);
  if (address) return address;
  context.addIssue({
    code: "custom",
    message: "must be an address such as s3+https://KEY:SECRET@host/bucket?region=eu-west-1",
  });
  return z.NEVER;
});

function read(given: string): StoreAddress | undefined {
  if (!/^s3\+https?:\/\//.test(given)) return undefined;
  try {
    const { username, password, origin, pathname, searchParams } = new URL(given.slice("s3+".length));
    const path = pathname.replace(/\/+$/, "");
    if (!username || !password || !path) return undefined;
    return {
      url: `${origin}${path}`,
      accessKeyId: decodeURIComponent(username),
      secretAccessKey: decodeURIComponent(password),
      region: searchParams.get("region") || "us-east-1",
    };
  } catch {
    return undefined;
  }
}
