import type { FastifyReply, FastifyRequest } from "fastify";
import { createCookie } from "react-router";

/**
 * The cookie of a session: for this host alone, never read by scripts, never sent along from another site. On https its
 * name makes the browser see to that.
 */
export function staffCookie(publicUrl: string) {
  const secure = publicUrl.startsWith("https:");
  const cookie = createCookie(secure ? "__Host-staff" : "staff", {
    httpOnly: true,
    sameSite: "strict",
    path: "/",
    secure,
  });
  return {
    /** The token as we make them; anything else is none. */
    async read(request: FastifyRequest): Promise<string | undefined> {
      const token: unknown = await cookie.parse(request.headers.cookie ?? null);
      return typeof token === "string" && /^[\w-]{43}$/.test(token) ? token : undefined;
    },
    async write(reply: FastifyReply, token: string, seconds: number): Promise<void> {
      reply.header("set-cookie", await cookie.serialize(token, { maxAge: seconds }));
    },
    async clear(reply: FastifyReply): Promise<void> {
      reply.header("set-cookie", await cookie.serialize("", { maxAge: 0 }));
    },
  };
}
export type StaffCookie = ReturnType<typeof staffCookie>;
