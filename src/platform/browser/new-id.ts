/** The format of a secret of ours. */
const KIND = /^[\w-]{43}$/;

export function isSecret(text: string | null | undefined): text is string {
  return text != null && KIND.test(text);
}

/** A secret as the server makes its own (platform/id.server.ts): 256 random bits, 43 characters of base64url. */
export function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace("=", "");
}

/** A unique id; randomUUID is missing in Safari before 15.4, in Chrome before 92, and on plain http. */
export function newId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
