/**
 * What the live checkout needs besides its script's own origin: v3.js puts its form into a frame of the second host and
 * asks the third whether the payment may be taken (read in v3.js; Flutterwave lists no origins of its own).
 */
const LIVE = {
  script: "https://checkout.flutterwave.com",
  frame: "https://checkout-v3-ui-prod.f4b-flutterwave.com",
  calls: "https://api.ravepay.co",
} as const;

/**
 * The shop's content policy with the provider of cards let in: its script, its frame, its calls, and its form, which v3.js
 * may post. For the card page's document alone.
 */
export function openForCard(policy: string, scriptUrl: string): string {
  const { origin } = new URL(scriptUrl);
  const isLive = origin === LIVE.script;
  const added: Record<string, string[]> = {
    "script-src": [origin],
    "frame-src": ["'self'", origin, ...(isLive ? [LIVE.frame] : [])],
    "connect-src": [origin, ...(isLive ? [LIVE.calls] : [])],
    "form-action": [origin],
  };
  const directives = new Map(
    policy.split(";").map((directive): [string, string[]] => {
      const [name = "", ...sources] = directive.trim().split(/\s+/);
      return [name, sources];
    }),
  );
  for (const [name, sources] of Object.entries(added))
    directives.set(name, [...(directives.get(name) ?? []), ...sources]);
  return [...directives].map(([name, sources]) => [name, ...sources].join(" ")).join(";");
}
