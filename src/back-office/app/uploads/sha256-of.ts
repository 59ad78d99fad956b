/** The SHA-256 of a whole file, in hexadecimal digits. */
export async function sha256Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return Array.from(await digest(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Browsers have their own only on https and on this machine; a phone on the local network is sent one. */
async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  if (crypto.subtle) return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return (await import("./sha256.ts")).sha256(bytes);
}
