import swagger from "@fastify/swagger";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import type { Http } from "../platform/http/http.server.ts";
import { shop } from "../shop.ts";

/** GET /api/staff/docs/json: these calls as OpenAPI, for all who are signed in. The public documentation leaves them out. */
export async function staffDocs(http: Http): Promise<void> {
  await http.register(swagger, {
    openapi: { info: { title: `${shop.name} back office API`, version: "0.9.0" } },
    transform: (route) => jsonSchemaTransform({ ...route, schema: { ...route.schema, hide: false } }),
    decorator: "staffSwagger",
  });
  http.get(
    "/api/staff/docs/json",
    { config: { staff: { right: "own" } }, schema: { hide: true } },
    async (request) => request.server.staffSwagger(),
  );
}

declare module "fastify" {
  interface FastifyInstance {
    staffSwagger: FastifyInstance["swagger"];
  }
}
