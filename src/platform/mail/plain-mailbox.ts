/** Domains of one provider, by the one its mailboxes are counted under. */
const DOMAINS: Record<string, string> = {
  "googlemail.com": "gmail.com",
  "protonmail.com": "proton.me",
  "pm.me": "proton.me",
  "me.com": "icloud.com",
  "mac.com": "icloud.com",
};
/** Signs before the @ that say nothing to these providers. */
const IGNORED: Record<string, RegExp> = { "gmail.com": /\./g, "proton.me": /[._-]/g };

/** The mailbox that an e-mail reaches: in small letters, without a +tag, and without signs that its provider ignores. */
export function plainMailbox(email: string): string {
  const small = email.trim().toLowerCase();
  const at = small.lastIndexOf("@");
  const given = small.slice(at + 1);
  const domain = DOMAINS[given] ?? given;
  const local = small.slice(0, at).replace(/(.)\+.*$/, "$1");
  const ignored = IGNORED[domain];
  return `${ignored ? local.replace(ignored, "") : local}@${domain}`;
}
