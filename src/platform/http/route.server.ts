import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import type { FastifyRequest } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import type { z } from "zod";
import { type Contract, refused } from "../input.ts";
import type { Http } from "./http.server.ts";

/** `security` of the routes that need the header `token` (specification §6). */
export const SIGNED_IN = [{ token: [] }];

/** OpenAPI with this title, from the routes' own schemas: a page at /api/docs, the JSON at /api/docs/json. */
export async function docsApi(http: Http, title: string) {
  await http.register(swagger, {
    openapi: {
      info: { title, version: "0.9.0" },
      components: { securitySchemes: { token: { type: "apiKey", in: "header", name: "token" } } },
    },
    transform: jsonSchemaTransform,
  });
  await http.register(swaggerUi, { routePrefix: "/api/docs" });
}

declare module "fastify" {
  interface FastifyRequest {
    /** The id of the person signed in, on a route with `security: SIGNED_IN`, set by the sign-in guard; empty on all others. */
    userId: string;
    /** Whether they are a guest, who has no account; false where the route needs no sign-in. */
    isGuest: boolean;
  }
  interface FastifyContextConfig {
    /** The message for people who are not signed in on this route, where it has its own. */
    signedOut?: string | undefined;
  }
}

/** Under which tag the documentation lists a call, and who may make it. */
type About<SignedIn extends boolean> = {
  tag: string;
  /** Who is not signed in gets 401, with the message `signedOut` where the call has its own. */
  signedIn?: SignedIn;
  signedOut?: string;
  /** The schemas of its refusals by status, where they contain more than `success` and `message`. */
  refusals?: Record<string, z.ZodType>;
};

/** A request that passed its contract, with `userId` where the call needs a sign-in. */
type CallRequest<C extends Contract, SignedIn extends boolean> = {
  body: Checked<C["body"]>;
  query: Checked<C["query"]>;
  headers: Checked<C["headers"]>;
  params: Checked<C["params"]>;
  userId: SignedIn extends true ? string : undefined;
  request: FastifyRequest;
};

type Checked<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/**
 * Answers at the contract's path, GET where the contract has a `query`, POST otherwise: requests are checked and answers are
 * written by the contract. `handle` returns the answer without `success: true`; a refusal is a ShopError.
 */
export function route<C extends Contract, SignedIn extends boolean = false>(
  http: Http,
  contract: C,
  about: About<SignedIn>,
  handle: (asked: CallRequest<C, SignedIn>) => Promise<Omit<z.input<C["answer"]>, "success">>,
): void {
  const { path, summary, headers, params, query, body, answer } = contract;
  const { tag, signedIn, signedOut, refusals = { "4xx": refused } } = about;
  const schema = {
    tags: [tag],
    summary,
    // Fastify warns about a key that is present without a schema
    ...(signedIn && { security: SIGNED_IN }),
    ...(headers && { headers }),
    ...(params && { params }),
    ...(query && { querystring: query }),
    ...(body && { body }),
    response: { 200: answer, ...refusals },
  };
  const method = query ? "GET" : "POST";
  http.route({
    method,
    url: path,
    config: { signedOut },
    schema,
    handler: async (request) => {
      const { userId, headers, params, query, body } = request;
      // the schemas above have just checked it
      const asked = { body, query, headers, params, userId, request } as CallRequest<C, SignedIn>;
      return { success: true, ...(await handle(asked)) };
    },
  });
}
