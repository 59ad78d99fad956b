import { composeMail } from "../platform/mail/compose.server.ts";
import { shop } from "../shop.ts";

/** The mail with the link that proves an e-mail address. */
export function verificationMail(name: string, link: string, hours: number) {
  return composeMail({
    subject: `Verify your email for ${shop.name}`,
    greeting: `Karibu, ${name}!`,
    paragraphs: [
      `Tap the button to verify your email and start shopping. The link works once, within ${hours} hours.`,
    ],
    action: { label: "Verify my email", url: link },
    footnote: "If you did not sign up, you can ignore this mail.",
  });
}

/** Told to the owner of an account when someone signs up with its e-mail again. */
export function alreadyRegisteredMail(name: string, publicUrl: string) {
  return composeMail({
    subject: `You already have a ${shop.name} account`,
    greeting: `Hello ${name},`,
    paragraphs: [
      "Someone, perhaps you, tried to sign up with this email. You already have an account: log in, or set a new password.",
    ],
    action: { label: "Log in", url: `${publicUrl}/login` },
    footnote: "If it was not you, nothing has changed and there is nothing to do.",
  });
}
