import { createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply } from "fastify";
import { isSameSecret } from "../../platform/id.server.ts";

/**
 * The cookie of a session, for this host alone, never read by scripts, never sent along from another site: its token, and
 * our signature (HMAC-SHA256), by which load shedding knows staff without a look at the database. On https its name has
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
    /** The token that we signed, whether its session is alive or has ended; undefined for a cookie of another's making. */
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
