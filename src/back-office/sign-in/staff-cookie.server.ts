import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply } from "fastify";
import { isSameSecret } from "../../platform/id.server.ts";

/**
 * The cookie of a session, for this host only, not readable by scripts, not sent from other sites: its token and
 * our signature (HMAC-SHA256), by which load shedding recognises staff without a query. On https the prefix of its name makes
 * the browser enforce this.
 */
export function staffCookie(publicUrl: string, key: Buffer) {
  const secure = publicUrl.startsWith("https:");
  const name = secure ? "__Host-staff" : "staff";
  const pattern = new RegExp(`(?:^|; ?)${name}=([\\w-]{43})\\.([\\w-]{43})(?:;|$)`);
  const sign = (token: string) => createHmac("sha256", key).update(token).digest("base64url");
  const set = (reply: FastifyReply, value: string, seconds: number) =>
    void reply.header(
      "set-cookie",
      `${name}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; ${secure ? "Secure; " : ""}SameSite=Strict`,
    );
  return {
    /** The token that we signed, whether its session still exists or not; undefined for a cookie that we did not make. */
    read({ cookie = "" }: IncomingHttpHeaders): string | undefined {
      const [, token, signature] = pattern.exec(cookie) ?? [];
      if (!token || !signature) return undefined;
      return isSameSecret(signature, sign(token)) ? token : undefined;
    },
    write: (reply: FastifyReply, token: string, seconds: number) =>
      set(reply, `${token}.${sign(token)}`, seconds),
    clear: (reply: FastifyReply) => set(reply, "", 0),
  };
}
export type StaffCookie = ReturnType<typeof staffCookie>;
