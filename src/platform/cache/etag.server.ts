import { createHash } from "node:crypto";

/** The ETag of a body. Every process computes the same one. Weak, because compression changes the bytes that are sent. */
export function etagOf(body: Buffer): string {
  return `W/"${createHash("sha1").update(body).digest("base64url")}"`;
}

/** True when If-None-Match names the ETag (RFC 9110, 13.1.2): any of a list, strong or weak, or `*`. */
export function matchesEtag(header: string, etag: string): boolean {
  if (header === etag || header.trim() === "*") return true;
  const opaque = etag.replace(/^W\//, "");
  return header.split(",").some((each) => each.trim().replace(/^W\//, "") === opaque);
}
