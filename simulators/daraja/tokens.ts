import { type Answer, type Family, internalError, invalidToken, ok, Refusal } from "./answers.ts";
import type { Mode, World } from "./world.ts";

/** Seconds a token lives. */
const TOKEN_LIFE = 3599;

/** Gives a token; the one before it is dead from then on. */
export function giveToken(
  world: World,
  mode: Mode["mode"],
  authorization: string | undefined,
  grant: unknown,
): Answer {
  if (mode === "token-500") throw internalError();
  if (mode === "token-empty-400") return { status: 400, body: "" };
  const [scheme, credentials] = authorization?.split(" ") ?? [];
  if (scheme?.toLowerCase() !== "basic" || !credentials)
    throw new Refusal(400, "400.008.01", "Invalid Authentication passed");
  if (grant !== "client_credentials") throw new Refusal(400, "400.008.02", "Invalid grant type passed");
  const { consumerKey, consumerSecret } = world.setup;
  // a wrong key or secret is answered with nothing at all
  if (Buffer.from(credentials, "base64").toString() !== `${consumerKey}:${consumerSecret}`)
    return { status: 400, body: "" };
  world.token = { value: world.ids.token(), until: world.clock.now() + TOKEN_LIFE * 1000 };
  return ok({ access_token: world.token.value, expires_in: TOKEN_LIFE });
}

/** @throws Refusal in the spelling of the call's family */
export function demandToken(
  world: World,
  mode: Mode["mode"],
  authorization: string | undefined,
  family: Family,
): void {
  const [scheme, value] = authorization?.split(" ") ?? [];
  if (scheme?.toLowerCase() !== "bearer" || !value)
    throw new Refusal(404, "404.001.04", "Invalid Authentication Header");
  const { token } = world;
  if (mode === "token-expired" || value !== token?.value || world.clock.now() >= token.until)
    throw invalidToken(family);
}

export function expireTokens(world: World): void {
  world.token = undefined;
}
