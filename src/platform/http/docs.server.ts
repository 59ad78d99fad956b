import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import type { Http } from "./http.server.ts";

/** `security` of the routes that need the header `token` (specification §6). */
export const SIGNED_IN = [{ token: [] }];

/** OpenAPI under this title, from the routes' own schemas: a page at /api/docs, the JSON at /api/docs/json. */
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
