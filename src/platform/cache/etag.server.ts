import { createHash } from "node:crypto";

/** The ETag of these bytes, alike in every process; weak, because packing changes the bytes on the wire. */
export function tagOf(body: Buffer): string {
  return `W/"${createHash("sha1").update(body).digest("base64url")}"`;
}

/** True when If-None-Match names the tag (RFC 9110, 13.1.2): any of a list, strong or weak, or `*`. */
export function matchesTag(asked: string, etag: string): boolean {
  if (asked === etag || asked.trim() === "*") return true;
  const plain = etag.replace(/^W\//, "");
  return asked.split(",").some((each) => each.trim().replace(/^W\//, "") === plain);
}
