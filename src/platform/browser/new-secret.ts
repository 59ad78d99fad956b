/** What a secret of ours looks like. */
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
