import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { openTestShop } from "../../test/shop.ts";
import { foldLetters, foldText } from "./fold-text.ts";

const shop = await openTestShop();
afterAll(() => shop.close());

test.each([
  ["Ngũgĩ wa Thiong’o", "ngugi wa thiong'o"],
  ["NGU\u0303GI\u0303", "ngugi"],
  ["Ng‘ang‘a Ngʼangʼa Ng`ang`a Ng´ang´a", "ng'ang'a ng'ang'a ng'ang'a ng'ang'a"],
  ["  a\u00a0\u2003b\t\nc ", "a b c"],
  ["Straße STRASSE STRAẞE", "strasse strasse strasse"],
  ["ὈΔΥΣΣΕΎΣ Ὀδυσσεύς", "οδυσσευσ οδυσσευσ"],
  ["İstanbul Istanbul ıstanbul", "istanbul istanbul istanbul"],
  ["ｔｅｅ ﬁt", "tee fit"],
  ["T‑shirt – black", "t-shirt - black"],
  ["pl\u00adain\u200d\ufeff ❤\ufe0f", "plain ❤"],
  ["हिन्दी", "हिन्दी"],
  ["Æther Łukasz Ŋoma", "æther łukasz ŋoma"],
])("%j is compared as %j", (text, folded) => expect(foldText(text)).toBe(folded));

test.each([
  ["Mũrang’a", "muranga"],
  ["MURANGA", "muranga"],
  ["Ol-Kalou", "olkalou"],
  ["王小明 7!", "王小明7"],
])("of %j the letters and digits are %j", (text, letters) => expect(foldLetters(text)).toBe(letters));

/** As the database folds them; undefined where a character is newer than its Unicode. */
const inSql = async (texts: string[]) =>
  (
    await shop.query<{ folded: string | null }>(
      `select case when unicode_assigned(typed) then fold_text(typed) end as folded
       from unnest($1::text[]) with ordinality as given (typed, at) order by at`,
      [texts],
    )
  ).map(({ folded }) => folded ?? undefined);

/** Every character that has a meaning, but for those of which a script has thousands and no capitals. */
function characters(): string[] {
  const all = Array.from({ length: 0x1ffff }, (_, at) => String.fromCodePoint(at + 1));
  return all.filter(
    (each) =>
      !/[\p{Cs}\p{Cn}\p{Co}\p{sc=Han}\p{sc=Hangul}\p{sc=Tangut}\p{sc=Egyp}\p{sc=Cuneiform}]/u.test(each),
  );
}

const differing = (texts: string[], folded: (string | undefined)[]) =>
  texts.flatMap((text, at) =>
    folded[at] === undefined || folded[at] === foldText(text) ? [] : [[text, folded[at], foldText(text)]],
  );

test("Browser, server and database fold text alike", async () => {
  const given = characters().map((each) => `a${each}b`);
  const folded = await inSql(given);
  expect(folded.filter((each) => each !== undefined).length).toBeGreaterThan(20_000);
  expect(differing(given, folded)).toEqual([]);
});

test("and every text", async () => {
  const texts = fc.sample(fc.string({ unit: "grapheme", maxLength: 30 }), {
    numRuns: 1_000,
    seed: 20_261_127,
  });
  const given = texts.map((text) => text.replaceAll("\0", "")).concat(" A  B ", "\tx\n", "``", "");
  const folded = await inSql(given);
  expect(folded.filter((each) => each !== undefined).length).toBeGreaterThan(900);
  expect(differing(given, folded)).toEqual([]);
});

test("is the same folded twice", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text));
    }),
    { seed: 20_261_127 },
  );
});
