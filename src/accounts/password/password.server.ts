import { createHash } from "node:crypto";
import { hash, parseOptions, verify } from "@node-rs/argon2";
import { BUSY } from "../../platform/database/db.server.ts";
import { ShopError } from "../../platform/shop-error.ts";
import { currentShop } from "../../settings/current-settings.server.ts";
import { ACCOUNT_TEXTS, PASSWORD_MIN } from "../rules.ts";

/** Words that do not make a password stronger. */
const OUR_WORDS = ["password", "shop", "duka", "podcast"];

/**
 * Refuses passwords that everybody tries first: the 18,000 most common ones of eight or more characters, one repeated character,
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

/** Whether one of the words is in it and fewer than six other letters and digits are left. */
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

/** Loaded when first needed: the list takes 16 MB and 30 ms. */
function commonPasswords(): Promise<Set<string>> {
  common ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"].filter((each) => each.length >= PASSWORD_MIN)),
  );
  return common;
}

/** Hashing is the most expensive work a stranger can cause: this many in parallel, this many waiting, then 503. */
const AT_ONCE = 2;
const WAITING_MAX = 50;

/** Stored in place of a hash where no password opens the account. */
export const NO_PASSWORD = "";

export type Passwords = ReturnType<typeof passwords>;

/**
 * argon2id, the library's default kind, in two passes over `memory` KiB, with an optional pepper kept outside the
 * database. Text is hashed in Unicode NFC.
 */
export function passwords({ memory, pepper }: { memory: number; pepper?: string | undefined }) {
  const cost = { memoryCost: memory, timeCost: 2, parallelism: 1 };
  const options = pepper ? { ...cost, secret: Buffer.from(pepper) } : cost;
  const queue = limitedQueue();
  // compared with where the e-mail is unknown, so that the answer takes as long
  const decoy = hash("no such person", options);
  return {
    hash: (password: string) => queue(() => hash(password.normalize("NFC"), options)),
    /**
     * Hashes with the salt and cost of `like`, so that equal passwords have equal hashes, and one hash can be compared with
     * several. Without `like` the salt comes from `email`, so that two concurrent sign-ups can be compared as well.
     */
    hashLike: (like: string | undefined, email: string, password: string) =>
      queue(() =>
        hash(password.normalize("NFC"), { ...options, ...(like ? costOf(like) : { salt: saltFor(email) }) }),
      ),
    /** Also false for a missing hash and for NO_PASSWORD, after the same work. */
    matches: (stored: string | undefined, password: string) =>
      queue(async () => {
        const same = await verify(stored || (await decoy), password.normalize("NFC"), options);
        return same && Boolean(stored);
      }),
  };
}

function costOf(stored: string) {
  const { memoryCost, timeCost, parallelism, outputLen } = parseOptions(stored);
  const salt = Buffer.from(stored.split("$")[4] ?? "", "base64");
  return { memoryCost, timeCost, parallelism, outputLen, salt };
}

function saltFor(email: string): Buffer {
  return createHash("sha256").update(`sign-up ${email.toLowerCase()}`).digest().subarray(0, 16);
}

function limitedQueue() {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= AT_ONCE) {
      if (waiting.length >= WAITING_MAX) throw new ShopError(503, BUSY);
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
