/** To the sign-up form with this e-mail in it: what stands after # is sent to no server. */
export function signUpLink(email: string): string {
  return `/login#sign-up=${encodeURIComponent(email)}`;
}

/** The e-mail of such a link, from the end of the page's address. */
export function emailOfLink(hash: string): string | undefined {
  const [, email] = /^#sign-up=(.{1,800})$/.exec(hash) ?? [];
  try {
    return email && decodeURIComponent(email);
  } catch {
    return undefined;
  }
}
