/** A normalised URL: without a host, and with nothing percent-encoded that need not be (RFC 3986, 6.2.2). */
export function plainUrl(url: string): string {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "");
  const plain = path.replace(/%[2-7][0-9a-f]/gi, (triple) => {
    const character = String.fromCharCode(Number.parseInt(triple.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : triple;
  });
  return plain || "/";
}

/** True for the paths that answer JSON; everything else is a page or a file. */
export function isApi(url: string): boolean {
  return /^\/+(api|token|hooks)([/?]|%2f|$)/i.test(url);
}

/** True for the folders of built files and pictures, which hold nothing else. */
export function isFile(url: string): boolean {
  return /^\/((staff\/)?assets|images|pictures)\//.test(url);
}

/** The path without its query. */
export function pathOf(url: string): string {
  return url.split("?", 1)[0] ?? url;
}

/**
 * The path as it may be logged: secrets are in the query, or one long part of a path that we gave out. A part
 * that may be a phone number or an M-Pesa code was typed by somebody, and is hidden too.
 */
export function loggedPath(url: string): string {
  return pathOf(url)
    .replace(/[\w-]{32,}/g, "…")
    .replace(/(?<=\/)((\+|%2b)?\d{9,15}|(?=[a-z]*\d)[a-z0-9]{10})(?=\/|$)/gi, "…");
}
