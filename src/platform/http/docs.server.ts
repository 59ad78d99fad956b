import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { shop } from "../../shop.ts";
import type { Http } from "./http.server.ts";

/** `security` of the routes that need the header `token` (specification §6). */
export const SIGNED_IN = [{ token: [] }];

/** OpenAPI from the routes' own schemas: a page at /api/docs, the JSON at /api/docs/json. */
export async function docsApi(http: Http) {
  await http.register(swagger, {
    openapi: {
      info: { title: `${shop.name} shop API`, version: "1.0.0" },
      components: { securitySchemes: { token: { type: "apiKey", in: "header", name: "token" } } },
    },
    transform: jsonSchemaTransform,
  });
  await http.register(swaggerUi, { routePrefix: "/api/docs" });
}
