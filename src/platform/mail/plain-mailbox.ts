/** Domains of one provider, by the one its mailboxes are counted under. */
const DOMAINS: Record<string, string> = {
  "googlemail.com": "gmail.com",
  "protonmail.com": "proton.me",
  "pm.me": "proton.me",
  "me.com": "icloud.com",
  "mac.com": "icloud.com",
};
/** Where dots before the @ say nothing. */
const IGNORES_DOTS = new Set(["gmail.com", "proton.me"]);

/** The mailbox that an e-mail reaches: in small letters, without a +tag, and without dots where its provider ignores them. */
export function plainMailbox(email: string): string {
  const small = email.trim().toLowerCase();
  const at = small.lastIndexOf("@");
  const given = small.slice(at + 1);
  const domain = DOMAINS[given] ?? given;
  const local = small.slice(0, at).replace(/(.)\+.*$/, "$1");
  return `${IGNORES_DOTS.has(domain) ? local.replaceAll(".", "") : local}@${domain}`;
}
