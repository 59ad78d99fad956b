import type { UploadKind } from "../../src/uploads/rules.ts";
import type { Running } from "./stage.ts";

/** Somebody of the shop who is signed in, by the headers of their browser. */
export type Owner = { shop: Running; headers: Record<string, string> };

/** Sends a file; gives the id of its upload. */
export async function sendFile(owner: Owner, kind: UploadKind, file: Buffer): Promise<string> {
  const { id } = await postAsStaff(owner, `/uploads?kind=${kind}&name=bench.${kind}`, file);
  return String(id);
}

/** A call of the back office that has to go well. */
export async function postAsStaff(
  { shop, headers }: Owner,
  path: string,
  body: object,
): Promise<Record<string, unknown>> {
  const isBytes = Buffer.isBuffer(body);
  const answer = await fetch(`${shop.url}/api/staff${path}`, {
    method: "POST",
    headers: {
      ...headers,
      "x-staff": "1",
      "content-type": isBytes ? "application/octet-stream" : "application/json",
    },
    body: isBytes ? new Uint8Array(body) : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}
