/** By what a browser says of itself; the ones built on another come first. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\b(OPR|OPX|OPT|Opera( Mini)?)\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bUCBrowser\//, "UC Browser"],
  [/\b(PHX|Phoenix)\//, "Phoenix"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
];

const KINDS: readonly [RegExp, string][] = [
  [/\biPhone\b/, "an iPhone"],
  [/\biPad\b/, "an iPad"],
  [/\bAndroid\b.*\b(Mobile|Mini)\b|\bMobile\b.*\bAndroid\b/, "an Android phone"],
  [/\bAndroid\b/, "an Android tablet"],
  [/\bKAIOS\b/i, "a KaiOS phone"],
  [/\bWindows\b/, "a Windows computer"],
  [/\bCrOS\b/, "a Chromebook"],
  [/\bMacintosh\b/, "a Mac"],
  [/\bLinux\b/, "a Linux computer"],
];

/** Browser and kind of device in words, such as "Chrome on an Android phone", by the header User-Agent. */
export function nameDevice(agent: string | undefined): string {
  const said = (agent ?? "").slice(0, 500);
  const browser = BROWSERS.find(([pattern]) => pattern.test(said))?.[1] ?? "A browser";
  const kind = KINDS.find(([pattern]) => pattern.test(said))?.[1];
  if (kind) return `${browser} on ${kind}`;
  return browser === "A browser" ? "An unknown device" : browser;
}
