import { createHash } from "node:crypto";
import { AwsClient } from "aws4fetch";
import CircuitBreaker from "opossum";
import type { Log } from "../log.server.ts";
import { ShopError } from "../shop-error.ts";
import type { StoreAddress } from "./store-address.server.ts";

/** Objects by their names ("folder/file"), in a store with the S3 interface. */
export type ObjectStore = {
  /** @throws ShopError 503 */
  put: (name: string, bytes: Buffer, type: string) => Promise<void>;
  /** Undefined where no object has this name. @throws ShopError 503 */
  get: (name: string) => Promise<Buffer | undefined>;
};

/** Milliseconds for one object, with all retries. */
const WAIT = 10_000;
/** Retries after an answer of 429 or 5xx. */
const RETRIES = 2;
/** Milliseconds for which no request is sent, after half of at least five failed. */
const REST = 5_000;

const AWAY = "We can't save photos right now. Nothing is lost: try again.";

/**
 * Opens a store by its address. A circuit breaker fails fast while it does not answer, so that not every request waits for it.
 * Its log has the store's host and the status, and no key.
 */
export function openObjectStore(address: StoreAddress, log: Log): ObjectStore {
  const { url, ...credentials } = address;
  const client = new AwsClient({ ...credentials, service: "s3", retries: RETRIES });
  const { host } = new URL(url);
  const breaker = new CircuitBreaker(
    (name: string, init: RequestInit) => exchange(client, `${url}/${encoded(name)}`, init),
    {
      ...{ timeout: false, volumeThreshold: 5, errorThresholdPercentage: 50 },
      ...{ rollingCountTimeout: 60_000, resetTimeout: REST, enableSnapshots: false },
    },
  );

  async function ask(name: string, init: RequestInit & { method: "GET" | "PUT" }) {
    try {
      const { status, bytes } = await breaker.fire(name, init);
      if (status === 200) return bytes;
      if (status === 404 && init.method === "GET") return undefined;
      log.error({ store: host, method: init.method, status }, "the store of pictures refused");
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.error({ store: host, method: init.method, reason }, "the store of pictures does not answer");
    }
    throw new ShopError(503, AWAY);
  }

  return {
    get: (name) => ask(name, { method: "GET" }),
    put: async (name, bytes, type) => {
      const headers = { "content-type": type, "x-amz-content-sha256": sha256Of(bytes) };
      await ask(name, { method: "PUT", body: new Uint8Array(bytes), headers });
    },
  };
}

/** @throws Error no complete answer in time, or one that says that the store is down */
async function exchange(client: AwsClient, url: string, init: RequestInit) {
  const response = await client.fetch(url, {
    ...init,
    redirect: "manual",
    signal: AbortSignal.timeout(WAIT),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status >= 500) throw new Error(`status ${response.status}`);
  return { status: response.status, bytes };
}

function encoded(name: string): string {
  return name.split("/").map(encodeURIComponent).join("/");
}

function sha256Of(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
