import { expect, test } from "vitest";
import { isPlainName, isPlainPlace, nameFault, placeFault, tidyText, trimText } from "./text-rules.ts";

const NAMES = [
  "Wanjiku Otieno",
  "Wanjikũ",
  "Ng'ang'a",
  "Ng’ang’a",
  "O'Brien",
  "José-María",
  "Dr.Otieno",
  "J. R. R. Tolkien",
  "J.Otieno",
  "St.John",
  "Mr. Kamau Jr.",
  "A",
  "王小明",
  "محمد بن علي",
  "אברהם",
  "Владимир",
  "김민준",
  "Nguyễn Thị Hương",
  "Łukasz",
  "van der Merwe",
  "Otieno & Sons",
  "Mama Njeri (Kisumu)",
  "Wanjiku, Faith",
  "Baraka 2",
  "Achieng 🧡 👩🏾",
  "O'Brien & <b>Söhne",
  "cafe\u0301",
  "❤\ufe0f Wanjiku",
  "हिन्दी",
  "สมชาย",
  "Ke",
  "Netty Orgill",
  "Wwanda",
  // surnames that are countries' endings, and names without a space after a stop
  "K.Ng",
  "Dr.Ke",
  "Md.Ali",
  "S.Page",
  "you@me",
  "Otieno s/o Kamau",
  "a＼b",
  "41.90.64.1",
  "evil.zzz",
  "WWW Cyber",
  // joiners belong to words and to emoji
  "می\u200cخواهم",
  "👩\u200d🚀 Njeri",
  "ok\u200dly",
  // at the ends, and variation selectors, nothing unseen counts
  "Wanjiku\u200d",
  "\u202eoneitO",
  "\ufeffWanjiku\u200b ",
  "tag\u{e0041}",
  "x".repeat(300),
];
test.each(NAMES)("%j is a name", (name) => expect(isPlainName(name)).toBe(true));

const PLACES = [
  ...NAMES,
  "12 Langata Road",
  "House 4/12",
  "Hse.No.12, Block A",
  "P.O. Box 123-00100",
  "Moi Ave. / Kenyatta Ave.",
  "Off Ngong Rd.Opposite Prestige",
  "L.R. No. 209/1234",
  "Shop B4 @ Garden City",
  "'; drop table orders; --",
  '{"$gt": ""}',
  "½ km after the kiosk",
  "Ngong Rd.in Karen",
  "House No.4@Greenspan",
  "Next to WWW Cyber, 2nd floor",
  "Plot 9.Behind Total/Shell",
  "Moi Ave.Shop 3",
];
test.each(PLACES)("%j is a place", (place) => expect(isPlainPlace(place)).toBe(true));

const LINKS = [
  "http://evil.example",
  "hxxp://evil",
  "ｈｔｔｐ：／／evil",
  "bit.ly/abc",
  "bit.ly",
  "ｂｉｔ．ｌｙ",
  "bit。ly",
  "bit․ly/x",
  "x.co",
  "win at sauti-shop.com!",
  "www.evil",
  "t.me/win",
  "a@b.co",
  "win＠evil.example",
  "duka.co.ke",
  "Win now at bit.ly.",
  "evil.ke/",
  "evil.com'x",
  "Win\u200bner",
  "Wanjiku\r\nBcc: x@y.zz",
  "a\0b",
  "a\tb",
  "soft\u00adhyphen",
  "line\u2028end",
  "fill\u3164er",
  // marks that do not change what is read, put between the signs of an address
  "bit.\ufe0fly",
  "bit\u034f.ly",
  "bit\u0301.ly",
  "b\u0338it\u20dd.ly",
  "bit.\u200dly",
  "h\u034ftt\u034fp evil",
];
test.each(LINKS)("%j is neither", (text) => {
  expect(isPlainName(text)).toBe(false);
  expect(isPlainPlace(text)).toBe(false);
});

test("a place may go on after a stop without a space; a name that does so looks like a link", () => {
  expect(isPlainPlace("Ngong Rd.in Karen")).toBe(true);
  expect(isPlainName("Ngong Rd.in Karen")).toBe(false);
  // at its end it is one in a place too
  expect(isPlainPlace("Karen, Ngong Rd.in")).toBe(false);
});

test.each([
  ["Win at bit.ly/abc now", "Please enter your name without the link “bit.ly/abc”"],
  ["Otieno\nwww.evil.ke", "Please enter your name in one line"],
  ["Faith Wan\u200bjiku", "Please enter your name without the hidden character after “Wan”"],
  ["a \u2060b", "Please enter your name without the hidden character after “a”"],
  ["a\u0007b", "Please enter your name without the hidden character after “a”"],
  [`${"é".repeat(50)}.com`, `Please enter your name without the link “${"é".repeat(40)}…”`],
])(
  "Names and places are refused only for links and hidden characters, naming the word: %j, %s",
  (text, message) => {
    expect(nameFault("name", text)).toBe(message);
    expect(placeFault("name", text)).toBe(message);
  },
);

test.each([
  ["\u200b\ufeff  Wanjiku\u200e\u2069 ", "Wanjiku"],
  ["\u00a0Mary\u00a0Jane\u3000", "Mary\u00a0Jane"],
  ["❤\ufe0f Otieno\u{e0100}", "❤ Otieno"],
  ["می\u200cخواهم", "می\u200cخواهم"],
  ["\u200d \u3164", ""],
  [" ".repeat(100_000), ""],
])("%j is meant as %j", (typed, meant) => expect(tidyText(typed)).toBe(meant));

test("a line of prose keeps the sign that makes a heart an emoji", () => {
  expect(trimText(" ❤\ufe0f\u200b")).toBe("❤\ufe0f");
});
