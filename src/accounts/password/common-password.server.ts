import { ShopError } from "../../platform/shop-error.ts";
import { currentShop } from "../../settings/current-settings.server.ts";
import { ACCOUNT_TEXTS, PASSWORD_MIN } from "../rules.ts";

/** Words that say nothing once they are all a password has. */
const OUR_WORDS = ["password", "shop", "duka", "podcast"];

/**
 * Refuses passwords everybody tries first: the 18,000 commonest of eight characters and more, one character repeated,
 * and the shop's name or the person's own e-mail with next to nothing around it.
 * @throws ShopError 400
 */
export async function refuseWeakPassword(password: string, email: string): Promise<void> {
  const { name, podcast } = currentShop();
  const plain = password.normalize("NFC").toLowerCase();
  if (new Set(plain).size === 1 || (await commonPasswords()).has(plain))
    throw new ShopError(400, ACCOUNT_TEXTS.passwordTooCommon);
  if (isMadeOf(plain, [email, ...email.split(/[@.]/), name, podcast.name, ...OUR_WORDS]))
    throw new ShopError(400, ACCOUNT_TEXTS.passwordIsOurs);
}

/** True when one of the words is in it and fewer than six other letters and digits are left. */
function isMadeOf(password: string, words: string[]): boolean {
  const whole = withoutSigns(password);
  const rest = words
    .map(withoutSigns)
    .filter((word) => word.length > 3)
    .sort((a, b) => b.length - a.length)
    .reduce((left, word) => left.replaceAll(word, ""), whole);
  return rest !== whole && rest.length < 6;
}

function withoutSigns(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

let common: Promise<Set<string>> | undefined;

/** Read when first needed: the list takes 16 MB and 30 ms. */
function commonPasswords(): Promise<Set<string>> {
  common ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"].filter((each) => each.length >= PASSWORD_MIN)),
  );
  return common;
}
