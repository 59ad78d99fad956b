import { isPlainName } from "../platform/text-rules.ts";
import { shop } from "../shop.ts";
import { composeMail } from "../ui/mail-layout.server.ts";

type Owner = { name: string; verifiedAt: Date | null };

/**
 * The mail with the link that proves an e-mail address. It names nobody: whoever signed up may have typed any name, and
 * any address. `contested`: see users.
 */
export function verificationMail(given: { link: string; hours: number; contested: boolean }) {
  return composeMail(shop, {
    subject: `Verify your email for ${shop.name}`,
    preview: "One tap and your account is open.",
    greeting: "Karibu!",
    paragraphs: [
      `Tap the button to verify your email and start shopping. The link works once, within ${given.hours} hours.`,
      ...(given.contested
        ? [
            "Someone signed up with this email more than once, with different passwords. None of them will open the account: once you tap, you choose a new one.",
          ]
        : []),
    ],
    action: { label: "Verify my email", url: given.link },
    footnote: "If you did not sign up, you can ignore this mail.",
  });
}

/** Told to the owner of an account when someone signs up with its e-mail again, or asks for a link to verify it. */
export function alreadyRegisteredMail(owner: Owner, publicUrl: string) {
  return composeMail(shop, {
    subject: `You already have a ${shop.name} account`,
    preview: "Someone tried to sign up with your email. Nothing has changed.",
    greeting: hello(owner),
    paragraphs: [
      "Someone, perhaps you, tried to sign up with this email. You already have an account, and its email is verified.",
      "The password typed this time was not taken. Log in with the one you chose before, or set a new one on the log-in page.",
    ],
    action: { label: "Log in", url: `${publicUrl}/login` },
    footnote: "If it was not you, nothing has changed and there is nothing to do.",
  });
}

/** The mail with the link that sets a new password. */
export function resetMail(owner: Owner | undefined, link: string, hours: number) {
  return composeMail(shop, {
    subject: `Set a new password for ${shop.name}`,
    preview: "The link works once, within the hour.",
    greeting: hello(owner),
    paragraphs: [
      `Tap the button to choose a new password. The link works once, within ${hours === 1 ? "an hour" : `${hours} hours`}.`,
    ],
    action: { label: "Choose a new password", url: link },
    footnote: "If you did not ask for this, ignore this mail: your password stays as it is.",
  });
}

/** Told to the owner when the password was changed. */
export function passwordChangedMail(owner: Owner, publicUrl: string) {
  return composeMail(shop, {
    subject: `Your ${shop.name} password was changed`,
    preview: "All other devices are signed out.",
    greeting: hello(owner),
    paragraphs: [
      "The password of your account was changed just now, and all other devices are signed out.",
      `If it was not you, choose "Forgot password" on the log-in page at once, and tell us: ${shop.email}, ${shop.phone}.`,
    ],
    action: { label: "Go to the log-in page", url: `${publicUrl}/login` },
  });
}

/** By name only once the e-mail is proven, and only by what is a name: one of before may be something else. */
function hello(owner: Owner | undefined): string {
  return owner?.verifiedAt && isPlainName(owner.name) ? `Hello ${owner.name},` : "Hello,";
}
