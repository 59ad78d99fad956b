import { chosenLanguage } from "../language/language.server.ts";
import type { Language } from "../language/languages.ts";
import { t } from "../language/t.ts";
import { currentShop } from "../settings/current-settings.server.ts";
import { shop } from "../shop.ts";
import { composeMail } from "../ui/mail-layout.server.ts";

/** The language of a mail that somebody asks for: the one chosen where they ask, else that of the account. */
export function mailLanguage(owner: { language: Language } | undefined): Language {
  return chosenLanguage() ?? owner?.language ?? "en";
}

type Owner = { name: string; verifiedAt: Date | null };

/**
 * The mail with the link that proves an e-mail address. It contains no name, as the person who signed up may have typed any name,
 * and any address. `contested`: see users.
 */
export function verificationMail(given: { link: string; hours: number; contested: boolean }) {
  const { link, hours, contested } = given;
  return composeMail(currentShop(), {
    subject: t("Verify your email for {shop}", { shop: shop.name }),
    preview: t("One tap and your account is open."),
    greeting: "Karibu!",
    paragraphs: [
      t(
        "Tap the button to verify your email and start shopping. The link works once, within {hours} hours.",
        { hours },
      ),
      ...(contested
        ? [
            t(
              "Someone signed up with this email more than once, with different passwords. None of them opens the account. Tap the button and choose a new one.",
            ),
          ]
        : []),
    ],
    action: { label: t("Verify my email"), url: link },
    footnote: t("If you didn't sign up, ignore this email."),
  });
}

/** Sent to the owner of an account when someone signs up with its e-mail again, or asks for a link to verify it. */
export function alreadyRegisteredMail(owner: Owner, publicUrl: string) {
  return composeMail(currentShop(), {
    subject: t("You already have a {shop} account", { shop: shop.name }),
    preview: t("Someone tried to sign up with your email. Nothing has changed."),
    greeting: hello(owner),
    paragraphs: [
      t(
        "Someone, perhaps you, tried to sign up with this email. You already have an account, and its email is verified.",
      ),
      t(
        "We didn't use the password typed this time. Log in with the one you chose before, or set a new one on the login page.",
      ),
    ],
    action: { label: t("Log in"), url: `${publicUrl}/login` },
    footnote: t("If it wasn't you, nothing has changed and you don't need to do anything."),
  });
}

/** The mail with the link that sets a new password. */
export function resetMail(owner: Owner | undefined, link: string, hours: number) {
  return composeMail(currentShop(), {
    subject: t("Set a new password for {shop}", { shop: shop.name }),
    preview: t("The link works once, within the hour."),
    greeting: hello(owner),
    paragraphs: [
      hours === 1
        ? t("Tap the button to choose a new password. The link works once, within an hour.")
        : t("Tap the button to choose a new password. The link works once, within {hours} hours.", { hours }),
    ],
    action: { label: t("Choose a new password"), url: link },
    footnote: t("If you didn't ask for this, ignore this email: your password stays as it is."),
  });
}

/** Sent to the owner when the password was changed. */
export function passwordChangedMail(owner: Owner, publicUrl: string) {
  const shop = currentShop();
  return composeMail(shop, {
    subject: t("Your {shop} password was changed", { shop: shop.name }),
    preview: t("All other devices are signed out."),
    greeting: hello(owner),
    paragraphs: [
      t("The password of your account was just changed, and all other devices are signed out."),
      t(
        "If it wasn't you, choose “Forgot your password?” on the login page now, and tell us: {email}, {phone}.",
        { email: shop.email, phone: shop.phone },
      ),
    ],
    action: { label: t("Go to the login page"), url: `${publicUrl}/login` },
  });
}

/** Greets by name only once the e-mail is proven. */
function hello(owner: Owner | undefined): string {
  return owner?.verifiedAt ? t("Hello {name},", { name: owner.name }) : t("Hello,");
}
